"""Votes: what the others must agree to, who votes, and when a vote ends."""

import pytest

from chabudai.session import commands, log
from chabudai.session.commands import AcceptInvitationCommand, TransferSeatCommand
from chabudai.session.decide import Actor, may_sit, may_watch
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.rematch import open_rematch
from chabudai.session.session import Session
from chabudai.session.views import Viewer
from session.tables import begin_session, choose_any, do, open_session, people, refusal_of, seat_lines

BOTS: list[Entry] = [log.BotSeated(1, "club"), log.BotSeated(2, "club")]


# ---- Consent ---------------------------------------------------------------------------------------------------------


def spectator_of(session: Session, guest: str) -> None:
    do(session, guest, AcceptInvitationCommand(session.table.invitation))


def test_taking_over_the_seat_of_a_bot_needs_the_consent_of_all_people() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    spectator_of(session, "eve")
    sit = commands.SitCommand("1", 2)
    assert refusal_of(session, "eve", sit) == "needs_consent"
    vote = session.open_vote(Actor("eve", "Eve"), sit, 0.0)
    assert (vote.kind, vote.name, vote.seat) == ("seat", "Eve", 2)
    assert vote.asks("a", 0.0)
    session.count_vote("a", agree=True, now=0.0)
    assert vote.result is None
    session.count_vote("b", agree=True, now=0.0)
    assert vote.result == "agreed"
    assert vote.entries(0.0) == [log.Sat(2, "eve", "Eve")]


def test_one_person_can_refuse_a_second_cookie_the_seat_of_a_bot() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    spectator_of(session, "b's other cookie")
    vote = session.open_vote(Actor("b's other cookie", "B"), commands.SitCommand("1"), 0.0)
    session.count_vote("b", agree=True, now=0.0)
    session.count_vote("a", agree=False, now=0.0)
    assert isinstance(vote.result, Refused)
    assert vote.result.message_id == "others_refused"


def test_a_vote_on_an_earlier_question_does_not_count_for_the_next() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat = session.table.waiting()[0]
    choose_any(session, 0.0)
    asker, first, second = ("abc"[(seat + shift) % 3] for shift in range(3))
    undo = session.open_vote(Actor(asker), commands.UndoCommand("1"), 0.0)
    session.count_vote(first, agree=False, now=0.0)
    removal = session.open_vote(Actor(asker), commands.RemoveCommand("2", "abc".index(first)), 1.0)
    with pytest.raises(Refused, match="nothing_asked"):
        session.count_vote(second, agree=True, now=1.0, number=undo.number)
    assert removal.result is None
    session.count_vote(second, agree=True, now=1.0, number=removal.number)
    assert removal.result == "agreed"


def test_consent_to_one_seat_gives_no_other() -> None:
    session = begin_session(*people("host", "p", "d"), log.BotSeated(3, "club"), players=4, host="host")
    do(session, "p", commands.LeaveCommand("1"))
    spectator_of(session, "eve")
    vote = session.open_vote(Actor("eve", "Eve"), commands.SitCommand("2"), 0.0)
    assert vote.seat == 3
    session.count_vote("d", agree=True, now=0.0)
    do(session, "host", commands.SetCommand("3", seat=1, level="club"))
    session.count_vote("host", agree=True, now=0.0)
    assert vote.result == "agreed"
    assert vote.entries(0.0) == [log.Sat(3, "eve", "Eve")]


def test_a_shorter_takeover_time_takes_nobodys_vote_away_at_once() -> None:
    session = begin_session(*people("host", "b"), log.BotSeated(2, "club"), takeover=120, host="host")
    for guest in ("host", "b"):
        session.presence.connect(guest)
    session.presence.disconnect("b", 100.0)
    spectator_of(session, "eve")
    vote = session.open_vote(Actor("eve", "Eve"), commands.SitCommand("1"), 115.0)
    session.count_vote("host", agree=True, now=115.0)
    do(session, "host", commands.SetCommand("2", takeover=10), now=115.0)
    session.update_vote(124.0)
    assert vote.result is None
    assert not session.autoplay.bot_stands_in(1, 124.0)
    session.update_vote(125.0)
    assert vote.result == "agreed"


def test_only_an_invited_guest_may_ask_for_the_seat_of_a_bot() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"), listed=True)
    assert refusal_of(session, "stranger", commands.SitCommand("1", 2)) == "seat_taken"


