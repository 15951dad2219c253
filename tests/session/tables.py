"""Sessions for tests, built from entries and driven without a clock, a disk or a socket."""

from collections.abc import Mapping, Sequence

import pytest

from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.session import log
from chabudai.session.commands import PageCommand, TableCommand
from chabudai.session.decide import Actor, decide
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import Table


def people(*guests: str) -> list[Entry]:
    """Return entries that seat these guests, from the first seat on."""
    return [log.Sat(seat, guest, guest) for seat, guest in enumerate(guests)]


def open_session(
    entries: Sequence[Entry] = (),
    *,
    game: str = "ameno_kirifuda",
    players: int = 3,
    options: Mapping[str, object] | None = None,
    host: str = "a",
    seed: int = 1,
    delay_seed: int = 0,
    **settings: object,
) -> Session:
    """Open a table and apply these entries at second 0."""
    installed = find_game(game)
    chosen = Settings(game=game, players=players, options=installed.setup(players, options).options, **settings)  # type: ignore[arg-type]
    table = Table("t", log.Opened(chosen, installed.rules_version, host), 0.0)
    session = Session(table, Seeded(Rng(seed)), 0.0, seed=delay_seed)
    for entry in entries:
        session.apply(entry, 0.0)
    return session


def begin_session(*entries: Entry, **settings: object) -> Session:
    """Open a table with these entries, and apply everything that is due at second 0."""
    session = open_session(entries, **settings)  # type: ignore[arg-type]
    run_autoplay(session, 0.0)
    return session


def run_autoplay(session: Session, now: float) -> list[Entry]:
    """Apply everything that is due now."""
    entries: list[Entry] = []
    while (due := session.autoplay.next_entry(now)) is not None:
        session.apply(due, now)
        entries.append(due)
    return entries


def do(session: Session, guest: str, command: TableCommand | PageCommand, now: float = 0.0) -> list[Entry]:
    """Carry out a command, as if all who must agree had done so."""
    entries = decide(session.table, Actor(guest, guest), command, now)
    for entry in entries:
        session.apply(entry, now)
    return entries


def choose_any(session: Session, now: float, rng: Rng | None = None) -> None:
    """Make a choice for a waiting seat: the first one with its first legal action, or both at random."""
    seats = session.table.waiting()
    seat = seats[rng.below(len(seats)) if rng else 0]
    legal = session.table.state.legal(seat)
    session.apply(log.Chose(seat, legal[rng.below(len(legal)) if rng else 0]), now)


def refusal_of(session: Session, guest: str, command: TableCommand | PageCommand) -> str:
    """Return the message id of the refusal of a command, and check that nothing has changed."""
    seq = session.table.seq
    with pytest.raises(Refused) as refused:
        session.decide(Actor(guest, guest), command, 0.0)
    assert session.table.seq == seq
    return refused.value.message_id


def seat_lines(session: Session, seat: int = 0) -> list[str]:
    """Return the lines of the log about changes of seats, as the player at a seat sees them."""
    return [line.text for line in session.views.log(seat, "en") if line.event == "seat"]
