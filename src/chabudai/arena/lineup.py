"""Who plays whom: one bot alone against a table of another, in every rotation of the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

from chabudai.kernel.bits import members
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.setup import Setup

Format = Literal["one", "rest", "both"]
FORMATS: tuple[Format, ...] = get_args(Format)

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


class BadBots(ChabudaiError):
    """Bots that cannot be compared."""


@dataclass(frozen=True)
class Lineup:
    """One side is played by `one`, all others by `rest`."""

    one: str
    rest: str

    def seating(self, sides: Sides, alone: int) -> list[str]:
        """The bot of each seat when `one` has the side of this number."""
        seats = sum(len(side) for side in sides)
        return [self.one if seat in sides[alone] else self.rest for seat in range(seats)]


@dataclass(frozen=True)
class Pair:
    """A comparison that the table has a row for: `bot` against `other`, alone or as the rest against one `other`."""

    bot: str
    other: str
    alone: bool

    @property
    def lineup(self) -> Lineup:
        """Who sits at the table."""
        return Lineup(self.bot, self.other) if self.alone else Lineup(self.other, self.bot)


def sides_of(setup: Setup) -> Sides:
    """The sides of a table: seats that win together, by their lowest seat."""
    start = setup.start()
    masks = dict.fromkeys(start.sides(seat) for seat in range(setup.players))
    return tuple(tuple(members(mask)) for mask in masks)


def pairs(bots: Sequence[str], sides: Sides, form: Format) -> list[Pair]:
    """All pairs of these bots. Between two sides one against the rest is the same as the rest against one."""
    if len(bots) < 2:
        raise BadBots("an arena compares two bots or more, as in --bots expert,club")
    twice = next((bot for place, bot in enumerate(bots) if bot in bots[:place]), None)
    if twice is not None:
        raise BadBots(f"{twice} is named twice: a bot has exactly its fair share against itself")
    return list(_pairs(bots, len(sides), form))


def _pairs(bots: Sequence[str], sides: int, form: Format) -> Iterator[Pair]:
    for bot, other in combinations(bots, 2):
        if form != "rest" or sides == 2:
            yield Pair(bot, other, alone=True)
        if form != "one" and sides > 2:
            yield Pair(bot, other, alone=False)
