"""A bot that runs the search of a level and picks a move."""

import time
from dataclasses import dataclass

from chabudai.bots.belief import Belief
from chabudai.bots.levels import Level
from chabudai.bots.search import Search
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

_SLICE = 64
"""Number of simulations per call of compiled code, which checks neither Ctrl-C nor the clock."""


@dataclass(frozen=True)
class ActionStats:
    """An action's statistics: how often search tried it, and its mean reward from 0 to 1 (0 if it was never tried)."""

    action: int
    visits: int
    value: float


class Searcher:
    """A bot that searches with the parameters of a level, and optionally with a time limit per move.

    Without a time limit, the same random numbers and the same view give the same move.
    """

    def __init__(
        self, game: Game, level: Level, rng: Rng, simulations: int | None = None, seconds: float | None = None
    ) -> None:
        self.recall = level.recall
        self.level = level
        self.rng = rng
        self.simulations = level.simulations if simulations is None else simulations
        self.seconds = seconds
        self.knowledge = (game.knowledge if level.uses_knowledge else None) or Knowledge()

    def choose(self, view: State) -> int:
        """Choose an action for the viewer."""
        evaluated = self.evaluate(view)
        if self.level.temperature == 0.0:
            return max(evaluated, key=lambda stats: (stats.visits, stats.value)).action
        return self._sample(evaluated)

    def evaluate(self, view: State) -> list[ActionStats]:
        """Search, and return the statistics of all sensible actions. If there is only one, no search is run."""
        sensible = self._sensible(view)
        if sensible & (sensible - 1) == 0:
            return [ActionStats(view.first + lowest(sensible), 0, 0.0)]
        start = time.monotonic()
        level = self.level
        visits = dict.fromkeys(members(sensible, view.first), 0)
        totals = dict.fromkeys(visits, 0.0)
        per_tree = -(-self.simulations // level.trees)
        for tree in range(1, level.trees + 1):
            # A pool larger than the number of draws would be a waste.
            search = Search(self._belief(view, min(level.pool, per_tree)), self.knowledge, self.rng, sensible)
            deadline = None if self.seconds is None else start + self.seconds * tree / level.trees
            self._run(search, min(per_tree, self.simulations - sum(visits.values())), deadline)
            for arm in search.arms():
                visits[view.first + arm.choice] += arm.visits
                totals[view.first + arm.choice] += arm.total
        return [ActionStats(action, n, totals[action] / n if n else 0.0) for action, n in visits.items()]

    def _sensible(self, view: State) -> int:
        """Return the viewer's choices that knowledge does not rule out."""
        choices = view.choices(view.viewer)
        if choices & (choices - 1) == 0:
            return choices
        world = view.clone()
        self._belief(view, 0).draw_into(world)
        return choices & ~self.knowledge.senseless(world, view.viewer)

    def _belief(self, view: State, pool_size: int) -> Belief:
        return Belief(view, self.rng, self.knowledge, pool_size)

    def _run(self, search: Search, simulations: int, deadline: float | None) -> None:
        while simulations > 0:
            search.run(min(simulations, _SLICE))
            simulations -= _SLICE
            if deadline is not None and time.monotonic() >= deadline:
                return

    def _sample(self, evaluated: list[ActionStats]) -> int:
        """Draw an action in proportion to its visits; a higher temperature makes the draw more even."""
        max_visits = max(stats.visits for stats in evaluated)
        if max_visits == 0:
            return evaluated[0].action
        weights = [(stats.visits / max_visits) ** (1.0 / self.level.temperature) for stats in evaluated]
        target = self.rng.unit() * sum(weights)
        for stats, weight in zip(evaluated, weights, strict=True):
            target -= weight
            if target < 0.0:
                return stats.action
        return evaluated[-1].action
