"""Taking a choice back: what goes with it, what is too late, and how others vote."""

import pytest

from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.decide import Who
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.undo import UndoVote
from session.tables import begun, choose_any, do, go_on, people

UNDO = commands.Undo("u")


def moved(*guests: str) -> tuple[Session, str]:
    """A table where somebody has just made a choice; and who."""
    session = begun(*people(*guests), *(log.Bot(seat, "club") for seat in range(len(guests), 3)), pace="at_once")
    while not session.table.places[session.table.waiting()[0]].guest:
        choose_any(session, 0.0)
        go_on(session, 0.0)
    guest = session.table.places[session.table.waiting()[0]].guest
    choose_any(session, 0.0)
    return session, guest


def asked(*guests: str) -> tuple[Session, str, UndoVote]:
    session, guest = moved(*guests)
    assert session.needs_vote(guest)
    return session, guest, session.open_vote(Who(guest), UNDO, 0.0)


def ended(vote: UndoVote) -> str:
    return vote.result.sentence if isinstance(vote.result, Refused) else str(vote.result)


def test_alone_a_choice_is_taken_back_at_once() -> None:
    session, guest = moved("a")
    assert not session.needs_vote(guest)
    moves = len(session.table.play.moves)
    (entry,) = do(session, guest, UNDO)
    assert entry == log.TookBack(moves - 1)
    assert session.table.places[session.table.waiting()[0]].guest == guest


def test_there_may_be_nothing_to_take_back() -> None:
    session = begun(*people("a", "b", "c"))
    with pytest.raises(Refused, match="nothing_to_undo"):
        do(session, "a", UNDO)
    with pytest.raises(Refused, match="not_seated"):
        do(session, "eve", UNDO)


def test_what_chance_has_shown_is_never_taken_back() -> None:
    session = begun(*people("a", "b", "c"), pace="at_once")
    rng = Rng(1)
    while session.table.state.part == 0:
        choose_any(session, 0.0, rng)
        go_on(session, 0.0)
    for guest in "abc":
        with pytest.raises(Refused, match="cannot_undo"):
            do(session, guest, UNDO)


def test_choices_that_were_revealed_together_go_together() -> None:
    session = begun(*people("a", "b", "c"), game="thousand_cats", pace="at_once")
    while len(session.table.waiting()) < 2:
        choose_any(session, 0.0)
        go_on(session, 0.0)
    moves = len(session.table.play.moves)
    for _ in range(len(session.table.waiting())):
        choose_any(session, 0.0)
    assert len(session.table.play.moves) > moves + 1
    (entry,) = do(session, "c", UNDO)
    assert entry == log.TookBack(moves)


def test_all_others_must_agree() -> None:
    session, guest, vote = asked("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    assert vote.asks(first)
    assert not vote.asks(guest)
    session.agree(first, yes=True)
    assert vote.result is None
    assert not vote.asks(first)
    session.agree(second, yes=True)
    assert vote.result == "agreed"
    assert session.vote is None
    assert vote.entry() == log.TookBack(len(session.table.play.moves) - 1)


def test_one_no_ends_it() -> None:
    session, guest, vote = asked("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    session.agree(first, yes=False)
    assert ended(vote) == "undo_refused"
    with pytest.raises(Refused, match="nothing_asked"):
        session.agree(second, yes=True)
    assert ended(vote) == "undo_refused"


def test_only_those_who_play_and_were_asked_vote() -> None:
    session, guest, _ = asked("a", "b", "c")
    for nobody in (guest, "eve"):
        with pytest.raises(Refused, match="nothing_asked"):
            session.agree(nobody, yes=True)


def test_there_is_one_vote_at_a_time() -> None:
    session, guest, _ = asked("a", "b", "c")
    with pytest.raises(Refused, match="asked_already"):
        session.open_vote(Who(guest), UNDO, 0.0)


def test_whoever_leaves_need_not_agree() -> None:
    session, guest, vote = asked("a", "b", "c")
    first, second = (other for other in "abc" if other != guest)
    session.agree(first, yes=True)
    do(session, second, commands.Leave("l"))
    assert vote.result == "agreed"


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (lambda session, guest: do(session, guest, commands.Leave("l")), "left"),
        (lambda session, guest: session.apply(log.Bot(session.table.seats_of(guest)[0], "club"), 0.0), "not_seated"),
        (lambda session, guest: session.apply(log.Closed(), 0.0), "closed"),
        (lambda session, guest: choose_any(session, 0.0), "too_late"),
    ],
    ids=["the person leaves", "the person is replaced", "the table is closed", "the game goes on"],
)
def test_a_vote_ends_when_there_is_nothing_to_vote_on(happens: object, why: str) -> None:
    session, guest, vote = asked("a", "b", "c")
    happens(session, guest)  # type: ignore[operator]
    assert ended(vote) == why


def test_what_was_agreed_to_is_refused_once_the_game_has_gone_on() -> None:
    session, guest, vote = asked("a", "b", "c")
    for other in set("abc") - {guest}:
        session.agree(other, yes=True)
    choose_any(session, 0.0)
    with pytest.raises(Refused, match="too_late"):
        vote.entry()


def test_what_was_agreed_to_is_refused_once_the_table_is_closed() -> None:
    session, guest, vote = asked("a", "b")
    session.agree("b" if guest == "a" else "a", yes=True)
    assert vote.result == "agreed"
    session.apply(log.Closed(), 0.0)
    with pytest.raises(Refused, match="closed"):
        vote.entry()
