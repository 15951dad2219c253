"""Times tasks in rounds, all of them in each, so that a slow spell of the machine falls on all alike."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

ROUNDS = 9
SECONDS = 0.2
"""About how long a task takes in a round."""


@dataclass(frozen=True)
class Timing:
    """One round of a task: the seconds, the decisions (or calls) made in them and, of whole games, their number.

    In a search the games are its iterations.
    """

    seconds: float
    decisions: float
    games: float = 0

    @property
    def ns(self) -> float:
        """Nanoseconds a decision."""
        return self.seconds / self.decisions * 1e9


@dataclass(eq=False)
class Task:
    """Something to time: what is played, with how many players; `run` does the same work each time."""

    what: str
    players: int
    run: Callable[[], Timing]
    timings: list[Timing] = field(default_factory=list)

    @property
    def best(self) -> Timing:
        """The round that was disturbed least."""
        return min(self.timings, key=lambda timing: timing.ns)

    @property
    def spread(self) -> float:
        """By what share of the best the slowest round was slower."""
        return max(timing.ns for timing in self.timings) / self.best.ns - 1


@dataclass(frozen=True)
class Contest:
    """Tasks to compare: ours and the peers', how they are timed, and what they are counted in."""

    title: str
    method: str
    ours: list[Task]
    peers: list[Task]
    decision: str = "decision"
    game: str = "games"

    def ratios(self, task: Task) -> list[float]:
        """How many times as fast a decision a task of ours is as that of each peer."""
        return [peer.best.ns / task.best.ns for peer in self.peers] if task in self.ours else []


def filling(what: str, players: int, run: Callable[[int], Timing]) -> Task:
    """A task that does something as often as fills its time in a round; `run` does it so many times."""
    run(1)
    few = 3
    times = max(1, round(SECONDS / run(few).seconds * few))
    return Task(what, players, lambda: run(times))


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process, and those that it starts, on one core, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def measure(tasks: Sequence[Task], told: Callable[[int], None]) -> None:
    """Run every task once a round, after one run to warm up; `told` hears the number of each round."""
    for task in tasks:
        task.run()
    for number in range(ROUNDS):
        told(number + 1)
        for task in tasks:
            task.timings.append(task.run())
