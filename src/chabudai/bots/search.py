"""Search: one tree for one observer, over the worlds that it imagines (single-observer ISMCTS).

A simulation draws a world, goes down the tree in it, adds one node, and plays on from there. A node is what the
observer can tell apart, so nothing that others hold or choose in secret can guide its own choices further down. Each
seat goes for the reward of its own side. Seats that choose at once do so each by its own statistics.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from chabudai.bots.imagination import Imagination
from chabudai.bots.rollout import play_on, rewards
from chabudai.bots.tree import Arm, Chooser, Node, Tree
from chabudai.kernel.bits import count, has, lowest
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_EXPLORATION: Final = 0.3
"""How much of the prior, at first, outweighs what a choice has been found to be worth."""

_UNTRIED: Final = 0.5
"""What a choice is taken to be worth where nothing is known yet."""

_LUCK: Final[i64] = 1023
_HALF: Final = 512.0
"""Luck is a whole number, which is quicker than others, and half of it is the mean."""

_DIGIT: Final[i64] = 6
"""What the observer saw several seats choose is one number, with so many bits for each."""


@final
class Search:
    """A search for the best choice of the seat whose view is imagined, among those that are sensible (a bit set).

    It is run in slices: `run` may be called again and again.
    """

    def __init__(self, imagination: Imagination, knowledge: Knowledge, rng: Rng, sensible: i64) -> None:
        view = imagination.view
        self.imagination: Imagination = imagination
        self.knowledge: Knowledge = knowledge
        self.judges: bool = type(knowledge) is not Knowledge
        """Whether the game knows anything; otherwise it need not be asked."""
        self.rng: Rng = rng
        self.sensible: i64 = sensible
        self.observer: i64 = view.viewer
        self.part: i64 = view.part
        self.last_part: i64 = view.part + view.parts_ahead()
        self.tree: Tree = Tree(view)
        self.root: Node = self.tree.nodes[0]
        self.simulations: i64 = 0
        self.world: State = view.clone()
        self.path: list[Arm] = []
        self.choosers: list[Chooser] = []
        """Whose choices the path is."""
        self.weights: list[float] = [0.0] * CHOICES

    def run(self, simulations: i64) -> None:
        """Do so many more simulations."""
        for i in range(simulations):
            self._simulate()
        self.simulations += simulations

    def arms(self) -> list[Arm]:
        """How the choices of the observer have fared, by rising number; those never met are not among them."""
        for chooser in self.root.asked():
            if chooser.seat == self.observer:
                return chooser.arms
        return []

    def _simulate(self) -> None:
        world = self.world
        self.imagination.draw_into(world)
        self.path = []
        self.choosers = []
        node = self.root
        while True:
            seen = self._step(node, world)
            if world.part != self.part or world.over() or (world.due >= 0 and not world.chance_open(self.observer)):
                break
            child = self.tree.child(node, seen, world)
            if child is None:
                self.tree.grow(node, seen, world)
                break
            node = child
        play_on(world, self.knowledge, self.rng, self.last_part)
        self._learn(world)

    def _step(self, node: Node, world: State) -> i64:
        """Let chance, or the seats that wait, go on from a node; returns what the observer sees of it."""
        if world.due >= 0:
            outcome = world.draw(self.rng)
            world.turn_up(outcome)
            return outcome
        start: i64 = len(self.path)
        seen: i64 = 0
        for chooser in node.asked():
            arm = self._choose(chooser, node, world)
            self.path.append(arm)
            self.choosers.append(chooser)
            seen = (seen << _DIGIT) | world.glimpse(self.observer, chooser.seat, arm.choice)
        for i in range(start, len(self.path)):
            arm = self.path[i]
            world.commit(arm.seat, node.first + arm.choice)
        return seen

    def _choose(self, chooser: Chooser, node: Node, world: State) -> Arm:
        seat = chooser.seat
        choices = world.choices(seat)
        if node is self.root and seat == self.observer:
            choices = self.sensible
        new = choices & ~chooser.known != 0
        if new:
            chooser.meet(choices)
        # The observer holds the same cards in all worlds, the others do not.
        if self.judges and choices & (choices - 1) and (new or seat != self.observer):
            self._judge(chooser, choices, world)
        return self._most_promising(chooser, choices)

    def _judge(self, chooser: Chooser, choices: i64, world: State) -> None:
        """Ask what a good player would choose in this world."""
        weights = self.weights
        self.knowledge.prior(world, chooser.seat, weights)
        total = 0.0
        left = choices
        while left:
            total += weights[lowest(left)]
            left &= left - 1
        for arm in chooser.arms:
            if has(choices, arm.choice):
                arm.prior = weights[arm.choice] / total

    def _most_promising(self, chooser: Chooser, choices: i64) -> Arm:
        """The choice with the highest mean and bonus; the bonus shrinks the oftener it was made, of the times it could.

        How much of the bonus counts is random. Otherwise seats that must not know of each other's choices fall into
        step, and each learns to answer what it cannot see.
        """
        exploration = _EXPLORATION / _HALF
        if not self.judges:
            exploration /= float(count(choices))
        untried = _UNTRIED
        if chooser.visits > 0:
            untried = chooser.total / float(chooser.visits)
        best: Arm | None = None
        most = -1.0
        for arm in chooser.arms:
            if has(choices, arm.choice):
                arm.available += 1
                visits = float(arm.visits)
                worth = untried
                if arm.visits > 0:
                    worth = arm.total / visits
                luck = float(self.rng.word() & _LUCK)
                worth += exploration * luck * arm.prior * sqrt(float(arm.available)) / (1.0 + visits)
                if worth > most:
                    most = worth
                    best = arm
        assert best is not None
        return best

    def _learn(self, world: State) -> None:
        """Add what came of it to all choices that led there, for each the reward of its own seat."""
        worths = rewards(world)
        for i in range(len(self.path)):
            arm = self.path[i]
            chooser = self.choosers[i]
            gained = worths[arm.seat]
            arm.visits += 1
            arm.total += gained
            chooser.visits += 1
            chooser.total += gained
