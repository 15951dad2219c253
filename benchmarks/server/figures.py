"""The results of load tests, as plain values.

`benchmarks/one_round.py` reads the same fields from earlier revisions, so their names must not change.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Delay(NamedTuple):
    """How long something took, in milliseconds."""

    half: float
    """The median."""
    most: float
    """The 99th percentile."""


def delay(seconds: list[float]) -> Delay:
    """Summarize many delays, given in seconds."""
    ordered = sorted(seconds)
    return Delay(1000 * ordered[len(ordered) // 2], 1000 * ordered[int(0.99 * (len(ordered) - 1))])


@dataclass(frozen=True)
class LoadResult:
    """The result of a load test."""

    moves: int
    seconds: float
    """The duration in wall-clock time."""
    core: float
    """The CPU seconds of the server."""
    frames: int
    """The number of updates that all players together received."""
    received: int
    """The bytes in these updates, before compression."""
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
        """Moves per CPU second of the server, which hardly depends on what else runs on the machine."""
        return self.moves / self.core


@dataclass(frozen=True)
class GrowthPoint:
    """The load on the server, and its memory in bytes, with this many tables of four people each."""

    tables: int
    memory: int
    load: LoadResult


@dataclass(frozen=True)
class Memory:
    """The server's memory, in bytes."""

    itself: int
    """Without any table."""
    a_table: float
    """For each table with a game in progress, without its connections."""
    a_connection: float
    """For each connection to a table."""
