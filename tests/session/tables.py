"""Tables for tests: opened by entries, driven without a clock, a disk or a socket."""

from collections.abc import Mapping, Sequence

from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.session import log
from chabudai.session.commands import Command, PageCommand
from chabudai.session.decide import Who, decide
from chabudai.session.log import Entry
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import Table


def people(*guests: str) -> list[Entry]:
    """These guests at the first seats, under their own names."""
    return [log.Sat(seat, guest, guest) for seat, guest in enumerate(guests)]


def opened(
    entries: Sequence[Entry] = (),
    *,
    game: str = "ameno_kirifuda",
    players: int = 3,
    options: Mapping[str, object] | None = None,
    host: str = "a",
    seed: int = 1,
    **settings: object,
) -> Session:
    """A table with these entries, at second 0."""
    found = find_game(game)
    chosen = Settings(game=game, players=players, options=found.setup(players, options).options, **settings)  # type: ignore[arg-type]
    table = Table("t", log.Opened(chosen, found.rules_version, host), 0.0)
    session = Session(table, Seeded(Rng(seed)), 0.0)
    for entry in entries:
        session.apply(entry, 0.0)
    return session


def begun(*entries: Entry, **settings: object) -> Session:
    """The same, after what happens automatically at second 0."""
    session = opened(entries, **settings)  # type: ignore[arg-type]
    go_on(session, 0.0)
    return session


def go_on(session: Session, now: float) -> list[Entry]:
    """Let happen what is due now."""
    made: list[Entry] = []
    while (due := session.autoplay.next(now)) is not None:
        session.apply(due, now)
        made.append(due)
    return made


def do(session: Session, guest: str, what: Command | PageCommand, now: float = 0.0) -> list[Entry]:
    """Carry out a command."""
    entries = decide(session.table, Who(guest, guest), what, now)
    for entry in entries:
        session.apply(entry, now)
    return entries


def choose_any(session: Session, now: float, rng: Rng | None = None) -> None:
    """Let one of the seats that must choose make a choice: the first one, or any."""
    seats = session.table.waiting()
    seat = seats[rng.below(len(seats)) if rng else 0]
    legal = session.table.state.legal(seat)
    session.apply(log.Chose(seat, legal[rng.below(len(legal)) if rng else 0]), now)
