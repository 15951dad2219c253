"""What people may do at a table, over real sockets: sit, leave, choose, talk, run the table, play again."""

import time

import pytest

from chabudai.kernel.rng import Rng
from chabudai.session import autoplay, decide, settings
from server.served import (
    GAME,
    Served,
    friend_at,
    long_moments,
    play_on,
    refused,
    seated,
    two_at_a_moment,
    until,
    whose_turn,
)


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "STAND_IN", "random")
    monkeypatch.setattr(decide, "STAND_IN", "random")


# ---- Sitting and leaving ---------------------------------------------------------------------------------------------


def test_a_table_waits_for_its_open_seats_and_begins_when_they_are_taken(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "random"])
    assert mine.now["status"] == "open"
    assert refused(mine.do("choose", action=0)) == "The game has not begun yet."
    friend_at(served, host, table)
    mine.until(lambda: mine.now["status"] == "playing")


def test_whoever_comes_is_told_whether_there_is_a_seat_for_them(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "random"], listed=True)
    assert (mine.now["notes"]["awaited"], mine.now["notes"]["can_begin"], mine.now["notes"]["can_sit"]) == (1, True, "")
    stranger = served.guest("Eve").connect(table).ready()
    assert (stranger.now["notes"]["can_begin"], stranger.now["notes"]["can_sit"]) == (False, "free")
    _, theirs = friend_at(served, host, table)
    stranger.until(lambda: stranger.now["status"] == "playing")
    assert (stranger.now["notes"]["awaited"], stranger.now["notes"]["can_sit"]) == (0, "")
    theirs.do("leave")
    theirs.until(lambda: theirs.now["notes"]["can_sit"] == "own")
    theirs.do("sit")
    theirs.until(lambda: theirs.now["notes"]["can_sit"] == "")


def test_the_host_can_begin_with_bots_at_the_open_seats(served: Served) -> None:
    _, _, mine = seated(served, ["me", "open", "open"])
    assert mine.do("begin")["t"] == "done"
    mine.until(lambda: mine.now["status"] == "playing")
    assert [note["kind"] for note in mine.now["notes"]["seats"]] == ["person", "bot", "bot"]
    assert refused(mine.do("begin")) == "The game has begun already."


def test_a_friend_takes_the_seat_of_a_bot_in_the_middle_of_the_game(served: Served) -> None:
    host, table, mine = seated(served, ["me", "random", "random"])
    _, theirs = friend_at(served, host, table)
    assert theirs.now["mine"] == [1]
    mine.until(lambda: mine.now["scene"]["seats"][1]["name"] == "Ben")


def test_nobody_sits_down_at_a_private_table_or_watches_it_uninvited(served: Served) -> None:
    _, table, _ = seated(served, ["me", "open", "random"])
    stranger = served.guest("Eve")
    assert stranger.http.get(f"/table/{table}").status_code == 403
    connection = stranger.connect(table)
    assert connection.read() == {"t": "closed", "why": "This table is private: you need an invitation."}


def test_anybody_watches_a_listed_table_and_takes_an_open_seat_but_no_bots_seat(served: Served) -> None:
    _, table, mine = seated(served, ["me", "open", "random"], listed=True)
    stranger = served.guest("Eve")
    assert table in [row["id"] for row in stranger.http.get("/").json()["tables"]]
    theirs = stranger.connect(table).ready()
    assert theirs.now["scene"]["viewer"] == -1
    assert refused(theirs.do("sit", seat=2)) == "Somebody sits there."
    assert refused(theirs.do("sit", seat=0)) == "Somebody sits there."
    assert refused(theirs.do("sit", seat=9)) == "There is no such seat."
    assert theirs.do("sit", name="Eve\u202e\n ")["t"] == "done"
    theirs.until(lambda: theirs.now["mine"] == [1])
    mine.until(lambda: mine.now["scene"]["seats"][1]["name"] == "Eve")
    assert refused(theirs.do("sit")) == "You sit here already."
    late = served.guest("Fox").connect(table)
    assert refused(late.do("sit")) == "All seats are taken. You are welcome to watch."


def test_who_leaves_before_the_game_frees_the_seat(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "open"])
    _, theirs = friend_at(served, host, table)
    theirs.do("leave")
    mine.until(lambda: mine.now["notes"]["seats"][1]["kind"] == "free")


