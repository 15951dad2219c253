"""The search tree: the information sets of one observer, with statistics for each choice.

Nodes refer to each other by number, so that a tree is freed node by node. The objects are acyclic for speed, and more
than fifty acyclic objects nested in one another corrupt memory when Python 3.11 frees them.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import lowest
from chabudai.kernel.state import State

_NO_NODE: Final[i64] = -1


@final
@mypyc_attr(acyclic=True)
class Arm:
    """One choice of one seat at a node: how often it was available and made, the seat's total reward, and the prior."""

    def __init__(self, seat: i64, choice: i64) -> None:
        self.seat: i64 = seat
        self.choice: i64 = choice
        self.available: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0
        self.prior: float = 1.0

    def mean(self) -> float:
        """Return the mean reward; 0 if the choice was never made."""
        if self.visits == 0:
            return 0.0
        return self.total / float(self.visits)


@final
@mypyc_attr(acyclic=True)
class SeatStats:
    """The statistics of one seat at a node. Seats that choose simultaneously have separate statistics.

    A seat's legal choices differ from world to world. The bit mask `known` contains all that have an arm.
    """

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.arms: list[Arm] = []
        self.known: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0

    def add_arms(self, choices: i64) -> None:
        """Add an arm for each of these choices that has none yet."""
        left = choices & ~self.known
        while left:
            self.arms.append(Arm(self.seat, lowest(left)))
            left &= left - 1
        self.known |= choices


@final
@mypyc_attr(acyclic=True)
class Node:
    """Positions that the observer cannot tell apart: the same seats wait in the same phase, or the same chance event is
    due.

    Children are keyed by what the observer saw. Worlds that looked the same to the observer but differ in who chooses
    next, in which phase, or in what chance event is due, are siblings, linked in a list.
    """

    def __init__(self, world: State) -> None:
        self.waiting: i64 = world.waiting
        self.first: i64 = world.first
        self.due: i64 = world.due
        self.stats: list[SeatStats] | None = None
        self.children: dict[int, int] | None = None
        self.sibling: i64 = _NO_NODE

    def seat_stats(self) -> list[SeatStats]:
        """Return the statistics of the seats that wait, in order. They are created on demand: most nodes are leaves."""
        stats = self.stats
        if stats is None:
            stats = []
            left = self.waiting
            while left:
                stats.append(SeatStats(lowest(left)))
                left &= left - 1
            self.stats = stats
        return stats

    def matches(self, world: State) -> bool:
        """Check whether the seats, phase and chance event of this world are those of the node.

        The caller has already compared what the observer saw.
        """
        return self.waiting == world.waiting and self.first == world.first and self.due == world.due


@final
class Tree:
    """All nodes by number, starting with the root."""

    def __init__(self, root: State) -> None:
        self.nodes: list[Node] = [Node(root)]

    def find_child(self, node: Node, seen: i64, world: State) -> Node | None:
        """Return the child of a node for what the observer saw and for the current position of the world, or None."""
        number = self._first_child(node, seen)
        while number >= 0:
            child = self.nodes[number]
            if child.matches(world):
                return child
            number = child.sibling
        return None

    def add_child(self, node: Node, seen: i64, world: State) -> None:
        """Add a child for what the observer saw and for the current position of the world."""
        child = Node(world)
        child.sibling = self._first_child(node, seen)
        if node.children is None:
            node.children = {}
        node.children[seen] = len(self.nodes)
        self.nodes.append(child)

    def _first_child(self, node: Node, seen: i64) -> i64:
        if node.children is None:
            return _NO_NODE
        return node.children.get(seen, _NO_NODE)
