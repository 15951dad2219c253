"""Reads the plan: which bots meet in which games, and the goals."""

from pathlib import Path
from typing import Literal

import msgspec

from chabudai.arena.results import PairResult
from chabudai.bots.levels import LEVELS
from chabudai.games.registry import game as find_game
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game

FILE = Path(__file__).parent / "plan.toml"

NOT_BELOW = 0.88
"""A share is not below the fair one if its lower end is above this fraction of it (0.22 of 0.25)."""


class PlanTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that all pairs play. `random` is the share that expert must reach against random.

    `reduce_at_most` limits the division of simulations, for games that are short.
    """

    game: str
    players: int
    random: float
    deals: int = 100
    reduce_at_most: int = 1000
    options: dict[str, OptionValue] = {}

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.game}-{self.players}"

    @property
    def declared(self) -> Game:
        """The declaration of the game."""
        return find_game(self.game)

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.declared.setup(self.players, self.options)


class PlanPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bots: `one` plays alone against a table of `rest`."""

    one: str
    rest: str
    goal: Literal["clear", "not below", "random", ""] = ""
    reduce: int = 1
    equal_time: bool = False

    @property
    def name(self) -> str:
        """The name of its folder, by which it can also be selected."""
        return f"{self.one}-{self.rest}"

    def reduced(self, bot: str, table: PlanTable) -> str:
        """Return the bot with its simulations divided."""
        divisor = self._divisor(table)
        if divisor == 1 or bot not in LEVELS:
            return bot
        return f"{bot}@{LEVELS[bot].simulations // divisor}"

    def remark(self, table: PlanTable) -> str:
        """Return a remark on how the pair is played."""
        if self.equal_time:
            return "at equal time"
        divisor = self._divisor(table)
        return "" if divisor == 1 else f"1/{divisor} of the simulations"

    def _divisor(self, table: PlanTable) -> int:
        return min(self.reduce, table.reduce_at_most)

    def met(self, result: PairResult, table: PlanTable) -> tuple[str, bool] | None:
        """Return the goal in words, and whether a result meets it; None without a goal."""
        low, fair = result.share.low, result.fair
        if self.goal == "clear":
            return f"clearly above {fair:.2f}", low > fair
        if self.goal == "not below":
            return f"lower end above {NOT_BELOW * fair:.2f}", low > NOT_BELOW * fair
        if self.goal == "random":
            return f"at least {table.random:.2f}", result.share.mean >= table.random
        return None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is measured."""

    seed: int
    table: list[PlanTable]
    pair: list[PlanPair]


def read_plan() -> Plan:
    """Read plan.toml."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Plan)