def test_who_asked_for_a_seat_and_got_it_from_somebody_else_meanwhile_is_refused() -> None:
    session = begin_session(*people("a"), *BOTS)
    spectator_of(session, "b")
    spectator_of(session, "c")
    vote = session.open_vote(Actor("b", "b"), commands.SitCommand("1", 1), 0.0)
    session.apply(log.Sat(1, "c", "c"), 0.0)
    assert isinstance(vote.result, Refused)
    assert vote.result.message_id == "seat_taken"


def test_people_who_left_or_are_away_for_too_long_have_no_vote() -> None:
    session = begin_session(*people("a", "b", "c"), takeover=30)
    for guest in "abc":
        session.presence.connect(guest)
    session.presence.disconnect("b", 100.0)
    do(session, "c", commands.LeaveCommand("1"))
    do(session, "a", commands.SetCommand("2", seat=2, level="club"))
    spectator_of(session, "d")
    sit = commands.SitCommand("3", 2)
    vote = session.open_vote(Actor("d", "d"), sit, 101.0)
    session.count_vote("a", agree=True, now=101.0)
    assert vote.result is None
    assert session.seconds_to_alarm(101.0) == pytest.approx(29.0, abs=0.01)
    session.update_vote(130.0)
    assert vote.result == "agreed"


def test_nobody_takes_a_seat_while_all_others_are_away() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"), takeover=30)
    spectator_of(session, "eve")
    sit = commands.SitCommand("1", 2)
    assert session.presence.is_away("a", 30, 1000.0)
    with pytest.raises(Refused, match="needs_consent"):
        session.decide(Actor("eve", "eve"), sit, 1000.0)
    with pytest.raises(Refused, match="nobody_votes"):
        session.open_vote(Actor("eve", "eve"), sit, 1000.0)
    session.presence.connect("a")
    vote = session.open_vote(Actor("eve", "eve"), sit, 1000.0)
    session.presence.disconnect("a", 1001.0)
    session.update_vote(1031.0)
    assert isinstance(vote.result, Refused)
    assert vote.result.message_id == "nobody_votes"


def test_who_was_refused_waits_before_asking_again() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    spectator_of(session, "eve")
    session.open_vote(Actor("eve", "eve"), commands.SitCommand("1", 2), 0.0)
    session.count_vote("a", agree=False, now=5.0)
    with pytest.raises(Refused, match="asked_recently"):
        session.open_vote(Actor("eve", "eve"), commands.SitCommand("2", 2), 34.0)
    session.open_vote(Actor("eve", "eve"), commands.SitCommand("3", 2), 35.0)


def test_the_others_vote_on_the_name_that_the_newcomer_will_have() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    spectator_of(session, "eve")
    assert session.open_vote(Actor("eve", "Alice"), commands.SitCommand("1", 2, "Mallory"), 0.0).name == "Mallory"


def test_a_vote_on_a_seat_ends_after_two_minutes() -> None:
    session = begin_session(*people("a"), *BOTS)
    session.presence.connect("a")
    spectator_of(session, "b")
    vote = session.open_vote(Actor("b", "b"), commands.SitCommand("1", 1), 0.0)
    choose_any(session, 1.0)
    session.update_vote(119.0)
    assert vote.result is None
    session.update_vote(120.0)
    assert isinstance(vote.result, Refused)
    assert vote.result.message_id == "no_answer"


def test_without_other_people_a_seat_is_taken_at_once() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)))
    spectator_of(session, "a")
    assert session.decide(Actor("a", "a"), commands.SitCommand("1"), 0.0) == [log.Sat(0, "a", "a")]


def test_an_undo_without_a_vote_is_refused_while_others_play() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    guest = session.table.holders[session.table.waiting()[0]].guest
    choose_any(session, 0.0)
    assert refusal_of(session, guest, commands.UndoCommand("1")) == "needs_consent"


def test_a_viewer_learns_what_to_vote_on() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    spectator_of(session, "eve")
    session.open_vote(Actor("eve", "Eve"), commands.SitCommand("1"), 0.0)
    ask = session.view(Viewer("a", "en"), 0.0).header.ask
    assert ask is not None
    assert (ask.kind, ask.name, ask.seat) == ("seat", "Eve", 2)
    assert ask.player == session.table.names("en")[2]
    assert session.view(Viewer("eve", "en"), 0.0).header.ask is None
    assert session.view(Viewer("eve", "en"), 0.0).notes.asking


