"""Moves without an alternative: played automatically, with the usual pause, and passed over by an undo."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.decide import Who, decide
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.settings import PAUSES, Pace
from session.tables import begun, choose_any, do, go_on, people

UNDO = commands.Undo("u")


def forced_seats(session: Session) -> list[int]:
    """The seats that must choose and have one choice."""
    return [seat for seat in session.table.waiting() if len(session.table.state.legal(seat)) == 1]


def until_forced(session: Session) -> tuple[int, float]:
    """Play until somebody has no alternative; which seat, and when it was asked."""
    rng, now = Rng(1), 0.0
    while not forced_seats(session):
        now += 10.0
        choose_any(session, now, rng)
        go_on(session, now)
    return forced_seats(session)[0], now


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_a_forced_move_is_played_after_the_usual_pause(pace: Pace) -> None:
    session = begun(*people("a", "b", "c"), pace=pace)
    seat, now = until_forced(session)
    due = now + PAUSES[pace]
    assert session.autoplay.next(now) is None
    assert session.autoplay.next(due - 0.01) is None
    assert session.autoplay.alarm(now) == due
    assert session.autoplay.next(due) == log.Chose(seat, session.table.state.legal(seat)[0], "forced")


@pytest.mark.parametrize("game", games())
def test_nobody_is_asked_where_there_is_nothing_to_choose(game: str) -> None:
    players = games()[game].players[-1]
    session = begun(*people(*"abcd"[:players]), game=game, players=players, pace="at_once")
    rng = Rng(2)
    while session.table.status == "playing":
        assert session.table.waiting()
        assert forced_seats(session) == []
        choose_any(session, 0.0, rng)
        go_on(session, 0.0)


def test_whoever_has_switched_it_off_makes_forced_moves_themselves() -> None:
    session = begun(*people("a", "b", "c"))
    seat, now = until_forced(session)
    guest = session.table.places[seat].guest
    do(session, guest, commands.Set("s", forced=False), now)
    assert session.autoplay.next(now + 1000.0) is None
    assert session.autoplay.alarm(now) is None
    do(session, guest, commands.Set("t", forced=True), now)
    assert session.autoplay.next(now + 1000.0) is not None


def test_a_forced_move_can_be_made_before_the_pause_is_over() -> None:
    session = begun(*people("a", "b", "c"))
    seat, now = until_forced(session)
    action = session.table.state.legal(seat)[0]
    made = do(session, session.table.places[seat].guest, commands.Choose("c", action, seat=seat), now)
    assert made == [log.Chose(seat, action, "person")]


def test_no_forced_move_is_played_for_whoever_has_left() -> None:
    session = begun(*people("a", "b", "c"))
    seat, now = until_forced(session)
    session.apply(log.Left(seat), now)
    assert session.autoplay.next(now + 1000.0) is None


def after_forced_moves(*, forced: bool) -> tuple[Session, list[int]]:
    """A table where "a" can take back something, though their last move was forced; and the numbers of their moves."""
    for seed in range(50):
        session = begun(*people("a"), *(log.Bot(seat, "club") for seat in (1, 2)), seed=seed, pace="at_once")
        do(session, "a", commands.Set("s", forced=forced))
        rng = Rng(seed)
        while session.table.status == "playing":
            choose_any(session, 0.0, rng)
            go_on(session, 0.0)
            own = [number for number, (seat, _) in enumerate(session.table.play.moves) if seat == 0]
            if can_undo(session) and len(session.table.play.before(own[-1]).state.legal(0)) == 1:
                return session, own
    raise AssertionError("there is no such table")


def can_undo(session: Session) -> bool:
    try:
        decide(session.table, Who("a"), UNDO, 0.0)
    except Refused:
        return False
    return True


def test_undo_passes_over_forced_moves() -> None:
    session, own = after_forced_moves(forced=True)
    (entry,) = do(session, "a", UNDO)
    assert isinstance(entry, log.TookBack)
    assert entry.moves in own[:-1]
    assert session.table.waiting() == [0]
    assert len(session.table.state.legal(0)) > 1
    # Had it taken back the forced move alone, that would be played again now.
    assert go_on(session, 1000.0) == []


def test_undo_takes_back_a_forced_move_of_whoever_makes_them() -> None:
    session, own = after_forced_moves(forced=False)
    assert do(session, "a", UNDO) == [log.TookBack(own[-1])]
    assert forced_seats(session) == [0]
