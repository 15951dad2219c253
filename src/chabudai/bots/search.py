"""Single-observer information set Monte Carlo tree search (ISMCTS).

A simulation draws a world, descends the tree, adds at most one node, and ends with a playout. A node is an information
set of the observer, so nothing that others hold or choose in secret can guide the observer's later choices. Each seat
maximizes the reward of its own side. Seats that choose simultaneously have separate statistics.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from chabudai.bots.belief import Belief
from chabudai.bots.guided_playout import play_out, rewards
from chabudai.bots.tree import Arm, Node, SeatStats, Tree
from chabudai.kernel.bits import count, has, lowest
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_EXPLORATION: Final = 0.3
"""Weight of the exploration term, which is proportional to the prior."""

_UNTRIED: Final = 0.5
"""Reward assumed for an untried choice while the seat has no visits at the node; afterwards, its mean reward there."""

_JITTER_MASK: Final[i64] = 1023
_JITTER_MEAN: Final = 512.0
"""The random factor of the exploration term is an integer from 0 to 1023, which is faster to draw than a fraction."""

_GLIMPSE_BITS: Final[i64] = 6
"""The observer's glimpses of simultaneous choices are packed into one integer, with this many bits each."""


@final
class Search:
    """A search for the best choice of a belief's viewer (the observer), among the choices in the bit mask `sensible`.

    `run` may be called any number of times; each call continues the search.
    """

    def __init__(self, belief: Belief, knowledge: Knowledge, rng: Rng, sensible: i64) -> None:
        view = belief.view
        self.belief: Belief = belief
        self.knowledge: Knowledge = knowledge
        self.has_knowledge: bool = type(knowledge) is not Knowledge
        """Whether the game supplies knowledge; otherwise priors stay uniform."""
        self.rng: Rng = rng
        self.sensible: i64 = sensible
        self.observer: i64 = view.viewer
        self.part: i64 = view.part
        self.part_limit: i64 = view.part + view.parts_ahead()
        """Number of finished parts at which a playout stops."""
        self.tree: Tree = Tree(view)
        self.root: Node = self.tree.nodes[0]
        self.simulations: i64 = 0
        self.world: State = view.clone()
        self.path: list[Arm] = []
        self.path_stats: list[SeatStats] = []
        """The statistics of the seat that made each choice on the path."""
        self.weights: list[float] = [0.0] * CHOICES

    def run(self, simulations: i64) -> None:
        """Run this many more simulations."""
        for i in range(simulations):
            self._simulate()
        self.simulations += simulations

    def arms(self) -> list[Arm]:
        """Return the observer's arms at the root, one for each sensible choice; empty before the first simulation."""
        for stats in self.root.seat_stats():
            if stats.seat == self.observer:
                return stats.arms
        return []

    def _simulate(self) -> None:
        world = self.world
        self.belief.draw_into(world)
        self.path = []
        self.path_stats = []
        node = self.root
        while True:
            seen = self._step(node, world)
            if world.part != self.part or world.over() or (world.due >= 0 and not world.chance_open(self.observer)):
                break
            child = self.tree.find_child(node, seen, world)
            if child is None:
                self.tree.add_child(node, seen, world)
                break
            node = child
        play_out(world, self.knowledge, self.rng, self.part_limit)
        self._backpropagate(world)

    def _step(self, node: Node, world: State) -> i64:
        """Draw an outcome, or make the choices at a node; return a number for what the observer sees of it."""
        if world.due >= 0:
            outcome = world.draw(self.rng)
            world.turn_up(outcome)
            return outcome
        start: i64 = len(self.path)
        seen: i64 = 0
        for stats in node.seat_stats():
            arm = self._choose(stats, node, world)
            self.path.append(arm)
            self.path_stats.append(stats)
            seen = (seen << _GLIMPSE_BITS) | world.glimpse(self.observer, stats.seat, arm.choice)
        for i in range(start, len(self.path)):
            arm = self.path[i]
            world.commit(arm.seat, node.first + arm.choice)
        return seen

    def _choose(self, stats: SeatStats, node: Node, world: State) -> Arm:
        """Return the arm to try for a seat in this world, after adding arms and setting priors where needed."""
        seat = stats.seat
        choices = world.choices(seat)
        if node is self.root and seat == self.observer:
            choices = self.sensible
        has_new_choices = choices & ~stats.known != 0
        if has_new_choices:
            stats.add_arms(choices)
        # The observer knows the same in every world, so its priors do not change; those of other seats do.
        if self.has_knowledge and choices & (choices - 1) and (has_new_choices or seat != self.observer):
            self._set_priors(stats, choices, world)
        return self._select_arm(stats, choices)

    def _set_priors(self, stats: SeatStats, choices: i64, world: State) -> None:
        """Set the priors of these choices: how likely a good player is to make each of them in this world."""
        weights = self.weights
        self.knowledge.prior(world, stats.seat, weights)
        total = 0.0
        left = choices
        while left:
            total += weights[lowest(left)]
            left &= left - 1
        for arm in stats.arms:
            if has(choices, arm.choice):
                arm.prior = weights[arm.choice] / total

    def _select_arm(self, stats: SeatStats, choices: i64) -> Arm:
        """Return the arm with the highest sum of mean reward and exploration term, which shrinks with every visit.

        The exploration term has a random factor. Without it, the choices of seats that cannot see each other become
        synchronized, and each seat learns to respond to what it cannot see.
        """
        exploration = _EXPLORATION / _JITTER_MEAN
        if not self.has_knowledge:
            exploration /= float(count(choices))
        untried = _UNTRIED
        if stats.visits > 0:
            untried = stats.total / float(stats.visits)
        best: Arm | None = None
        highest = -1.0
        for arm in stats.arms:
            if has(choices, arm.choice):
                arm.available += 1
                visits = float(arm.visits)
                worth = untried
                if arm.visits > 0:
                    worth = arm.total / visits
                jitter = float(self.rng.word() & _JITTER_MASK)
                worth += exploration * jitter * arm.prior * sqrt(float(arm.available)) / (1.0 + visits)
                if worth > highest:
                    highest = worth
                    best = arm
        assert best is not None
        return best

    def _backpropagate(self, world: State) -> None:
        """Add to every choice on the path the reward of the seat that made it."""
        results = rewards(world)
        for i in range(len(self.path)):
            arm = self.path[i]
            stats = self.path_stats[i]
            reward = results[arm.seat]
            arm.visits += 1
            arm.total += reward
            stats.visits += 1
            stats.total += reward
