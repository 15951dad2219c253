"""The results of load tests, as plain values."""

from dataclasses import dataclass
from typing import NamedTuple


class Delay(NamedTuple):
    """How long something took in milliseconds: the median, and the 99th percentile."""

    half: float
    most: float


def delay(seconds: list[float]) -> Delay:
    """Summarize many delays."""
    ordered = sorted(seconds)
    return Delay(1000 * ordered[len(ordered) // 2], 1000 * ordered[int(0.99 * (len(ordered) - 1))])


@dataclass(frozen=True)
class LoadResult:
    """The outcome of a load test: moves, wall-clock seconds, and the CPU seconds of the server."""

    moves: int
    seconds: float
    core: float
    frames: int
    """The number of frames sent to all players."""
    received: int
    """The bytes in these frames before compression."""
    answered: Delay
    """From sending a move to its answer."""
    asked: Delay | None = None
    """From sending a move until the first player who must choose next sees that it is their turn."""
    shown: Delay | None = None
    """From sending a move until all four players see it."""

    @property
    def moves_a_second(self) -> float:
        """Moves per second of wall-clock time."""
        return self.moves / self.seconds

    @property
    def moves_a_core(self) -> float:
        """Moves per CPU second of the server, which does not depend on what else runs on the machine."""
        return self.moves / self.core


@dataclass(frozen=True)
class GrowthPoint:
    """The server's memory and load at one number of tables with four people each."""

    tables: int
    memory: int
    load: LoadResult


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes: for itself, per table with a game in progress, and per connection to a table."""

    itself: int
    a_table: float
    a_connection: float
