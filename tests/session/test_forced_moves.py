"""Forced moves: played automatically after a delay like that of a person, and skipped by an undo."""

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.decide import Actor, decide
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.settings import FORCED_SECONDS, Pace
from session.tables import begin_session, choose_any, do, people, run_autoplay

UNDO = commands.UndoCommand("u")


def forced_seats(session: Session) -> list[int]:
    """Return the waiting seats with a single legal action."""
    return [seat for seat in session.table.waiting() if len(session.table.state.legal(seat)) == 1]


def play_until_forced(session: Session) -> tuple[int, float]:
    """Play until somebody has only one legal action. Return the seat and the time."""
    rng, now = Rng(1), 0.0
    while not forced_seats(session):
        now += 10.0
        choose_any(session, now, rng)
        run_autoplay(session, now)
    return forced_seats(session)[0], now


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_a_forced_move_is_played_after_a_delay_like_that_of_a_person(pace: Pace) -> None:
    session = begin_session(*people("a", "b", "c"), pace=pace)
    seat, now = play_until_forced(session)
    due = session.autoplay.next_alarm(now)
    assert due is not None
    assert FORCED_SECONDS == (1.5, 4.0)
    assert now + 1.5 <= due <= now + 4.0
    assert session.autoplay.next_entry(due - 0.01) is None
    assert session.autoplay.next_entry(due) == log.Chose(seat, session.table.state.legal(seat)[0], "forced")


def test_the_delay_begins_when_a_moment_is_over() -> None:
    for seed in range(30):
        session = begin_session(*people("a", "b", "c"), game="fine_weather", players=3, seed=seed)
        session.presence.connect("a")
        rng, now = Rng(seed), 0.0
        while session.table.status == "playing" and not (session.autoplay.shows_moment and forced_seats(session)):
            now += 100.0
            if run_autoplay(session, now) == []:
                choose_any(session, now, rng)
        if session.table.status == "playing":
            break
    assert session.autoplay.next_entry(now) is None
    session.confirm_for("a")
    assert session.autoplay.next_entry(now + 5.0) is None
    alarm = session.autoplay.next_alarm(now + 5.0)
    assert alarm is not None
    assert now + 6.5 <= alarm <= now + 9.0


def test_after_a_restart_the_delay_begins_anew() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat, now = play_until_forced(session)
    restored = Session(session.table, session.autoplay.source, now + 1000.0)
    assert restored.autoplay.next_entry(now + 1001.4) is None
    assert restored.autoplay.next_entry(now + 1004.0) == log.Chose(seat, session.table.state.legal(seat)[0], "forced")


@pytest.mark.parametrize("pace", ["normal", "at_once"])
def test_after_a_restart_no_forced_move_is_made_before_people_could_come_back(pace: Pace) -> None:
    session = begin_session(*people("a", "b", "c"))
    _, now = play_until_forced(session)
    session.apply(log.SettingsChanged(pace=pace), now)
    restored = Session(session.table, session.autoplay.source, now + 1000.0, grace_until=now + 1060.0)
    assert restored.autoplay.next_entry(now + 1059.9) is None
    alarm = restored.autoplay.next_alarm(now + 1000.0)
    assert alarm is not None
    assert restored.autoplay.next_entry(alarm) is not None


def test_the_delay_of_a_forced_move_varies() -> None:
    delays = set()
    for seed in range(20):
        session = begin_session(*people("a", "b", "c"), delay_seed=seed)
        _, now = play_until_forced(session)
        due = session.autoplay.next_alarm(now)
        assert due is not None
        delays.add(round(due - now, 3))
    assert len(delays) > 10


def test_at_the_fastest_pace_a_forced_move_comes_immediately() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat, now = play_until_forced(session)
    session.apply(log.SettingsChanged(pace="at_once"), now)
    assert session.autoplay.next_entry(now) == log.Chose(seat, session.table.state.legal(seat)[0], "forced")


@pytest.mark.parametrize("game", games())
def test_nobody_is_asked_when_there_is_only_one_choice(game: str) -> None:
    players = games()[game].players[-1]
    session = begin_session(*people(*"abcd"[:players]), game=game, players=players, pace="at_once")
    rng = Rng(2)
    while session.table.status == "playing":
        assert session.table.waiting()
        assert forced_seats(session) == []
        choose_any(session, 0.0, rng)
        run_autoplay(session, 0.0)


def test_people_can_choose_to_make_forced_moves_themselves() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat, now = play_until_forced(session)
    guest = session.table.holders[seat].guest
    do(session, guest, commands.SetCommand("s", forced=False), now)
    assert session.autoplay.next_entry(now + 1000.0) is None
    assert session.autoplay.next_alarm(now) is None
    do(session, guest, commands.SetCommand("t", forced=True), now)
    assert session.autoplay.next_entry(now + 1000.0) is not None


def test_a_person_can_make_a_forced_move_before_it_is_made_for_them() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat, now = play_until_forced(session)
    action = session.table.state.legal(seat)[0]
    entries = do(session, session.table.holders[seat].guest, commands.ChooseCommand("c", action, seat=seat), now)
    assert entries == [log.Chose(seat, action, "person")]


def test_no_forced_move_is_played_for_a_person_who_has_left() -> None:
    session = begin_session(*people("a", "b", "c"))
    seat, now = play_until_forced(session)
    session.apply(log.SeatLeft(seat), now)
    assert session.autoplay.next_entry(now + 1000.0) is None


def after_forced_moves(*, forced: bool) -> tuple[Session, list[int]]:
    """Return a session where "a" can take back a choice, though their last move was forced; and their moves."""
    for seed in range(50):
        session = begin_session(
            *people("a"), *(log.BotSeated(seat, "club") for seat in (1, 2)), seed=seed, pace="at_once"
        )
        do(session, "a", commands.SetCommand("s", forced=forced))
        rng = Rng(seed)
        while session.table.status == "playing":
            choose_any(session, 0.0, rng)
            run_autoplay(session, 0.0)
            own = [number for number, (seat, _) in enumerate(session.table.play.moves) if seat == 0]
            if can_undo(session) and len(session.table.play.rewound_to(own[-1]).state.legal(0)) == 1:
                return session, own
    raise AssertionError("there is no such table")


def can_undo(session: Session) -> bool:
    try:
        decide(session.table, Actor("a"), UNDO, 0.0)
    except Refused:
        return False
    return True


def test_undo_skips_forced_moves() -> None:
    session, own = after_forced_moves(forced=True)
    (entry,) = do(session, "a", UNDO)
    assert isinstance(entry, log.TookBack)
    assert entry.moves in own[:-1]
    assert session.table.waiting() == [0]
    assert len(session.table.state.legal(0)) > 1
    # If only the forced move had been taken back, it would be played again now.
    assert run_autoplay(session, 1000.0) == []


def test_undo_takes_back_a_forced_move_that_the_person_made() -> None:
    session, own = after_forced_moves(forced=False)
    assert do(session, "a", UNDO) == [log.TookBack(own[-1])]
    assert forced_seats(session) == [0]
