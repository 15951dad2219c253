"""The search tree: what one observer can tell apart, and how each choice there has fared.

Nodes know each other by number, so that a tree is freed node by node. Objects that are acyclic, as here for speed, must
not be freed one within the other more than fifty deep: Python 3.11 writes beyond their bounds then.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import lowest
from chabudai.kernel.state import State

_NOWHERE: Final[i64] = -1


@final
@mypyc_attr(acyclic=True)
class Arm:
    """One choice of one seat at a node: how often it could be made, was made, and what came of it for that seat."""

    def __init__(self, seat: i64, choice: i64) -> None:
        self.seat: i64 = seat
        self.choice: i64 = choice
        self.available: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0
        self.prior: float = 1.0

    def mean(self) -> float:
        """What it was worth on average; 0 if it was never made."""
        if self.visits == 0:
            return 0.0
        return self.total / float(self.visits)


@final
@mypyc_attr(acyclic=True)
class Chooser:
    """One seat's statistics at a node; of several seats that choose at once each has its own.

    Worlds differ in what a seat can choose, so more and more of its choices become `known`: a bit set.
    """

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.arms: list[Arm] = []
        self.known: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0

    def meet(self, choices: i64) -> None:
        """Make an arm for each of these choices that has none yet."""
        left = choices & ~self.known
        while left:
            self.arms.append(Arm(self.seat, lowest(left)))
            left &= left - 1
        self.known |= choices


@final
@mypyc_attr(acyclic=True)
class Node:
    """Positions that the observer cannot tell apart: the same seats wait, in the same phase, or the same chance is due.

    Children are kept by what the observer saw happen. Worlds in which it saw the same and yet others are to choose then
    are siblings, one after the other.
    """

    def __init__(self, world: State) -> None:
        self.waiting: i64 = world.waiting
        self.first: i64 = world.first
        self.due: i64 = world.due
        self.choosers: list[Chooser] | None = None
        self.children: dict[int, int] | None = None
        self.sibling: i64 = _NOWHERE

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


@final
class Tree:
    """All nodes by number, the root first."""

    def __init__(self, root: State) -> None:
        self.nodes: list[Node] = [Node(root)]

    def child(self, node: Node, seen: i64, world: State) -> Node | None:
        """Where the world is after the observer saw this happen at a node, if it was there before."""
        number = self._first_child(node, seen)
        while number >= 0:
            child = self.nodes[number]
            if child.fits(world):
                return child
            number = child.sibling
        return None

    def grow(self, node: Node, seen: i64, world: State) -> None:
        """Add a child for where the world is now."""
        child = Node(world)
        child.sibling = self._first_child(node, seen)
        if node.children is None:
            node.children = {}
        node.children[seen] = len(self.nodes)
        self.nodes.append(child)

    def _first_child(self, node: Node, seen: i64) -> i64:
        if node.children is None:
            return _NOWHERE
        return node.children.get(seen, _NOWHERE)