def test_who_leaves_in_the_middle_keeps_the_seat_and_can_come_back(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "random"])
    _, theirs = friend_at(served, host, table)
    theirs.do("leave")
    mine.until(lambda: mine.now["notes"]["seats"][1].get("left"))
    theirs.until(lambda: theirs.now["notes"]["seats"][1].get("left"))
    assert refused(theirs.do("choose", action=0)) == "You have left your seat. Sit down again first."
    assert theirs.do("sit")["t"] == "done"
    mine.until(lambda: not mine.now["notes"]["seats"][1].get("left"))


def test_a_bot_moves_for_who_is_away_and_gives_the_seat_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LEAST_TAKEOVER", 1)
    host, table, mine = seated(served, ["me", "open", "random"], takeover=1)
    friend, theirs = friend_at(served, host, table)
    mine.until(lambda: mine.now["status"] == "playing")
    theirs.close()
    for _ in range(3):
        assert mine.turn()
        mine.choose()
    mine.until(lambda: mine.now["notes"]["seats"][1].get("stand_in") or mine.now["turn"])
    moves = served.context.tables.tasks[table].table.play.moves
    until(lambda: any(seat == 1 for seat, _ in moves))
    again = friend.connect(table)
    mine.until(lambda: not mine.now["notes"]["seats"][1].get("stand_in"))
    while whose_turn(again, mine) is not again:
        mine.choose()


