"""Times playouts in plain Python, in a separate process: one process cannot load the rules both ways."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.ours import playout_tasks, starts
from benchmarks.rounds import Task, Timing

ROOT = Path(__file__).parent.parent


class PlainPythonProcess:
    """A process that imports the uncompiled sources and runs one round of a task on request."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.plain_python"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tasks(self) -> list[Task]:
        """Return random playouts of every game at every player count."""
        return [
            Task(f"{title}, plain Python", start.setup.players, partial(self.run, number))
            for number, (title, start) in enumerate(starts())
        ]

    def run(self, number: int) -> Timing:
        """Run one round of the task with this number."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(number, file=self.process.stdin, flush=True)
        return msgspec.json.decode(self.process.stdout.readline(), type=Timing)


def main() -> None:
    """Read task numbers from stdin; print the timing of each as JSON."""
    tasks = playout_tasks()
    for line in sys.stdin:
        print(msgspec.json.encode(tasks[int(line)].run()).decode(), flush=True)


if __name__ == "__main__":
    main()
