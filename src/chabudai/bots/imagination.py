"""Worlds as a seat imagines them: all that fit what it knows or, with beliefs, those that best explain what it saw."""

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Imagination:
    """Draws worlds from a view.

    Without knowledge, or with a pool of 0, each is a new one, uniform over all that fit. Otherwise so many are drawn
    beforehand and weighted by how likely they made the moves that the viewer has seen; each draw is one of these.

    Seats that have chosen at once with the viewer, in secret, choose again in these worlds: see `State.reopen`.
    """

    def __init__(self, view: State, rng: Rng, knowledge: Knowledge | None = None, pool: i64 = 0) -> None:
        self.view: State = view.clone()
        self.view.listening = False
        self.view.reopen()
        self.rng: Rng = rng
        self.worlds = self.view.worlds()
        self.pool: list[State] = []
        self.sums: list[float] = []
        if knowledge is not None and pool > 0:
            self._believe(knowledge, pool)

    def _believe(self, knowledge: Knowledge, size: i64) -> None:
        total = 0.0
        least = 0.0
        most = 0.0
        for i in range(size):
            world = self.view.clone()
            world.imagine_into(self.view, self.worlds, self.rng)
            weight = knowledge.likelihood(world, self.view.viewer)
            if i == 0 or weight < least:
                least = weight
            if weight > most:
                most = weight
            total += weight
            self.pool.append(world)
            self.sums.append(total)
        if least == most:
            # Nothing can be concluded: then new worlds are better than the same ones again.
            self.pool = []

    def draw_into(self, world: State) -> None:
        """Become an imagined world."""
        if not self.pool:
            world.imagine_into(self.view, self.worlds, self.rng)
            return
        wanted = self.rng.unit() * self.sums[-1]
        low: i64 = 0
        high: i64 = len(self.pool) - 1
        while low < high:
            middle = (low + high) >> 1
            if self.sums[middle] > wanted:
                high = middle
            else:
                low = middle + 1
        world.copy_from(self.pool[low])
