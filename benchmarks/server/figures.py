"""What a run measures, as plain values, and what is reckoned from them."""

from dataclasses import dataclass
from typing import NamedTuple


class Delay(NamedTuple):
    """How long something took, in milliseconds: for half of all, and for all but one in a hundred."""

    half: float
    most: float


def delay(seconds: list[float]) -> Delay:
    """The delays of many."""
    ordered = sorted(seconds)
    return Delay(1000 * ordered[len(ordered) // 2], 1000 * ordered[int(0.99 * (len(ordered) - 1))])


@dataclass(frozen=True)
class Load:
    """Moves in so many seconds, of which the server had its core for so many."""

    moves: int
    seconds: float
    core: float
    frames: int
    """Frames that were sent to all players together."""
    received: int
    """Bytes of these, before they are compressed."""
    answered: Delay
    """From sending a move to its answer."""
    asked: Delay | None = None
    """From sending a move until the first of those who are to choose next has been shown so."""
    shown: Delay | None = None
    """From sending a move until all four have been shown it."""

    @property
    def moves_a_second(self) -> float:
        """Moves in a second of the clock."""
        return self.moves / self.seconds

    @property
    def moves_a_core(self) -> float:
        """Moves in a second of the server's core: what counts where other programs take a share of it."""
        return self.moves / self.core


@dataclass(frozen=True)
class Grown:
    """How so many tables, with four people each, were served."""

    tables: int
    memory: int
    load: Load


@dataclass(frozen=True)
class Memory:
    """Bytes that the server holds: for itself, for a table where a game is under way, for each who looks at one."""

    itself: int
    a_table: float
    a_connection: float
