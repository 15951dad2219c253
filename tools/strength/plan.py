"""The plan: which bots meet in which games, and what is to come of it."""

from pathlib import Path
from typing import Literal

import msgspec

from chabudai.arena.table import Row
from chabudai.bots.levels import LEVELS
from chabudai.games.registry import game as find_game
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game

FILE = Path(__file__).parent / "plan.toml"

NOT_BELOW = 0.88
"""A share whose lower end is above this part of the fair one is not below it: .22 of .25."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game at which all pairs meet. `random` is what expert must reach against random.

    `reduce_at_most`: where a game is over quickly, simulations are divided by no more than this.
    """

    game: str
    players: int
    random: float
    deals: int = 100
    reduce_at_most: int = 1000
    options: dict[str, OptionValue] = {}

    @property
    def name(self) -> str:
        """A name for its folder."""
        return f"{self.game}-{self.players}"

    @property
    def declared(self) -> Game:
        """The game."""
        return find_game(self.game)

    @property
    def setup(self) -> Setup:
        """The game made ready."""
        return self.declared.setup(self.players, self.options)


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bots: one plays alone against the rest."""

    one: str
    rest: str
    goal: Literal["clear", "not below", "random", ""] = ""
    reduce: int = 1
    equal_time: bool = False

    @property
    def name(self) -> str:
        """A name for its folder, and to choose it by."""
        return f"{self.one}-{self.rest}"

    def reduced(self, bot: str, table: Table) -> str:
        """The bot with its simulations divided."""
        part = self._part(table)
        if part == 1 or bot not in LEVELS:
            return bot
        return f"{bot}@{LEVELS[bot].simulations // part}"

    def remark(self, table: Table) -> str:
        """What is particular about it."""
        if self.equal_time:
            return "at equal time"
        part = self._part(table)
        return "" if part == 1 else f"1/{part} of the simulations"

    def _part(self, table: Table) -> int:
        return min(self.reduce, table.reduce_at_most)

    def met(self, row: Row, table: Table) -> tuple[str, bool] | None:
        """The goal in words, and whether a row meets it."""
        low, fair = row.share.low, row.fair
        if self.goal == "clear":
            return f"clearly above {fair:.2f}", low > fair
        if self.goal == "not below":
            return f"lower end above {NOT_BELOW * fair:.2f}", low > NOT_BELOW * fair
        if self.goal == "random":
            return f"at least {table.random:.2f}", row.share.mean >= table.random
        return None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is measured."""

    seed: int
    table: list[Table]
    pair: list[Pair]


def read_plan() -> Plan:
    """The plan of this folder."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Plan)