def test_nobody_moves_for_who_plays_alone_with_bots(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LEAST_TAKEOVER", 1)
    _, table, mine = seated(served, ["me", "random", "random"], takeover=1)
    assert mine.turn()
    mine.close()
    task = served.context.tables.tasks[table]
    until(lambda: not task.viewers)
    seq = task.table.seq
    time.sleep(1.3)
    assert task.table.seq == seq


def test_a_bot_moves_when_the_time_for_a_move_is_over(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LEAST_LIMIT", 1)
    _, table, mine = seated(served, ["me", "random", "random"], limit=1)
    assert mine.turn()
    assert mine.now["notes"]["seats"][0]["until"] > 0
    task = served.context.tables.tasks[table]
    until(lambda: any(seat == 0 for seat, _ in task.table.play.moves))


# ---- Choosing --------------------------------------------------------------------------------------------------------


def test_a_wrong_choice_is_refused_with_the_reason_in_the_language_of_the_person(served: Served) -> None:
    host = served.guest("Aoi", language="ja")
    table = host.make(game=GAME, players=3, seats=["me", "random", "random"])
    mine = host.connect(table)
    assert mine.turn()
    seq = mine.now["seq"]
    choices = {choice["action"]: choice.get("why") for choice in mine.now["scene"]["choices"]}
    wrong = next(action for action in range(1000) if action not in choices or choices[action] is not None)
    assert str(refused(mine.do("choose", action=wrong))).startswith("今はできません：")
    assert mine.now["seq"] == seq


def test_a_resent_command_is_carried_out_once(served: Served) -> None:
    _, table, mine = seated(served, ["me", "random", "random"])
    assert mine.turn()
    mine.do("set", forced=False)
    command = {"id": "once", "action": mine.choices()[0]}
    first = mine.do("choose", **command)
    own = [seat for seat, _ in served.context.tables.tasks[table].table.play.moves].count(0)
    mine.answers.clear()
    again = mine.do("choose", **command)
    assert (first["t"], again["t"]) == ("done", "done")
    assert again["seq"] <= first["seq"]
    assert [seat for seat, _ in served.context.tables.tasks[table].table.play.moves].count(0) == own


def test_a_choice_counts_only_for_what_was_asked_when_it_was_made(served: Served) -> None:
    _, table, mine = seated(served, ["me", "random", "random"])
    moves = served.context.tables.tasks[table].table.play.moves
    mine.do("set", forced=False)
    assert mine.turn()
    old = mine.now["seq"]
    first = {"id": "first", "action": mine.choices()[0], "seq": old}
    done = mine.do("choose", **first)
    mine.until(lambda: mine.now["seq"] >= done["seq"] and mine.now["turn"])
    asked = mine.now["seq"]
    made = list(moves)
    assert refused(mine.do("choose", action=mine.choices()[0], seq=old)) == "The game has gone on in the meantime."
    mine.answers.clear()
    assert mine.do("choose", **first)["t"] == "done"
    assert moves == made
    mine.do("chat", text="A later entry, and the same question")
    assert mine.do("choose", action=mine.choices()[0], seq=asked)["t"] == "done"
    assert moves[len(made)][0] == 0


@pytest.mark.parametrize("forced", [True, False])
def test_a_move_without_a_choice_plays_itself_unless_one_would_rather_make_it(served: Served, forced: bool) -> None:
    """In the last trick of a round of Ameno Kirifuda there is one card to play."""
    _, _, mine = seated(served, ["me", "random", "random"])
    mine.do("set", forced=forced)
    without_choice = 0
    while mine.turn():
        without_choice += len(mine.choices()) == 1
        mine.choose()
    assert (without_choice == 0) is forced


# ---- Pace and moments ------------------------------------------------------------------------------------------------


@pytest.fixture
def _long_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    long_moments(monkeypatch)


@pytest.mark.usefixtures("_long_moments")
def test_a_moment_stays_until_it_was_seen(served: Served) -> None:
    _, table, mine = seated(served, ["me", "random", "random"], pace="fast")
    task = served.context.tables.tasks[table]
    mine.do("set", forced=False)
    while not mine.now["moment"]:
        mine.until(lambda: mine.now["turn"] or mine.now["moment"])
        if not mine.now["moment"]:
            mine.choose()
    assert mine.now["scene"]["moment"]
    assert mine.now["notes"]["moment"]
    seq = task.table.seq
    mine.do("seen")
    mine.until(lambda: not mine.now["moment"])
    assert not mine.now["scene"].get("moment")
    mine.until(lambda: mine.now["seq"] > seq or mine.now["turn"])


@pytest.mark.parametrize("ends_by", ["leaving", "pace"])
@pytest.mark.usefixtures("_long_moments")
def test_whoever_has_chosen_waits_no_longer_than_others_look(served: Served, ends_by: str) -> None:
    _, asked, other = two_at_a_moment(served)
    command = asked.send("choose", action=asked.choices()[0])
    assert other.do("chat", text="A moment!")["t"] == "done"
    assert command not in asked.answers
    if ends_by == "leaving":
        other.do("leave")
    else:
        (asked if asked.now["host"] else other).do("set", pace="at_once")
    asked.until(lambda: command in asked.answers)
    assert asked.answers[command]["t"] == "done"


@pytest.mark.usefixtures("_long_moments")
def test_who_says_what_they_have_seen_has_not_seen_what_came_later(served: Served) -> None:
    table, asked, _ = two_at_a_moment(served)
    task = served.context.tables.tasks[table]
    asked.do("seen", seq=task.table.moment - 1)
    assert not task.session.autoplay.seen
    asked.do("seen", seq=asked.now["seq"])
    assert len(task.session.autoplay.seen) == 1
    asked.until(lambda: not asked.now["moment"])


# ---- One device for several people -----------------------------------------------------------------------------------


def test_where_a_device_is_passed_round_hands_are_hidden_until_their_owner_holds_it(served: Served) -> None:
    _, table, mine = seated(served, ["me", "me", "me"], names={"1": "Ben", "2": "Chi"})
    assert mine.now["mine"] == [0, 1, 2]
    task = served.context.tables.tasks[table]
    held = set()
    for _ in range(12):
        mine.until(lambda: mine.now["curtain"] or mine.now["turn"])
        if mine.now["curtain"]:
            assert mine.now["scene"]["viewer"] == -1
            assert not mine.now["turn"]
            seat = mine.now["curtain"]["seat"]
            held.add(seat)
            assert mine.now["curtain"]["name"] == ["Aoi", "Ben", "Chi"][seat]
            assert refused(mine.do("choose", action=0)) == "Say first that it is you who holds the device."
            mine.do("reveal", seat=seat)
            mine.until(lambda: mine.now["turn"])
            assert mine.now["scene"]["viewer"] == seat
        moves = len(task.table.play.moves)
        mine.choose()
        assert len(task.table.play.moves) > moves
    assert held == {0, 1, 2}


def test_a_hand_is_not_shown_again_by_taking_back(served: Served) -> None:
    """The device may have been passed on since: whoever takes a choice back need not be who made it."""
    _, _, mine = seated(served, ["me", "me", "me"])
    first = mine.now["curtain"]["seat"]
    mine.do("reveal", seat=first)
    mine.until(lambda: mine.now["turn"])
    mine.choose()
    mine.until(lambda: mine.now["curtain"] and mine.now["curtain"]["seat"] != first)
    seq = mine.do("undo")["seq"]
    mine.until(lambda: mine.now["seq"] >= seq)
    assert mine.now["curtain"]["seat"] == first
    assert mine.now["scene"]["viewer"] == -1


def test_what_somebody_says_just_before_they_go_is_heard(served: Served) -> None:
    host, table, _ = seated(served, ["me", "open", "random"])
    friend, theirs = friend_at(served, host, table)
    spoken = served.context.tables.tasks[table].table.chat
    for number in range(10):
        theirs.send("chat", text=str(number))
        theirs.close()
        theirs = friend.connect(table).ready()
    until(lambda: len(spoken) == 10)


def test_commands_that_come_together_are_carried_out_in_their_order(served: Served) -> None:
    """As a page sends them that was cut off: all that was not answered, at once."""
    _, table, mine = seated(served, ["me", "me", "me"])
    task = served.context.tables.tasks[table]
    seat = mine.now["curtain"]["seat"]
    first, second, *_ = task.table.state.legal(seat)

    def both(*commands: tuple[str, dict[str, int]]) -> list[str]:
        sent = [mine.send(do, **fields) for do, fields in commands]
        mine.until(lambda: all(command in mine.answers for command in sent))
        return [mine.answers[command]["t"] for command in sent]

    assert both(("reveal", {"seat": seat}), ("choose", {"action": first})) == ["done", "done"]
    assert both(("undo", {}), ("choose", {"seat": seat, "action": second})) == ["done", "done"]
    (move, *_) = task.table.play.moves
    assert move == (seat, second)


# ---- Talking, and running the table ----------------------------------------------------------------------------------


def test_what_is_said_reaches_all_and_is_kept_for_who_comes_later(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "random"])
    assert mine.do("chat", text="  hello\u0007 <b>you</b> ")["t"] == "done"
    _, theirs = friend_at(served, host, table)
    theirs.until(lambda: theirs.has("chat"))
    lines = next(frame["lines"] for frame in theirs.frames if frame["t"] == "chat")
    assert lines == [{"seq": lines[0]["seq"], "seat": 0, "name": "Aoi", "text": "hello <b>you</b>", "you": False}]
    theirs.do("chat", text="hi")
    mine.until(lambda: any(line["text"] == "hi" for frame in mine.frames for line in frame.get("lines", [])))
    assert refused(mine.do("chat", text=" \u0000 ")) == "There is nothing to say in that line."


def test_the_host_runs_the_table_and_others_do_not(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "open"])
    _, theirs = friend_at(served, host, table)
    assert mine.do("set", pace="slow", limit=60, takeover=0, listed=True)["t"] == "done"
    plan = served.context.tables.tasks[table].table.settings
    assert (plan.pace, plan.limit, plan.takeover, plan.listed) == ("slow", 60, 0, True)
    assert refused(mine.do("set", limit=2)) == "A time limit is at least 5 seconds."
    assert mine.do("set", seat=2, level="club")["t"] == "done"
    assert "There are no bots of the level god" in str(refused(mine.do("set", seat=2, level="god")))
    assert "There are no bots of the level exec:" in str(refused(mine.do("set", seat=2, level="exec:rm")))
    assert refused(mine.do("set", seat=1, level="club")) == "Somebody sits there."
    assert "for a bot or stays free" in str(refused(mine.do("set", seat=2)))
    orders: list[dict[str, object]] = [{"pace": "fast"}, {"seat": 2, "open": True}, {"seat": 2, "level": "club"}]
    answers = [theirs.do("set", **order) for order in orders] + [theirs.do("close"), theirs.do("begin")]
    assert {refused(answer) for answer in answers} == {"Only the host of the table can do that."}
    assert theirs.do("set", name="Benno")["t"] == "done"
    mine.until(lambda: mine.now["scene"]["seats"][1]["name"] == "Benno")


