"""The same playouts by plain Python, in a process of its own: one process cannot have the rules both ways."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.ours import playout_tasks, starts
from benchmarks.rounds import Task, Timing

ROOT = Path(__file__).parent.parent


class Plain:
    """A process that plays with the sources, one round of a task when asked."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.plain"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tasks(self) -> list[Task]:
        """Random playouts of every game at every number of players."""
        return [
            Task(f"{title}, plain Python", start.setup.players, partial(self.played, number))
            for number, (title, start) in enumerate(starts())
        ]

    def played(self, number: int) -> Timing:
        """One round of a task."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(number, file=self.process.stdin, flush=True)
        return msgspec.json.decode(self.process.stdout.readline(), type=Timing)


def main() -> None:
    """Answer each number with the timing of that task."""
    tasks = playout_tasks()
    for line in sys.stdin:
        print(msgspec.json.encode(tasks[int(line)].run()).decode(), flush=True)


if __name__ == "__main__":
    main()
