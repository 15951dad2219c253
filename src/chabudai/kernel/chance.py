"""Where random outcomes come from: a seed, a script (a record, or a stacked deck in a test), or both."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from chabudai.kernel.bits import has
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

Word = str | int
"""A word of the record: a text, or a number where the record has numbers (seats)."""


@dataclass(frozen=True)
class Chance:
    """A chance event that a game declares: its name in the record, and a word for each outcome.

    Records hold events in the order in which they began. A deck that lies `ready` before the events declared after it
    is written before them, though its first card may be due later; it comes once.
    """

    name: str
    outcomes: tuple[Word, ...]
    ready: bool = False


@dataclass
class Entry:
    """One entry of a record's chance: the number of the event, and its outcomes in the order in which they come."""

    event: int
    outcomes: list[int] = field(default_factory=list)


class Source(Protocol):
    """What a driver asks when chance is due. `State.settle` checks the answer."""

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        ...


class Seeded:
    """Outcomes from a stream of random numbers: the same that `State.resolve` draws."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        return state.draw(self.rng)


class Scripted:
    """Outcomes from entries, in order for each event; what they do not say comes from `then`, or is refused.

    Entries of different events may come in any order, since the state says which event is due.
    """

    def __init__(self, events: Sequence[Chance], entries: Sequence[Entry], then: Source | None = None) -> None:
        self.events = events
        self.then = then
        self._waiting = [[entry for entry in entries if entry.event == event] for event in range(len(events))]
        self._open: dict[int, list[int]] = {}
        self.cut_short: str | None = None
        """The name of an event of which an entry ended before all its outcomes had come or been told."""

    def has_next(self, state: State) -> bool:
        """Whether the script says what comes next."""
        if state.drawn() == 0:
            return bool(self._waiting[state.due] and self._waiting[state.due][0].outcomes)
        return bool(self._open.get(state.due))

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        due, place = state.due, state.drawn()
        event = self.events[due]
        if place == 0:
            self._close(state)
            self._open[due] = list(self._waiting[due].pop(0).outcomes) if self._waiting[due] else []
        script = self._open.get(due, [])
        if script:
            outcome = script.pop(0)
            if not has(state.odds(), outcome):
                raise BadChance(f"{event.name}: {event.outcomes[outcome]} cannot come at place {place}")
            return outcome
        if self.then is None:
            raise BadChance(f"{event.name}: nothing is given for place {place}")
        return self.then.outcome(state)

    def unused(self) -> str | None:
        """The name of an event of which the script has an entry that was never asked for."""
        return next((event.name for event, left in zip(self.events, self._waiting, strict=True) if left), None)

    def rest(self, event: int) -> list[int] | None:
        """The outcomes of the event's latest entry that were not asked for; None if it never began."""
        return self._open.get(event)

    def _close(self, state: State) -> None:
        """End an entry, as another of its event begins: it may tell the outcomes that never came, and no others."""
        rest, undrawn = self._open.get(state.due), sorted(state.undrawn(state.due))
        name = self.events[state.due].name
        if rest and sorted(rest) != undrawn:
            raise BadChance(f"{name}: the last {len(rest)} outcomes are not those that never came")
        if rest == [] and undrawn:
            self.cut_short = name
