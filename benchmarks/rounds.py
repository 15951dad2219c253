"""Times tasks in rounds. Every round runs every task, so a slow spell of the machine affects all of them alike."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

ROUNDS = 9
SECONDS = 0.2
"""The approximate duration of a task in a round."""


@dataclass(frozen=True)
class Timing:
    """One run of a task: seconds, decisions (or calls), and whole games if it counts them, otherwise 0.

    In a search, `games` counts iterations.
    """

    seconds: float
    decisions: float
    games: float = 0

    @property
    def ns(self) -> float:
        """Nanoseconds per decision."""
        return self.seconds / self.decisions * 1e9


@dataclass(eq=False)
class Task:
    """Something to time: what is played, and with how many players. `run` does the same work every time."""

    what: str
    players: int
    run: Callable[[], Timing]
    timings: list[Timing] = field(default_factory=list)

    @property
    def best(self) -> Timing:
        """The fastest round, which other programs disturbed least."""
        return min(self.timings, key=lambda timing: timing.ns)

    @property
    def spread(self) -> float:
        """How much slower the slowest round was, as a fraction of the best."""
        return max(timing.ns for timing in self.timings) / self.best.ns - 1


@dataclass(frozen=True)
class Comparison:
    """Our tasks and those of the peers: one table on the page, with its method and its units."""

    title: str
    method: str
    ours: list[Task]
    peers: list[Task]
    decision: str = "decision"
    game: str = "games"

    def ratios(self, task: Task) -> list[float]:
        """Return how many times as fast a task of ours is as each peer; for a peer's task, nothing."""
        return [peer.best.ns / task.best.ns for peer in self.peers] if task in self.ours else []


def filling(what: str, players: int, run: Callable[[int], Timing]) -> Task:
    """Return a task that calls `run` with the number of repetitions that fills its time in a round."""
    run(1)
    few = 3
    times = max(1, round(SECONDS / run(few).seconds * few))
    return Task(what, players, lambda: run(times))


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process and its children on one core, if the system supports that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def measure(tasks: Sequence[Task], on_round: Callable[[int], None]) -> None:
    """Warm up every task, then run each once per round; call `on_round` with the number of each round."""
    for task in tasks:
        task.run()
    for number in range(ROUNDS):
        on_round(number + 1)
        for task in tasks:
            task.timings.append(task.run())