def test_a_closed_table_says_so_and_its_unfinished_record_can_be_had(served: Served) -> None:
    host, table, mine = seated(served, ["me", "random", "random"])
    assert mine.turn()
    assert host.http.get(f"/record/{table}.json").status_code == 409
    mine.send("close")
    assert mine.of("closed")["why"] == "This table is closed."
    record = host.http.get(f"/record/{table}.json").json()
    assert record["game"] == GAME
    assert "result" not in record


def test_after_the_end_the_same_people_play_again_each_a_seat_further(served: Served) -> None:
    host = served.guest("Aoi")
    table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
    mine = host.connect(table)
    assert refused(mine.do("rematch")) == "The game is not over yet."
    play_on([mine], Rng(1))
    assert mine.do("rematch")["t"] == "done"
    mine.until(lambda: mine.has("moved"))
    address = next(frame["to"] for frame in mine.frames if frame["t"] == "moved")
    again = host.connect(address.split("/")[-1]).ready()
    assert again.now["mine"] == [1]


def test_a_hint_tells_what_speaks_for_each_choice(served: Served) -> None:
    _, _, mine = seated(served, ["me", "random", "random"])
    assert mine.turn()
    assert mine.do("hint")["t"] == "done"
    hint = next(frame["hint"] for frame in mine.frames if frame["t"] == "hint")
    assert {choice["action"] for choice in hint["choices"]} == set(mine.choices())
