"""Commands over real sockets: sit, leave, choose, chat, change the table, rematch."""

import time

import pytest

from chabudai.kernel.rng import Rng
from chabudai.session import autoplay, decide, settings
from server.running_server import (
    GAME,
    RunningServer,
    keep_moments_open,
    new_table,
    play_to_end,
    refusal,
    seat_friend,
    take_bot_seat,
    two_players_at_a_moment,
    wait_for_player_to_move,
    wait_until,
)


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "STAND_IN", "random")
    monkeypatch.setattr(decide, "STAND_IN", "random")


# ---- Sitting and leaving ---------------------------------------------------------------------------------------------


def test_a_game_begins_when_all_open_seats_are_taken(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"])
    assert mine.now["status"] == "open"
    assert refusal(mine.do("choose", action=0)) == "The game has not begun yet."
    seat_friend(server, host, table)
    mine.read_until(lambda: mine.now["status"] == "playing")


def test_a_visitor_learns_whether_a_seat_is_free(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"], listed=True)
    assert (mine.now["notes"]["awaited"], mine.now["notes"]["can_begin"], mine.now["notes"]["can_sit"]) == (1, True, "")
    stranger = server.guest("Eve").connect(table).ready()
    assert (stranger.now["notes"]["can_begin"], stranger.now["notes"]["can_sit"]) == (False, "free")
    _, theirs = seat_friend(server, host, table)
    stranger.read_until(lambda: stranger.now["status"] == "playing")
    assert (stranger.now["notes"]["awaited"], stranger.now["notes"]["can_sit"]) == (0, "")
    theirs.do("leave")
    theirs.read_until(lambda: theirs.now["notes"]["can_sit"] == "own")
    theirs.do("sit")
    theirs.read_until(lambda: theirs.now["notes"]["can_sit"] == "")


def test_the_host_can_fill_open_seats_with_bots_and_begin(server: RunningServer) -> None:
    _, _, mine = new_table(server, ["me", "open", "open"])
    assert mine.do("begin")["t"] == "done"
    mine.read_until(lambda: mine.now["status"] == "playing")
    assert [note["kind"] for note in mine.now["notes"]["seats"]] == ["person", "bot", "bot"]
    assert refusal(mine.do("begin")) == "The game has already begun."


def test_a_friend_can_replace_a_bot_during_the_game(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "random", "random"])
    _, theirs = seat_friend(server, host, table)
    assert (theirs.now["mine"], theirs.now["notes"]["can_sit"]) == ([], "bot")
    take_bot_seat(theirs, mine)
    assert theirs.now["mine"] == [1]
    mine.read_until(lambda: mine.has_received("announced"))
    mine.read_until(lambda: mine.now["scene"]["seats"][1]["name"] == "Ben")


def test_a_private_table_is_closed_to_uninvited_guests(server: RunningServer) -> None:
    _, table, _ = new_table(server, ["me", "open", "random"])
    stranger = server.guest("Eve")
    assert stranger.http.get(f"/table/{table}").status_code == 403
    connection = stranger.connect(table)
    assert connection.read() == {"t": "closed", "why": "This table is private: you need an invitation."}


def test_anybody_may_watch_a_listed_table_and_take_an_open_seat_but_not_a_bots_seat(server: RunningServer) -> None:
    _, table, mine = new_table(server, ["me", "open", "random"], listed=True)
    stranger = server.guest("Eve")
    assert table in [row["id"] for row in stranger.http.get("/").json()["tables"]]
    theirs = stranger.connect(table).ready()
    assert theirs.now["scene"]["viewer"] == -1
    assert refusal(theirs.do("sit", seat=2)) == "That seat is taken."
    assert refusal(theirs.do("sit", seat=0)) == "That seat is taken."
    assert refusal(theirs.do("sit", seat=9)) == "There is no such seat."
    assert theirs.do("sit", name="Eve\u202e\n ")["t"] == "done"
    theirs.read_until(lambda: theirs.now["mine"] == [1])
    mine.read_until(lambda: mine.now["scene"]["seats"][1]["name"] == "Eve")
    assert refusal(theirs.do("sit")) == "You already have a seat here."
    late = server.guest("Fox").connect(table)
    assert refusal(late.do("sit")) == "All seats are taken. You are welcome to watch."


def test_leaving_before_the_game_frees_the_seat(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    _, theirs = seat_friend(server, host, table)
    theirs.do("leave")
    mine.read_until(lambda: mine.now["notes"]["seats"][1]["kind"] == "free")


def test_a_player_who_leaves_during_the_game_can_return_to_the_seat(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"])
    _, theirs = seat_friend(server, host, table)
    theirs.do("leave")
    mine.read_until(lambda: mine.now["notes"]["seats"][1].get("left"))
    theirs.read_until(lambda: theirs.now["notes"]["seats"][1].get("left"))
    assert refusal(theirs.do("choose", action=0)) == "You left your seat. Sit down again first."
    assert theirs.do("sit")["t"] == "done"
    mine.read_until(lambda: not mine.now["notes"]["seats"][1].get("left"))


def test_a_bot_moves_for_an_absent_player_until_the_player_returns(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "MIN_TAKEOVER", 1)
    host, table, mine = new_table(server, ["me", "open", "random"], takeover=1)
    friend, theirs = seat_friend(server, host, table)
    mine.read_until(lambda: mine.now["status"] == "playing")
    theirs.close()
    for _ in range(3):
        assert mine.wait_for_turn()
        mine.choose()
    mine.read_until(lambda: mine.now["notes"]["seats"][1].get("stand_in") or mine.now["turn"])
    moves = server.context.tables.tasks[table].table.play.moves
    wait_until(lambda: any(seat == 1 for seat, _ in moves))
    again = friend.connect(table)
    mine.read_until(lambda: not mine.now["notes"]["seats"][1].get("stand_in"))
    while wait_for_player_to_move(again, mine) is not again:
        mine.choose()


def test_everybody_sees_at_once_that_a_bot_steps_in(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MIN_TAKEOVER", 1)
    host, table, mine = new_table(server, ["me", "open", "random"], takeover=1)
    _, theirs = seat_friend(server, host, table)
    task = server.context.tables.tasks[table]
    while task.table.waiting() != [0]:
        if theirs.wait_for_turn(0.01):
            theirs.choose()
    theirs.close()
    mine.read_until(lambda: mine.now["notes"]["seats"][1].get("takeover_at"))
    assert 0.0 < mine.now["notes"]["seats"][1]["takeover_at"] - mine.now["now"] <= 1.0
    # It is not the turn of the absent player, so no move is made.
    mine.read_until(lambda: mine.now["notes"]["seats"][1].get("stand_in"))


def test_no_bot_moves_for_an_absent_player_who_plays_only_with_bots(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "MIN_TAKEOVER", 1)
    _, table, mine = new_table(server, ["me", "random", "random"], takeover=1)
    assert mine.wait_for_turn()
    mine.close()
    task = server.context.tables.tasks[table]
    wait_until(lambda: not task.viewers)
    seq = task.table.seq
    time.sleep(1.3)
    assert task.table.seq == seq


def test_a_bot_moves_when_the_time_limit_expires(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MIN_LIMIT", 1)
    _, table, mine = new_table(server, ["me", "random", "random"], limit=1)
    assert mine.wait_for_turn()
    assert mine.now["notes"]["seats"][0]["until"] > 0
    task = server.context.tables.tasks[table]
    wait_until(lambda: any(seat == 0 for seat, _ in task.table.play.moves))


# ---- Choosing --------------------------------------------------------------------------------------------------------


def test_an_illegal_choice_is_refused_with_a_reason_in_the_players_language(server: RunningServer) -> None:
    host = server.guest("Aoi", language="ja")
    table = host.make_table(game=GAME, players=3, seats=["me", "random", "random"])
    mine = host.connect(table)
    assert mine.wait_for_turn()
    seq = mine.now["seq"]
    choices = {choice["action"]: choice.get("why") for choice in mine.now["scene"]["choices"]}
    wrong = next(action for action in range(1000) if action not in choices or choices[action] is not None)
    assert str(refusal(mine.do("choose", action=wrong))).startswith("今はできません：")
    assert mine.now["seq"] == seq


def test_a_resent_command_is_executed_once(server: RunningServer) -> None:
    _, table, mine = new_table(server, ["me", "random", "random"])
    assert mine.wait_for_turn()
    mine.do("set", forced=False)
    command = {"id": "once", "action": mine.choices()[0]}
    first = mine.do("choose", **command)
    own = [seat for seat, _ in server.context.tables.tasks[table].table.play.moves].count(0)
    mine.replies.clear()
    again = mine.do("choose", **command)
    assert (first["t"], again["t"]) == ("done", "done")
    assert again["seq"] <= first["seq"]
    assert [seat for seat, _ in server.context.tables.tasks[table].table.play.moves].count(0) == own


def test_a_choice_made_for_an_earlier_position_is_refused(server: RunningServer) -> None:
    _, table, mine = new_table(server, ["me", "random", "random"])
    moves = server.context.tables.tasks[table].table.play.moves
    mine.do("set", forced=False)
    assert mine.wait_for_turn()
    old = mine.now["seq"]
    first = {"id": "first", "action": mine.choices()[0], "seq": old}
    done = mine.do("choose", **first)
    mine.read_until(lambda: mine.now["seq"] >= done["seq"] and mine.now["turn"])
    latest = mine.now["seq"]
    moves_before = list(moves)
    assert refusal(mine.do("choose", action=mine.choices()[0], seq=old)) == "The game has moved on in the meantime."
    mine.replies.clear()
    assert mine.do("choose", **first)["t"] == "done"
    assert moves == moves_before
    mine.do("chat", text="A later entry, the same position")
    assert mine.do("choose", action=mine.choices()[0], seq=latest)["t"] == "done"
    assert moves[len(moves_before)][0] == 0


@pytest.mark.parametrize("forced", [True, False])
def test_forced_moves_are_played_automatically_unless_the_player_opts_out(server: RunningServer, forced: bool) -> None:
    """In the last trick of a round of Ameno Kirifuda, each player has one card left."""
    _, _, mine = new_table(server, ["me", "random", "random"])
    mine.do("set", forced=forced)
    without_choice = 0
    while mine.wait_for_turn():
        without_choice += len(mine.choices()) == 1
        mine.choose()
    assert (without_choice == 0) is forced


# ---- Pace and moments ------------------------------------------------------------------------------------------------


@pytest.fixture
def _keep_moments_open(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_moments_open(monkeypatch)


@pytest.mark.usefixtures("_keep_moments_open")
def test_a_moment_is_shown_until_it_is_confirmed(server: RunningServer) -> None:
    _, table, mine = new_table(server, ["me", "random", "random"], pace="fast")
    task = server.context.tables.tasks[table]
    mine.do("set", forced=False)
    while not mine.now["moment"]:
        mine.read_until(lambda: mine.now["turn"] or mine.now["moment"])
        if not mine.now["moment"]:
            mine.choose()
    assert mine.now["scene"]["moment"]
    assert mine.now["notes"]["moment"]
    seq = task.table.seq
    mine.do("seen")
    mine.read_until(lambda: not mine.now["moment"])
    assert not mine.now["scene"].get("moment")
    mine.read_until(lambda: mine.now["seq"] > seq or mine.now["turn"])


@pytest.mark.parametrize("ends_by", ["leaving", "pace"])
@pytest.mark.usefixtures("_keep_moments_open")
def test_a_choice_made_early_waits_until_the_moment_ends(server: RunningServer, ends_by: str) -> None:
    _, to_move, other = two_players_at_a_moment(server)
    command = to_move.send("choose", action=to_move.choices()[0])
    assert other.do("chat", text="A moment!")["t"] == "done"
    assert command not in to_move.replies
    if ends_by == "leaving":
        other.do("leave")
    else:
        (to_move if to_move.now["host"] else other).do("set", pace="at_once")
    to_move.read_until(lambda: command in to_move.replies)
    assert to_move.replies[command]["t"] == "done"


@pytest.mark.usefixtures("_keep_moments_open")
def test_a_resent_choice_does_not_wait_for_a_moment(server: RunningServer) -> None:
    table, *players = two_players_at_a_moment(server)
    carried_out = [command.partition(" ")[2] for command in server.context.tables.tasks[table].table.commands]
    player, command = next(
        (player, command) for player in players for command in carried_out if command in player.replies
    )
    first = player.replies.pop(command)
    assert player.do("choose", id=command, action=0) == first


@pytest.mark.usefixtures("_keep_moments_open")
def test_confirming_an_earlier_position_does_not_confirm_a_later_moment(server: RunningServer) -> None:
    table, to_move, _ = two_players_at_a_moment(server)
    task = server.context.tables.tasks[table]
    to_move.do("seen", seq=task.table.moment_seq - 1)
    assert not task.session.autoplay.confirmed
    to_move.do("seen", seq=to_move.now["seq"])
    assert len(task.session.autoplay.confirmed) == 1
    to_move.read_until(lambda: not to_move.now["moment"])


# ---- A shared device -------------------------------------------------------------------------------------------------


def test_on_a_shared_device_a_hand_is_hidden_until_its_owner_confirms(server: RunningServer) -> None:
    _, table, mine = new_table(server, ["me", "me", "me"], names={"1": "Ben", "2": "Chi"})
    assert mine.now["mine"] == [0, 1, 2]
    task = server.context.tables.tasks[table]
    confirmed = set()
    for _ in range(12):
        mine.read_until(lambda: mine.now["curtain"] or mine.now["turn"])
        if mine.now["curtain"]:
            assert mine.now["scene"]["viewer"] == -1
            assert not mine.now["turn"]
            seat = mine.now["curtain"]["seat"]
            confirmed.add(seat)
            assert mine.now["curtain"]["name"] == ["Aoi", "Ben", "Chi"][seat]
            assert refusal(mine.do("choose", action=0)) == "First confirm who is holding the device."
            mine.do("reveal", seat=seat)
            mine.read_until(lambda: mine.now["turn"])
            assert mine.now["scene"]["viewer"] == seat
        moves = len(task.table.play.moves)
        mine.choose()
        assert len(task.table.play.moves) > moves
    assert confirmed == {0, 1, 2}


def test_undo_does_not_show_a_hand_again(server: RunningServer) -> None:
    """Somebody else may be holding the device by then."""
    _, _, mine = new_table(server, ["me", "me", "me"])
    first = mine.now["curtain"]["seat"]
    mine.do("reveal", seat=first)
    mine.read_until(lambda: mine.now["turn"])
    mine.choose()
    mine.read_until(lambda: mine.now["curtain"] and mine.now["curtain"]["seat"] != first)
    seq = mine.do("undo")["seq"]
    mine.read_until(lambda: mine.now["seq"] >= seq)
    assert mine.now["curtain"]["seat"] == first
    assert mine.now["scene"]["viewer"] == -1


def test_a_resent_choice_is_confirmed_although_the_shared_device_goes_to_somebody_else(server: RunningServer) -> None:
    _, _, mine = new_table(server, ["me", "me", "me"])
    mine.do("reveal", seat=mine.now["curtain"]["seat"])
    mine.read_until(lambda: mine.now["turn"])
    first = mine.do("choose", id="1", action=mine.choices()[0])
    mine.read_until(lambda: mine.now["curtain"])
    del mine.replies["1"]
    assert mine.do("choose", id="1", action=0) == first


def test_a_chat_message_sent_just_before_disconnecting_arrives(server: RunningServer) -> None:
    host, table, _ = new_table(server, ["me", "open", "random"])
    friend, theirs = seat_friend(server, host, table)
    chat = server.context.tables.tasks[table].table.chat
    for number in range(10):
        theirs.send("chat", text=str(number))
        theirs.close()
        theirs = friend.connect(table).ready()
    wait_until(lambda: len(chat) == 10)


def test_commands_sent_together_are_executed_in_order(server: RunningServer) -> None:
    """After a lost connection, a page resends all commands without a reply together."""
    _, table, mine = new_table(server, ["me", "me", "me"])
    task = server.context.tables.tasks[table]
    seat = mine.now["curtain"]["seat"]
    first, second, *_ = task.table.state.legal(seat)

    def send_together(*commands: tuple[str, dict[str, int]]) -> list[str]:
        sent = [mine.send(do, **fields) for do, fields in commands]
        mine.read_until(lambda: all(command in mine.replies for command in sent))
        return [mine.replies[command]["t"] for command in sent]

    assert send_together(("reveal", {"seat": seat}), ("choose", {"action": first})) == ["done", "done"]
    assert send_together(("undo", {}), ("choose", {"seat": seat, "action": second})) == ["done", "done"]
    (move, *_) = task.table.play.moves
    assert move == (seat, second)


# ---- Chat, hints and the host ----------------------------------------------------------------------------------------


def test_chat_reaches_everybody_including_those_who_join_later(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"])
    assert mine.do("chat", text="  hello\u0007 <b>you</b> ")["t"] == "done"
    _, theirs = seat_friend(server, host, table)
    theirs.read_until(lambda: theirs.has_received("chat"))
    lines = next(frame["lines"] for frame in theirs.messages if frame["t"] == "chat")
    line = {"seat": 0, "name": "Aoi", "text": "hello <b>you</b>", "you": False, "writer": 0, "reaction": ""}
    assert lines == [{"seq": lines[0]["seq"], **line}]
    theirs.do("chat", text="hi")
    mine.read_until(lambda: any(line["text"] == "hi" for frame in mine.messages for line in frame.get("lines", [])))
    assert refusal(mine.do("chat", text=" \u0000 ")) == "That message is empty."


def test_only_the_host_can_change_the_table(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    _, theirs = seat_friend(server, host, table)
    assert mine.do("set", pace="slow", limit=60, takeover=0, listed=True)["t"] == "done"
    settings = server.context.tables.tasks[table].table.settings
    assert (settings.pace, settings.limit, settings.takeover, settings.listed) == ("slow", 60, 0, True)
    assert refusal(mine.do("set", limit=2)) == "The time limit must be at least 5 seconds."
    assert mine.do("set", seat=2, level="club")["t"] == "done"
    assert "There is no bot level “god”" in str(refusal(mine.do("set", seat=2, level="god")))
    assert "There is no bot level “exec:rm”" in str(refusal(mine.do("set", seat=2, level="exec:rm")))
    assert refusal(mine.do("set", seat=1, level="club")) == "That seat is taken."
    assert "gets a bot or stays open" in str(refusal(mine.do("set", seat=2)))
    orders: list[dict[str, object]] = [{"pace": "fast"}, {"seat": 2, "open": True}, {"seat": 2, "level": "club"}]
    replies = [theirs.do("set", **order) for order in orders] + [theirs.do("close"), theirs.do("begin")]
    assert {refusal(reply) for reply in replies} == {"Only the host can do that."}
    assert theirs.do("set", name="Benno")["t"] == "done"
    mine.read_until(lambda: mine.now["scene"]["seats"][1]["name"] == "Benno")


def test_the_unfinished_record_of_a_closed_table_can_be_downloaded(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "random", "random"])
    assert mine.wait_for_turn()
    assert host.http.get(f"/record/{table}.json").status_code == 409
    mine.send("close")
    assert mine.wait_for("closed")["why"] == "This table is closed."
    record = host.http.get(f"/record/{table}.json").json()
    assert record["game"] == GAME
    assert "result" not in record


def test_a_rematch_moves_everybody_to_the_next_seat(server: RunningServer) -> None:
    host = server.guest("Aoi")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    mine = host.connect(table)
    assert refusal(mine.do("rematch")) == "The game is not over yet."
    play_to_end([mine], Rng(1))
    assert mine.do("rematch")["t"] == "done"
    mine.read_until(lambda: mine.has_received("moved"))
    address = next(frame["to"] for frame in mine.messages if frame["t"] == "moved")
    again = host.connect(address.split("/")[-1]).ready()
    assert again.now["mine"] == [1]


def test_a_hint_covers_every_choice(server: RunningServer) -> None:
    _, _, mine = new_table(server, ["me", "random", "random"])
    assert mine.wait_for_turn()
    assert mine.do("hint")["t"] == "done"
    hint = next(frame["hint"] for frame in mine.messages if frame["t"] == "hint")
    assert {choice["action"] for choice in hint["choices"]} == set(mine.choices())
