"""Undo: immediate for a lone player, by vote among people; every vote ends."""

import asyncio

import pytest

from chabudai.session.log import Entry, TookBack, decode_entry
from server.running_server import (
    RunningServer,
    SocketClient,
    keep_moments_open,
    new_table,
    refusal,
    seat_friend,
    two_players_at_a_moment,
    wait_for_player_to_move,
)


def test_a_lone_player_undoes_a_choice_immediately(server: RunningServer) -> None:
    _, _, mine = new_table(server, ["me", "random", "random"])
    assert mine.wait_for_turn()
    assert refusal(mine.do("undo")) == "You have no move to take back."
    before = mine.now["scene"]
    mine.do("choose", action=mine.choices()[0])
    reply = mine.do("undo")
    if reply["t"] == "done":
        mine.read_until(lambda: mine.now["seq"] >= reply["seq"])
        assert mine.now["scene"]["choices"] == before["choices"]
    else:
        assert refusal(reply) == "Too late: cards have been revealed since."


def test_with_other_people_an_undo_requires_everybodys_consent(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    _, second = seat_friend(server, host, table, "Ben")
    _, third = seat_friend(server, host, table, "Chi")
    players = [mine, second, third]
    requester = wait_for_player_to_move(*players)
    others = [player for player in players if player is not requester]
    before = requester.now["scene"]["choices"]
    requester.choose()

    first = requester.send("undo")
    for other in others:
        wait_for_vote(other)
        assert not other.now["notes"]["asking"]
    requester.read_until(lambda: requester.now["notes"]["asking"])
    assert others[0].do("agree", yes=False)["t"] == "done"
    requester.read_until(lambda: first in requester.replies)
    assert refusal(requester.replies[first]) == "The others did not agree."
    for other in others:
        other.read_until(lambda: not other.now["ask"])  # noqa: B023
    assert refusal(others[1].do("agree", yes=True)) == "There is nothing to vote on."

    again = requester.send("undo")
    for other in others:
        wait_for_vote(other)
        assert again not in requester.replies
        assert other.do("agree", yes=True)["t"] == "done"
    requester.read_until(lambda: again in requester.replies)
    seq = requester.replies[again]["seq"]
    requester.read_until(lambda: requester.now["seq"] >= seq)
    assert requester.now["scene"]["choices"] == before


def wait_for_vote(connection: SocketClient) -> None:
    """Wait until this player is asked to agree to an undo."""
    connection.read_until(lambda: connection.now["ask"])


def host_requests_undo(server: RunningServer) -> tuple[SocketClient, SocketClient, str]:
    """Let the host request an undo from a friend; return both sockets and the command's id."""
    host, table, mine = new_table(server, ["me", "open", "random"])
    _, theirs = seat_friend(server, host, table)
    while wait_for_player_to_move(mine, theirs) is not mine:
        theirs.choose()
    mine.choose()
    command = mine.send("undo")
    wait_for_vote(theirs)
    return mine, theirs, command


def test_a_vote_ends_when_a_bot_replaces_the_requester(server: RunningServer) -> None:
    mine, theirs, command = host_requests_undo(server)
    assert mine.do("set", seat=0, level="random")["t"] == "done"
    mine.read_until(lambda: command in mine.replies)
    assert refusal(mine.replies[command]) == "You have no seat at this table."
    theirs.read_until(lambda: not theirs.now["ask"])


def test_a_vote_ends_when_the_requester_leaves(server: RunningServer) -> None:
    mine, theirs, command = host_requests_undo(server)
    assert mine.do("leave")["t"] == "done"
    mine.read_until(lambda: command in mine.replies)
    assert refusal(mine.replies[command]) == "You left your seat. Sit down again first."
    theirs.read_until(lambda: not theirs.now["ask"])


def test_a_player_who_has_left_cannot_undo(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "random"])
    _, theirs = seat_friend(server, host, table)
    while wait_for_player_to_move(mine, theirs) is not mine:
        theirs.choose()
    mine.choose()
    mine.do("leave")
    assert refusal(mine.do("undo")) == "You left your seat. Sit down again first."


def test_a_player_who_leaves_no_longer_votes(server: RunningServer) -> None:
    host, table, mine = new_table(server, ["me", "open", "open"])
    players = [mine, *(seat_friend(server, host, table, name)[1] for name in ("Ben", "Chi"))]
    requester = wait_for_player_to_move(*players)
    requester.choose()
    command = requester.send("undo")
    agrees, leaves = (player for player in players if player is not requester)
    for other in (agrees, leaves):
        wait_for_vote(other)
    agrees.do("agree", yes=True)
    assert command not in requester.replies
    leaves.do("leave")
    requester.read_until(lambda: command in requester.replies)
    assert requester.replies[command]["t"] == "done"


def test_a_vote_ends_when_the_table_closes(server: RunningServer) -> None:
    mine, theirs, command = host_requests_undo(server)
    mine.do("close")
    mine.read_until(lambda: mine.has_received("closed"))
    assert refusal(mine.replies[command]) == "This table is closed."
    theirs.read_until(lambda: theirs.has_received("closed"))


def test_an_undo_applies_only_to_the_move_that_was_voted_on(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last voter leaves, which also ends the moment: the waiting choice is executed first."""
    keep_moments_open(monkeypatch)
    table, requester, other = two_players_at_a_moment(server)
    waiting_choice = requester.send("choose", action=requester.choices()[0])
    undo = requester.send("undo")
    wait_for_vote(other)
    other.do("leave")
    requester.read_until(lambda: undo in requester.replies and waiting_choice in requester.replies)
    taken_back = any(isinstance(entry, TookBack) for entry in entries_of(server, table))
    assert requester.replies[waiting_choice]["t"] == ("refused" if taken_back else "done")
    assert requester.replies[undo]["t"] == ("done" if taken_back else "refused")


def entries_of(server: RunningServer, table: str) -> list[Entry]:
    game = server.context.tables.tasks[table].table.game
    return [decode_entry(row.entry, game) for row in asyncio.run(server.context.tables.store.read_log(table))]


def test_a_waiting_choice_is_refused_after_an_undo(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_moments_open(monkeypatch)
    _, requester, other = two_players_at_a_moment(server)
    waiting_choice = requester.send("choose", action=requester.choices()[0])
    taken_back = requester.send("undo")
    wait_for_vote(other)
    other.do("agree", yes=True)
    requester.read_until(lambda: taken_back in requester.replies and waiting_choice in requester.replies)
    assert requester.replies[taken_back]["t"] == "done"
    assert refusal(requester.replies[waiting_choice]) == "The game has moved on in the meantime."
