"""The bot that searches: how a level thinks about a move, and how it picks one."""

import time
from dataclasses import dataclass

from chabudai.bots.imagination import Imagination
from chabudai.bots.levels import Level
from chabudai.bots.search import Search
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

_SLICE = 64
"""Simulations in one go: compiled code heeds neither Ctrl-C nor the clock before it returns."""


@dataclass(frozen=True)
class Considered:
    """How an action has fared in a search: how often it was tried, and what it was worth on average, from 0 to 1."""

    action: int
    visits: int
    value: float


class Searcher:
    """Searches as its level does, with so many simulations and, if a time is given, for so many seconds at the most.

    Without a time, the same random numbers and the same view give the same move.
    """

    def __init__(
        self, game: Game, level: Level, rng: Rng, simulations: int | None = None, seconds: float | None = None
    ) -> None:
        self.recall = level.recall
        self.level = level
        self.rng = rng
        self.simulations = level.simulations if simulations is None else simulations
        self.seconds = seconds
        self.knowledge = (game.knowledge if level.knows else None) or Knowledge()

    def choose(self, view: State) -> int:
        """The action to take in the position that this view shows its viewer."""
        considered = self.consider(view)
        if self.level.temperature == 0.0:
            return max(considered, key=lambda one: (one.visits, one.value)).action
        return self._one_of(considered)

    def consider(self, view: State) -> list[Considered]:
        """All actions that make sense in this position, and how they fared; one alone needs no search."""
        sensible = self._sensible(view)
        if sensible & (sensible - 1) == 0:
            return [Considered(view.first + lowest(sensible), 0, 0.0)]
        begun = time.monotonic()
        level = self.level
        visits = dict.fromkeys(members(sensible, view.first), 0)
        totals = dict.fromkeys(visits, 0.0)
        share = -(-self.simulations // level.trees)
        for tree in range(1, level.trees + 1):
            # A pool that is larger than what is drawn from it would mostly be imagined in vain.
            search = Search(self._imagination(view, min(level.pool, share)), self.knowledge, self.rng, sensible)
            until = None if self.seconds is None else begun + self.seconds * tree / level.trees
            self._run(search, min(share, self.simulations - sum(visits.values())), until)
            for arm in search.arms():
                visits[view.first + arm.choice] += arm.visits
                totals[view.first + arm.choice] += arm.total
        return [Considered(action, n, totals[action] / n if n else 0.0) for action, n in visits.items()]

    def _sensible(self, view: State) -> int:
        """The choices of the viewer that its knowledge does not rule out."""
        choices = view.choices(view.viewer)
        if choices & (choices - 1) == 0:
            return choices
        world = view.clone()
        self._imagination(view, 0).draw_into(world)
        return choices & ~self.knowledge.senseless(world, view.viewer)

    def _imagination(self, view: State, pool: int) -> Imagination:
        return Imagination(view, self.rng, self.knowledge, pool)

    def _run(self, search: Search, simulations: int, until: float | None) -> None:
        left = simulations
        while left > 0:
            search.run(min(left, _SLICE))
            left -= _SLICE
            if until is not None and time.monotonic() >= until:
                return

    def _one_of(self, considered: list[Considered]) -> int:
        """An action drawn by its visits: the higher the temperature, the more evenly."""
        most = max(one.visits for one in considered)
        if most == 0:
            return considered[0].action
        weights = [(one.visits / most) ** (1.0 / self.level.temperature) for one in considered]
        left = self.rng.unit() * sum(weights)
        for one, weight in zip(considered, weights, strict=True):
            left -= weight
            if left < 0.0:
                return one.action
        return considered[-1].action