# ---- Removing --------------------------------------------------------------------------------------------------------


def test_before_the_game_the_host_removes_a_player() -> None:
    session = open_session(people("a", "b"))
    assert refusal_of(session, "b", commands.RemoveCommand("1", 0)) == "host_only"
    assert session.decide(Actor("a"), commands.RemoveCommand("2", 1), 0.0) == [log.PlayerRemoved(1, "b")]
    do(session, "a", commands.RemoveCommand("2", 1))
    assert session.table.holders[1].free
    assert not may_sit(session.table, "b")
    assert not may_watch(session.table, "b")
    assert refusal_of(session, "b", AcceptInvitationCommand(0)) == "removed"
    assert refusal_of(session, "b", commands.ChatCommand("3", "hello")) == "removed"


def test_during_the_game_the_others_remove_a_player_by_a_vote() -> None:
    session = begin_session(*people("a", "b", "c"))
    remove = commands.RemoveCommand("1", 2)
    assert refusal_of(session, "a", remove) == "needs_consent"
    vote = session.open_vote(Actor("a"), remove, 0.0)
    assert (vote.kind, vote.seat) == ("remove", 2)
    assert not vote.asks("c", 0.0)
    with pytest.raises(Refused, match="nothing_asked"):
        session.count_vote("c", agree=False, now=0.0)
    session.count_vote("b", agree=True, now=0.0)
    assert vote.result == "agreed"
    for entry in vote.entries(0.0):
        session.apply(entry, 0.0)
    assert session.table.holders[2].level
    assert seat_lines(session) == ["c was removed. A bot plays on."]
    assert refusal_of(session, "c", commands.SitCommand("2")) == "removed"


def test_a_player_cannot_prevent_their_removal_by_asking_for_something_else() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    spoiler = session.table.holders[session.table.waiting()[0]].guest
    choose_any(session, 0.0)
    others = [guest for guest in "abc" if guest != spoiler]
    undo = session.open_vote(Actor(spoiler), commands.UndoCommand("1"), 0.0)
    seat = session.table.seats_of(spoiler)[0]
    vote = session.open_vote(Actor(others[0]), commands.RemoveCommand("2", seat), 1.0)
    assert isinstance(undo.result, Refused)
    with pytest.raises(Refused, match="asked_already"):
        session.open_vote(Actor(spoiler), commands.UndoCommand("3"), 1.0)
    session.count_vote(others[1], agree=True, now=2.0)
    assert vote.result == "agreed"


def test_a_player_cannot_prevent_their_removal_by_moving_to_another_device() -> None:
    session = begin_session(*people("a", "b", "c"))
    vote = session.open_vote(Actor("a"), commands.RemoveCommand("1", 2), 0.0)
    do(session, "phone", TransferSeatCommand(2, "c", session.table.holders[2].sat_seq, 900.0))
    session.count_vote("b", agree=True, now=1.0)
    assert vote.result == "agreed"
    assert vote.entries(1.0) == [log.PlayerRemoved(2, "phone", "casual")]


def test_a_removed_host_is_not_the_host_of_the_rematch() -> None:
    session = begin_session(*people("a", "b", "c"), host="a")
    do(session, "b", commands.RemoveCommand("1", 0))
    opened, entries = open_rematch(session.table)
    assert opened.host in ("b", "c")
    assert log.Invited("a") not in entries


def test_nobody_removes_a_player_alone() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    assert refusal_of(session, "a", commands.RemoveCommand("1", 1)) == "needs_consent"
    with pytest.raises(Refused, match="nobody_votes"):
        session.open_vote(Actor("a"), commands.RemoveCommand("1", 1), 0.0)
    assert session.view(Viewer("a", "en"), 0.0).notes.can_remove == []


def test_only_another_player_can_be_removed() -> None:
    session = begin_session(*people("a", "b", "c"))
    assert refusal_of(session, "a", commands.RemoveCommand("1", 0)) == "nobody_to_remove"
    assert refusal_of(session, "a", commands.RemoveCommand("1", 9)) == "no_such_seat"
    assert refusal_of(session, "eve", commands.RemoveCommand("1", 1)) == "not_seated"
    assert session.view(Viewer("a", "en"), 0.0).notes.can_remove == [1, 2]
