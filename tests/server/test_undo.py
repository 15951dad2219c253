"""A choice is taken back alone at once, with people only if all agree; and the question ends, whatever happens."""

import asyncio

import pytest

from chabudai.session.log import Entry, TookBack, read
from server.served import Connection, Served, friend_at, long_moments, refused, seated, two_at_a_moment, whose_turn


def test_alone_a_choice_is_taken_back_at_once(served: Served) -> None:
    _, _, mine = seated(served, ["me", "random", "random"])
    assert mine.turn()
    assert refused(mine.do("undo")) == "There is nothing of yours to take back."
    before = mine.now["scene"]
    mine.do("choose", action=mine.choices()[0])
    answer = mine.do("undo")
    if answer["t"] == "done":
        mine.until(lambda: mine.now["seq"] >= answer["seq"])
        assert mine.now["scene"]["choices"] == before["choices"]
    else:
        assert refused(answer) == "It is too late: cards have been turned up since."


def test_with_people_a_choice_is_taken_back_only_if_all_agree(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "open"])
    _, second = friend_at(served, host, table, "Ben")
    _, third = friend_at(served, host, table, "Chi")
    players = [mine, second, third]
    mover = whose_turn(*players)
    others = [player for player in players if player is not mover]
    before = mover.now["scene"]["choices"]
    mover.choose()

    asked = mover.send("undo")
    for other in others:
        wait_for_question(other)
        assert not other.now["notes"]["asking"]
    mover.until(lambda: mover.now["notes"]["asking"])
    assert others[0].do("agree", yes=False)["t"] == "done"
    mover.until(lambda: asked in mover.answers)
    assert refused(mover.answers[asked]) == "The others would rather not."
    for other in others:
        other.until(lambda: not other.now["ask"])  # noqa: B023
    assert refused(others[1].do("agree", yes=True)) == "Nobody has asked."

    again = mover.send("undo")
    for other in others:
        wait_for_question(other)
        assert again not in mover.answers
        assert other.do("agree", yes=True)["t"] == "done"
    mover.until(lambda: again in mover.answers)
    seq = mover.answers[again]["seq"]
    mover.until(lambda: mover.now["seq"] >= seq)
    assert mover.now["scene"]["choices"] == before


def wait_for_question(connection: Connection) -> None:
    connection.until(lambda: connection.now["ask"])


def asked_by_the_host(served: Served) -> tuple[Connection, Connection, str]:
    """The host would like to take a choice back, and a friend is asked; the id of the command."""
    host, table, mine = seated(served, ["me", "open", "random"])
    _, theirs = friend_at(served, host, table)
    while whose_turn(mine, theirs) is not mine:
        theirs.choose()
    mine.choose()
    command = mine.send("undo")
    wait_for_question(theirs)
    return mine, theirs, command


def test_nobody_is_asked_for_one_who_plays_no_more(served: Served) -> None:
    mine, theirs, command = asked_by_the_host(served)
    assert mine.do("set", seat=0, level="random")["t"] == "done"
    mine.until(lambda: command in mine.answers)
    assert refused(mine.answers[command]) == "You do not sit at this table."
    theirs.until(lambda: not theirs.now["ask"])


def test_nobody_is_asked_for_one_who_has_left(served: Served) -> None:
    mine, theirs, command = asked_by_the_host(served)
    assert mine.do("leave")["t"] == "done"
    mine.until(lambda: command in mine.answers)
    assert refused(mine.answers[command]) == "You have left your seat. Sit down again first."
    theirs.until(lambda: not theirs.now["ask"])


def test_who_has_left_takes_nothing_back(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "random"])
    _, theirs = friend_at(served, host, table)
    while whose_turn(mine, theirs) is not mine:
        theirs.choose()
    mine.choose()
    mine.do("leave")
    assert refused(mine.do("undo")) == "You have left your seat. Sit down again first."


def test_whoever_leaves_need_not_agree(served: Served) -> None:
    host, table, mine = seated(served, ["me", "open", "open"])
    players = [mine, *(friend_at(served, host, table, name)[1] for name in ("Ben", "Chi"))]
    mover = whose_turn(*players)
    mover.choose()
    command = mover.send("undo")
    agrees, leaves = (player for player in players if player is not mover)
    for other in (agrees, leaves):
        wait_for_question(other)
    agrees.do("agree", yes=True)
    assert command not in mover.answers
    leaves.do("leave")
    mover.until(lambda: command in mover.answers)
    assert mover.answers[command]["t"] == "done"


def test_a_table_that_is_closed_asks_nothing_more(served: Served) -> None:
    mine, theirs, command = asked_by_the_host(served)
    mine.do("close")
    mine.until(lambda: mine.has("closed"))
    assert refused(mine.answers[command]) == "This table is closed."
    theirs.until(lambda: theirs.has("closed"))


def test_what_is_taken_back_is_what_the_others_agreed_to(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one who has not agreed leaves, which ends the moment, too: the choice that waited comes first."""
    long_moments(monkeypatch)
    table, asked, other = two_at_a_moment(served)
    waits = asked.send("choose", action=asked.choices()[0])
    undo = asked.send("undo")
    wait_for_question(other)
    other.do("leave")
    asked.until(lambda: undo in asked.answers and waits in asked.answers)
    taken_back = any(isinstance(entry, TookBack) for entry in entries_of(served, table))
    assert asked.answers[waits]["t"] == ("refused" if taken_back else "done")
    assert asked.answers[undo]["t"] == ("done" if taken_back else "refused")


def entries_of(served: Served, table: str) -> list[Entry]:
    game = served.context.tables.tasks[table].table.game
    return [read(row.entry, game) for row in asyncio.run(served.context.tables.store.log(table))]


def test_a_choice_that_waits_is_not_made_in_an_earlier_position(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_moments(monkeypatch)
    _, asked, other = two_at_a_moment(served)
    waits = asked.send("choose", action=asked.choices()[0])
    taken_back = asked.send("undo")
    wait_for_question(other)
    other.do("agree", yes=True)
    asked.until(lambda: taken_back in asked.answers and waits in asked.answers)
    assert asked.answers[taken_back]["t"] == "done"
    assert refused(asked.answers[waits]) == "The game has gone on in the meantime."
