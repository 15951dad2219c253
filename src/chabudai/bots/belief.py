"""Draws worlds that fit a view: uniformly, or weighted by how well they explain the moves that the viewer has seen."""

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief:
    """A probability distribution over the worlds that fit a view.

    Without knowledge, or with a `pool_size` of 0, every world is drawn anew, uniformly over all that fit. Otherwise a
    pool of this many worlds is drawn in advance and weighted by the likelihood of the moves that the viewer has seen;
    each draw then picks one of them in proportion to its weight. If all weights are equal, the pool is discarded.

    Seats that have already chosen in secret, simultaneously with the viewer, choose again in these worlds: see
    `State.reopen`.
    """

    def __init__(self, view: State, rng: Rng, knowledge: Knowledge | None = None, pool_size: i64 = 0) -> None:
        self.view: State = view.clone()
        self.view.listening = False
        self.view.reopen()
        self.rng: Rng = rng
        self.worlds = self.view.worlds()
        self.pool: list[State] = []
        self.cumulative_weights: list[float] = []
        if knowledge is not None and pool_size > 0:
            self._fill_pool(knowledge, pool_size)

    def _fill_pool(self, knowledge: Knowledge, size: i64) -> None:
        """Draw and weight the worlds of the pool."""
        total = 0.0
        lowest_weight = 0.0
        highest_weight = 0.0
        for i in range(size):
            world = self.view.clone()
            world.imagine_into(self.view, self.worlds, self.rng)
            weight = knowledge.likelihood(world, self.view.viewer)
            if i == 0 or weight < lowest_weight:
                lowest_weight = weight
            if weight > highest_weight:
                highest_weight = weight
            total += weight
            self.pool.append(world)
            self.cumulative_weights.append(total)
        if lowest_weight == highest_weight:
            # The weights are all equal, so new worlds are better than repeating the pool.
            self.pool = []

    def draw_into(self, world: State) -> None:
        """Draw a world, and write it into `world`, a state of the same setup."""
        if not self.pool:
            world.imagine_into(self.view, self.worlds, self.rng)
            return
        target = self.rng.unit() * self.cumulative_weights[-1]
        low: i64 = 0
        high: i64 = len(self.pool) - 1
        while low < high:
            middle = (low + high) >> 1
            if self.cumulative_weights[middle] > target:
                high = middle
            else:
                low = middle + 1
        world.copy_from(self.pool[low])
