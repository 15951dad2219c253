"""Reads plan.toml: which bots meet in which games, and which goals they must reach."""

from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from chabudai.arena.results import PairResult
from chabudai.bots.levels import LEVELS
from chabudai.games.registry import game as find_game
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game

FILE = Path(__file__).parent / "plan.toml"

NOT_BELOW = 0.88
"""A share is not below the fair share if its interval is entirely above this fraction of it (0.22 for 0.25)."""


class PlanGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that all pairs play, with its number of players and options.

    `random` is the share of wins that `expert` must reach against `random`. `reduce_at_most` limits `PlanPair.reduce`.
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


class JudgedGoal(NamedTuple):
    """A goal in words, and whether a result meets it."""

    text: str
    met: bool


class PlanPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bots: `one` plays one seat, and `rest` plays all others. `reduce` divides the simulations of both.

    With `equal_time`, `one` gets as many simulations as fit the time that `rest` takes.
    """

    one: str
    rest: str
    goal: Literal["clear", "not below", "random", ""] = ""
    reduce: int = 1
    equal_time: bool = False

    @property
    def name(self) -> str:
        """The name of its folder, by which it can also be selected."""
        return f"{self.one}-{self.rest}"

    def reduced(self, bot: str, plan_game: PlanGame) -> str:
        """Return the name of the bot with its number of simulations divided, as the plan says for this game."""
        divisor = self._divisor(plan_game)
        if divisor == 1 or bot not in LEVELS:
            return bot
        return f"{bot}@{LEVELS[bot].simulations // divisor}"

    def remark(self, plan_game: PlanGame) -> str:
        """Return a remark on the numbers of simulations; empty if the bots have their own."""
        if self.equal_time:
            return "at equal time"
        divisor = self._divisor(plan_game)
        return "" if divisor == 1 else f"1/{divisor} of the simulations"

    def _divisor(self, plan_game: PlanGame) -> int:
        return min(self.reduce, plan_game.reduce_at_most)

    def judge_goal(self, result: PairResult, plan_game: PlanGame) -> JudgedGoal | None:
        """Judge whether a result meets the goal; return None if the pair has no goal."""
        low, fair = result.share.low, result.fair
        if self.goal == "clear":
            return JudgedGoal(f"clearly above {fair:.2f}", low > fair)
        if self.goal == "not below":
            return JudgedGoal(f"lower end above {NOT_BELOW * fair:.2f}", low > NOT_BELOW * fair)
        if self.goal == "random":
            return JudgedGoal(f"at least {plan_game.random:.2f}", result.share.mean >= plan_game.random)
        return None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is measured: each pair plays each game."""

    seed: int
    games: list[PlanGame] = msgspec.field(name="table")
    pairs: list[PlanPair] = msgspec.field(name="pair")


def read_plan() -> Plan:
    """Read plan.toml."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Plan)
