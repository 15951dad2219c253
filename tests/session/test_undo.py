"""Undo: what is taken back together, what is too late, and how the others vote."""

import pytest

from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.decide import Actor
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.vote import Vote
from session.tables import begin_session, choose_any, do, people, run_autoplay

UNDO = commands.UndoCommand("u")


def after_a_move(*guests: str) -> tuple[Session, str]:
    """Return a session in which a guest has just made a choice, and the guest."""
    session = begin_session(
        *people(*guests), *(log.BotSeated(seat, "club") for seat in range(len(guests), 3)), pace="at_once"
    )
    while not session.table.holders[session.table.waiting()[0]].guest:
        choose_any(session, 0.0)
        run_autoplay(session, 0.0)
    guest = session.table.holders[session.table.waiting()[0]].guest
    choose_any(session, 0.0)
    return session, guest


def with_vote(*guests: str) -> tuple[Session, str, Vote]:
    session, guest = after_a_move(*guests)
    assert session.needs_vote(Actor(guest), UNDO, 0.0)
    return session, guest, session.open_vote(Actor(guest), UNDO, 0.0)


def result_of(vote: Vote) -> str:
    return vote.result.message_id if isinstance(vote.result, Refused) else str(vote.result)


def test_a_person_who_plays_alone_takes_a_choice_back_without_a_vote() -> None:
    session, guest = after_a_move("a")
    assert not session.needs_vote(Actor(guest), UNDO, 0.0)
    moves = len(session.table.play.moves)
    (entry,) = do(session, guest, UNDO)
    assert entry == log.TookBack(moves - 1)
    assert session.table.holders[session.table.waiting()[0]].guest == guest


def test_without_a_choice_there_is_nothing_to_take_back() -> None:
    session = begin_session(*people("a", "b", "c"))
    with pytest.raises(Refused, match="nothing_to_undo"):
        do(session, "a", UNDO)
    with pytest.raises(Refused, match="not_seated"):
        do(session, "eve", UNDO)


def test_a_choice_before_a_reveal_by_chance_cannot_be_taken_back() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    rng = Rng(1)
    while session.table.state.part == 0:
        choose_any(session, 0.0, rng)
        run_autoplay(session, 0.0)
    for guest in "abc":
        with pytest.raises(Refused, match="cannot_undo"):
            do(session, guest, UNDO)


def test_choices_revealed_together_are_taken_back_together() -> None:
    session = begin_session(*people("a", "b", "c"), game="thousand_cats", pace="at_once")
    while len(session.table.waiting()) < 2:
        choose_any(session, 0.0)
        run_autoplay(session, 0.0)
    moves = len(session.table.play.moves)
    for _ in range(len(session.table.waiting())):
        choose_any(session, 0.0)
    assert len(session.table.play.moves) > moves + 1
    (entry,) = do(session, "c", UNDO)
    assert entry == log.TookBack(moves)


def test_all_others_must_agree() -> None:
    session, guest, vote = with_vote("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    assert vote.asks(first, 0.0)
    assert not vote.asks(guest, 0.0)
    session.count_vote(first, agree=True, now=0.0)
    assert vote.result is None
    assert not vote.asks(first, 0.0)
    session.count_vote(second, agree=True, now=0.0)
    assert vote.result == "agreed"
    assert session.vote is None
    assert vote.entries(0.0) == [log.TookBack(len(session.table.play.moves) - 1)]


def test_a_single_refusal_ends_the_vote() -> None:
    session, guest, vote = with_vote("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    session.count_vote(first, agree=False, now=0.0)
    assert result_of(vote) == "others_refused"
    with pytest.raises(Refused, match="nothing_asked"):
        session.count_vote(second, agree=True, now=0.0)
    assert result_of(vote) == "others_refused"


def test_only_the_other_players_vote() -> None:
    session, guest, _ = with_vote("a", "b", "c")
    for non_voter in (guest, "eve"):
        with pytest.raises(Refused, match="nothing_asked"):
            session.count_vote(non_voter, agree=True, now=0.0)


def test_only_one_vote_is_open_at_a_time() -> None:
    session, guest, _ = with_vote("a", "b", "c")
    with pytest.raises(Refused, match="asked_already"):
        session.open_vote(Actor(guest), UNDO, 0.0)


def test_a_person_who_leaves_need_not_agree() -> None:
    session, guest, vote = with_vote("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    session.count_vote(first, agree=True, now=0.0)
    do(session, second, commands.LeaveCommand("l"))
    assert vote.result == "agreed"


@pytest.mark.parametrize(
    ("change", "message_id"),
    [
        (lambda session, guest: do(session, guest, commands.LeaveCommand("l")), "left"),
        (
            lambda session, guest: session.apply(log.BotSeated(session.table.seats_of(guest)[0], "club"), 0.0),
            "not_seated",
        ),
        (lambda session, guest: session.apply(log.TableClosed(), 0.0), "closed"),
        (lambda session, guest: choose_any(session, 0.0), "too_late"),
    ],
    ids=["the person leaves", "the person is replaced", "the table is closed", "the game moves on"],
)
def test_a_vote_ends_when_the_request_becomes_void(change: object, message_id: str) -> None:
    session, guest, vote = with_vote("a", "b", "c")
    change(session, guest)  # type: ignore[operator]
    assert result_of(vote) == message_id


def test_an_agreed_undo_is_refused_after_the_game_has_moved_on() -> None:
    session, guest, vote = with_vote("a", "b", "c")
    for other in set("abc") - {guest}:
        session.count_vote(other, agree=True, now=0.0)
    choose_any(session, 0.0)
    with pytest.raises(Refused, match="too_late"):
        vote.entries(0.0)


def test_an_agreed_undo_is_refused_after_the_table_was_closed() -> None:
    session, guest, vote = with_vote("a", "b")
    session.count_vote("b" if guest == "a" else "a", agree=True, now=0.0)
    assert vote.result == "agreed"
    session.apply(log.TableClosed(), 0.0)
    with pytest.raises(Refused, match="closed"):
        vote.entries(0.0)
