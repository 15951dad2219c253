"""Sources of chance outcomes: a seed, a script (from a record, or a stacked deck in a test), or both."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from chabudai.kernel.bits import has
from chabudai.kernel.errors import BadChance
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

Word = str | int
"""A word of the record: a string, or a number where records have numbers (seats). Events may have any numbers."""


@dataclass(frozen=True)
class Chance:
    """A chance event that a game declares: its name in records, and a word for each outcome.

    Records list chance events in the order in which they started. A `ready` chance event, such as a deck that is
    shuffled at the beginning, is listed before those declared after it, even if its first card is turned up later. It
    happens only once.
    """

    name: str
    outcomes: tuple[Word, ...]
    ready: bool = False


@dataclass
class ScriptEntry:
    """An entry of a script: the number of a chance event, and its outcomes in order."""

    chance: int
    outcomes: list[int] = field(default_factory=list)


class Source(Protocol):
    """A source of outcomes for chance events that are due. `State.settle` checks the outcomes."""

    def outcome(self, state: State) -> int:
        """Return the due chance event's next outcome."""
        ...


@dataclass(frozen=True)
class OpeningChoice:
    """A chance event, once per game, that the published game lets the players decide before they begin.

    It has one outcome, or one for each player. If `option` is not empty, it happens only with that option.
    """

    chance: str
    per_player: bool = False
    option: str = ""

    def places(self, players: int) -> int:
        """Return the number of outcomes."""
        return players if self.per_player else 1


class Seeded:
    """A source that draws outcomes from a random number stream, the same as `State.resolve` draws."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def outcome(self, state: State) -> int:
        """Return the due chance event's next outcome."""
        return state.draw(self.rng)


class Scripted:
    """A source that follows a script.

    Where the script has no outcome, it asks `then`; if `then` is None, it raises BadChance. The entries of one chance
    event are used in order. Those of different chance events may be listed in any order.
    """

    def __init__(self, chances: Sequence[Chance], entries: Sequence[ScriptEntry], then: Source | None = None) -> None:
        self.chances = chances
        self.then = then
        self._waiting = [[entry for entry in entries if entry.chance == chance] for chance in range(len(chances))]
        """The entries of each chance event that have not started."""
        self._open: dict[int, list[int]] = {}
        """The unused outcomes of each chance event's latest entry."""
        self.cut_short: str | None = None
        """The name of a chance event with an entry that ended before it listed all outcomes, drawn and undrawn."""

    def has_next(self, state: State) -> bool:
        """Check whether the script has the due chance event's next outcome."""
        if state.drawn() == 0:
            return bool(self._waiting[state.due] and self._waiting[state.due][0].outcomes)
        return bool(self._open.get(state.due))

    def outcome(self, state: State) -> int:
        """Return the due chance event's next outcome."""
        due, place = state.due, state.drawn()
        chance = self.chances[due]
        if place == 0:
            self._close(state)
            self._open[due] = list(self._waiting[due].pop(0).outcomes) if self._waiting[due] else []
        remaining = self._open.get(due, [])
        if remaining:
            outcome = remaining.pop(0)
            if not has(state.possible_outcomes(), outcome):
                raise BadChance(f"{chance.name}: {chance.outcomes[outcome]} is not possible as outcome {place}")
            return outcome
        if self.then is None:
            raise BadChance(f"{chance.name}: the script has no outcome {place}")
        return self.then.outcome(state)

    def unused(self) -> str | None:
        """Return the name of a chance event with an entry that was never started, or None."""
        return next((chance.name for chance, entries in zip(self.chances, self._waiting, strict=True) if entries), None)

    def remaining(self, chance: int) -> list[int] | None:
        """Return the unused outcomes of a chance event's latest entry; None if it never started."""
        return self._open.get(chance)

    def _close(self, state: State) -> None:
        """End the due chance event's latest entry: its unused outcomes must be those that were never drawn."""
        unused, undrawn = self._open.get(state.due), sorted(state.undrawn(state.due))
        name = self.chances[state.due].name
        if unused and sorted(unused) != undrawn:
            raise BadChance(f"{name}: the outcomes left at the end of the entry are not those that were never drawn")
        if unused == [] and undrawn:
            self.cut_short = name
