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
    """A chance event that a game declares: its name in the record, and a word for each outcome."""

    name: str
    outcomes: tuple[Word, ...]


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

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        event = self.events[state.due]
        if state.drawn() == 0:
            self._open[state.due] = self._waiting[state.due].pop(0).outcomes[::-1] if self._waiting[state.due] else []
        script = self._open.get(state.due, [])
        if script:
            outcome = script.pop()
            if not has(state.odds(), outcome):
                raise BadChance(f"{event.name}: {event.outcomes[outcome]} cannot come at place {state.drawn()}")
            return outcome
        if self.then is None:
            raise BadChance(f"{event.name}: nothing is given for place {state.drawn()}")
        return self.then.outcome(state)

    def left_over(self) -> str | None:
        """What the script held beyond what was asked of it, for a finished game: the name of an event never due again."""
        for event, waiting in zip(self.events, self._waiting, strict=True):
            if waiting:
                return event.name
        return None

    def rest(self, event: int) -> list[int]:
        """The outcomes of the open entry of an event that have not been asked for, in order."""
        return self._open.get(event, [])[::-1]
