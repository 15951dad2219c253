"""The search tree: what one observer can tell apart, and how each choice there has fared.

None of these classes is declared acyclic: where objects of such classes are freed, one within the other, more than
fifty deep, as in a tree or a chain of arms, Python 3.11 writes beyond their bounds.
"""

from typing import final

from mypy_extensions import i64

from chabudai.kernel.bits import lowest
from chabudai.kernel.state import State


@final
class Arm:
    """One choice of one seat at a node: how often it could be made, was made, and what came of it for that seat."""

    def __init__(self, seat: i64, choice: i64, following: "Arm | None") -> None:
        self.seat: i64 = seat
        self.choice: i64 = choice
        self.available: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0
        self.prior: float = 1.0
        self.following: Arm | None = following

    def mean(self) -> float:
        """What it was worth on average; 0 if it was never made."""
        if self.visits == 0:
            return 0.0
        return self.total / float(self.visits)


@final
class Chooser:
    """One seat's statistics at a node; of several seats that choose at once each has its own.

    The arms are a list that is linked by `following`: worlds differ in what a seat can choose, so more come to light.
    """

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.arms: Arm | None = None
        self.known: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0

    def meet(self, choices: i64) -> None:
        """Make an arm for each of these choices that has none yet."""
        left = choices & ~self.known
        while left:
            choice = lowest(left)
            left &= left - 1
            self.arms = Arm(self.seat, choice, self.arms)
        self.known |= choices

    def listed(self) -> list[Arm]:
        """All arms, by rising number of the choice."""
        arms: list[Arm] = []
        arm = self.arms
        while arm is not None:
            arms.append(arm)
            arm = arm.following
        arms.sort(key=_number)
        return arms


@final
class Node:
    """Positions that the observer cannot tell apart: the same seats wait, in the same phase, or the same chance is due.

    Children are kept by what the observer saw happen. Worlds in which it saw the same and yet others are to choose then
    are siblings.
    """

    def __init__(self, world: State) -> None:
        self.waiting: i64 = world.waiting
        self.first: i64 = world.first
        self.due: i64 = world.due
        self.choosers: list[Chooser] | None = None
        self.children: dict[int, Node] | None = None
        self.sibling: Node | None = None

    def asked(self) -> list[Chooser]:
        """The seats that wait, in their order. Most nodes are never left again, so this is made when it is needed."""
        choosers = self.choosers
        if choosers is None:
            choosers = []
            left = self.waiting
            while left:
                choosers.append(Chooser(lowest(left)))
                left &= left - 1
            self.choosers = choosers
        return choosers

    def fits(self, world: State) -> bool:
        """Whether this world is at the node, given that the observer saw it come here."""
        return self.waiting == world.waiting and self.first == world.first and self.due == world.due

    def child(self, seen: i64, world: State) -> "Node | None":
        """Where the world is after the observer saw this, if it was there before."""
        if self.children is None:
            return None
        child = self.children.get(seen)
        while child is not None and not child.fits(world):
            child = child.sibling
        return child

    def grow(self, seen: i64, world: State) -> None:
        """Add a child for where the world is now."""
        child = Node(world)
        if self.children is None:
            self.children = {}
        child.sibling = self.children.get(seen)
        self.children[seen] = child


def _number(arm: Arm) -> int:
    return arm.choice
