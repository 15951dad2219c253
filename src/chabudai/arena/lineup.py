"""Lineups: which bot plays in which seat. One bot plays one side, another bot plays all other sides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

from chabudai.kernel.bits import members
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.setup import Setup

Format = Literal["one", "rest", "both"]
"""What the bot named first plays in each pair: one side, the rest (all sides but one), or both in separate games."""

FORMATS: tuple[Format, ...] = get_args(Format)

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


class BadBots(ChabudaiError):
    """The bots cannot be compared: there are fewer than two, or two are the same."""


@dataclass(frozen=True)
class Lineup:
    """Two bots: `one` plays one side, and `rest` plays all others."""

    one: str
    rest: str

    def seating(self, sides: Sides, lone_side: int) -> list[str]:
        """Return the bot of each seat when `one` plays the side with the index `lone_side`."""
        seats = sum(len(side) for side in sides)
        return [self.one if seat in sides[lone_side] else self.rest for seat in range(seats)]


@dataclass(frozen=True)
class Pair:
    """A comparison of `bot` with `other`. If `alone`, `bot` plays one side; otherwise it plays all sides but one."""

    bot: str
    other: str
    alone: bool

    @property
    def lineup(self) -> Lineup:
        """The lineup that this comparison needs."""
        return Lineup(self.bot, self.other) if self.alone else Lineup(self.other, self.bot)


def sides_of(setup: Setup) -> Sides:
    """Return the sides of a setup (seats that win together), ordered by their lowest seat."""
    start = setup.start()
    masks = dict.fromkeys(start.sides(seat) for seat in range(setup.players))
    return tuple(tuple(members(mask)) for mask in masks)


def pairs(bots: Sequence[str], sides: Sides, format_: Format) -> list[Pair]:
    """Return all pairs of these bots. With two sides, one against the rest equals the rest against one."""
    if len(bots) < 2:
        raise BadBots("an arena compares two or more bots, as in --bots expert,club")
    duplicate = next((bot for index, bot in enumerate(bots) if bot in bots[:index]), None)
    if duplicate is not None:
        raise BadBots(f"{duplicate} is named twice: against itself, a bot has exactly its fair share")
    return list(_pairs(bots, len(sides), format_))


def _pairs(bots: Sequence[str], sides: int, format_: Format) -> Iterator[Pair]:
    for bot, other in combinations(bots, 2):
        if format_ != "rest" or sides == 2:
            yield Pair(bot, other, alone=True)
        if format_ != "one" and sides > 2:
            yield Pair(bot, other, alone=False)
