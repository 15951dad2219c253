"""Sources of chance outcomes: a seed, a script (from a record, or a stacked deck in a test), or both."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from chabudai.kernel.bits import has
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

Word = str | int
"""A word of the record: a string, or a number where records have numbers (seats)."""


@dataclass(frozen=True)
class Chance:
    """A chance event that a game declares: its name in records, and a word for each outcome.

    Records list events in the order in which they started. A `ready` event, such as a deck that is shuffled before
    events that are declared after it, is listed before them even if its first card comes later. It happens only once.
    """

    name: str
    outcomes: tuple[Word, ...]
    ready: bool = False


@dataclass
class ScriptEntry:
    """The outcomes of one chance event, by number, in the order in which they come."""

    event: int
    outcomes: list[int] = field(default_factory=list)


class Source(Protocol):
    """A source of outcomes for chance events that are due. `State.settle` checks what it returns."""

    def outcome(self, state: State) -> int:
        """Return the due event's next outcome."""
        ...


class Seeded:
    """A source that draws outcomes from a random number stream, the same as `State.resolve` draws."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def outcome(self, state: State) -> int:
        """Return the due event's next outcome."""
        return state.draw(self.rng)


class Scripted:
    """A source that follows a script. When the script has no outcome it asks `then`, or raises BadChance without one.

    The entries of one event are used in order. Entries of different events may be listed in any order.
    """

    def __init__(self, events: Sequence[Chance], entries: Sequence[ScriptEntry], then: Source | None = None) -> None:
        self.events = events
        self.then = then
        self._waiting = [[entry for entry in entries if entry.event == event] for event in range(len(events))]
        self._open: dict[int, list[int]] = {}
        self.cut_short: str | None = None
        """The name of an event with an entry that ended before it listed all outcomes, drawn and undrawn."""

    def has_next(self, state: State) -> bool:
        """Check whether the script has the next outcome."""
        if state.drawn() == 0:
            return bool(self._waiting[state.due] and self._waiting[state.due][0].outcomes)
        return bool(self._open.get(state.due))

    def outcome(self, state: State) -> int:
        """Return the due event's next outcome."""
        due, place = state.due, state.drawn()
        event = self.events[due]
        if place == 0:
            self._close(state)
            self._open[due] = list(self._waiting[due].pop(0).outcomes) if self._waiting[due] else []
        script = self._open.get(due, [])
        if script:
            outcome = script.pop(0)
            if not has(state.possible_outcomes(), outcome):
                raise BadChance(f"{event.name}: {event.outcomes[outcome]} is not possible as outcome {place}")
            return outcome
        if self.then is None:
            raise BadChance(f"{event.name}: the script has no outcome {place}")
        return self.then.outcome(state)

    def unused(self) -> str | None:
        """Return the name of an event with an entry that was never started, or None."""
        return next((event.name for event, left in zip(self.events, self._waiting, strict=True) if left), None)

    def remaining(self, event: int) -> list[int] | None:
        """Return the unused outcomes of the event's latest entry; None if the event never started."""
        return self._open.get(event)

    def _close(self, state: State) -> None:
        """End the event's current entry when another starts; its unused outcomes must be the undrawn ones."""
        unused, undrawn = self._open.get(state.due), sorted(state.undrawn(state.due))
        name = self.events[state.due].name
        if unused and sorted(unused) != undrawn:
            raise BadChance(f"{name}: the outcomes left at the end of the entry are not those that were never drawn")
        if unused == [] and undrawn:
            self.cut_short = name
