"""Times tasks in rounds, all of them in each, so that a slow spell of the machine falls on all alike."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

ROUNDS = 9


@dataclass(frozen=True)
class Timing:
    """One round of a task: the seconds, the decisions made in them and, if whole games were played, their number."""

    seconds: float
    decisions: float
    games: int = 0

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
    """Tasks to compare: ours and the peers', and how they are timed."""

    title: str
    method: str
    ours: list[Task]
    peers: list[Task]

    def ratio(self, task: Task) -> float | None:
        """How many times as fast a decision a task of ours is as the fastest of the peers, if there is any."""
        if task not in self.ours or not self.peers:
            return None
        return min(peer.best.ns for peer in self.peers) / task.best.ns


def stay_on_one_core() -> None:
    """Keep this process on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(tasks: Sequence[Task], told: Callable[[int], None]) -> None:
    """Run every task once a round, after one run to warm up; `told` hears the number of each round."""
    for task in tasks:
        task.run()
    for number in range(ROUNDS):
        told(number + 1)
        for task in tasks:
            task.timings.append(task.run())
