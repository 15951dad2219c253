"""Measures one group of figures of one source tree in its own process, and prints them as JSON.

`benchmarks.against` runs this file by path, with the tree to measure on Python's path, so everything imported here,
including the benchmarks, belongs to that tree. The names used here, and those of the figures, must exist in both trees.
"""

import ctypes
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

RUNS = 2
"""Timed runs of a task per round, after one to warm up; the faster one counts."""

FEW = 10
ITERATIONS = 100
"""Repetitions of a task and iterations of a search while instructions are counted, which is fifty times slower."""

SECONDS = 6.0
PACED_SECONDS = 10.0
"""The duration of a server measurement, as in `make bench-server`."""

TASKS = {
    "playouts": ("ours.playout_tasks",),
    "plain": ("ours.playout_tasks",),
    "moves": ("ours.move_tasks",),
    "copies": ("copies.copy_tasks", "copies.view_tasks", "copies.imagining_tasks"),
    "search": ("search.our_tasks",),
    "environments": ("environments.table_tasks", "environments.step_tasks", "environments.batch_tasks"),
}
"""For each group, the functions of the benchmarks that return its tasks."""

Figures = dict[str, float]


def tasks(group: str) -> Iterator[tuple[str, Any]]:
    """Yield the name of each figure in a group, with its task."""
    for path in TASKS[group]:
        module, _, function = path.partition(".")
        kind = function.removesuffix("_tasks")
        for task in getattr(importlib.import_module(f"benchmarks.{module}"), function)():
            yield f"{group}: {kind}, {task.what}, {task.players} players", task


def timed(group: str) -> Figures:
    """Return the nanoseconds per decision of each task."""
    with importlib.import_module("benchmarks.rounds").on_one_core():
        figures = {}
        for name, task in tasks(group):
            task.run()
            figures[f"{name} (ns)"] = min(task.run().ns for _ in range(RUNS))
        return figures


def counted(group: str) -> Figures:
    """Return the number of decisions of each task, while callgrind writes the instructions of each, in the same order.

    This counts everything a task does, even what is not timed, such as the game played before timing its steps.
    """
    rounds: Any = importlib.import_module("benchmarks.rounds")

    def filling(what: str, players: int, run: Callable[[int], Any]) -> Any:
        run(1)  # to warm up
        return rounds.Task(what, players, lambda: run(FEW))

    rounds.filling = filling  # before other modules import it
    search: Any = importlib.import_module("benchmarks.search")
    search.ITERATIONS = ITERATIONS
    # Callgrind counts between the start and the end of `ffi_call`, so the task is called through it.
    call = ctypes.pythonapi.PyObject_CallNoArgs
    call.argtypes, call.restype = [ctypes.py_object], ctypes.py_object
    return {f"{name} (instructions)": call(task.run).decisions for name, task in tasks(group)}


# ---- The server ------------------------------------------------------------------------------------------------------


def saturated(form: str) -> Figures:
    """Measure how many moves the server handles at saturation."""
    measuring = importlib.import_module("benchmarks.server.measuring")
    load = measuring.saturated_as_peer(SECONDS) if form == "peer" else measuring.saturated(form, SECONDS)
    return {"moves (a second)": load.moves_a_second, "moves (a second of its core)": load.moves_a_core}


def paced(form: str) -> Figures:
    """Measure delays at a human pace."""
    load = importlib.import_module("benchmarks.server.measuring").paced(form, PACED_SECONDS)
    delays = {"answered": load.answered, "asked": load.asked, "shown": load.shown}
    return {
        f"{what}, {share} (ms)": value
        for what, delay in delays.items()
        for share, value in (("half", delay.half), ("all but 1 %", delay.most))
    }


def memory(_: str) -> Figures:
    """Measure the memory of the server."""
    used = importlib.import_module("benchmarks.server.measuring").memory()
    return {"itself (bytes)": used.itself, "a table (bytes)": used.a_table, "a connection (bytes)": used.a_connection}


SERVER: dict[str, tuple[Callable[[str], Figures], str]] = {
    "server-peer": (saturated, "peer"),
    "server-json": (saturated, "json"),
    "server-html": (saturated, "html"),
    "paced-json": (paced, "json"),
    "paced-html": (paced, "html"),
    "memory": (memory, ""),
}
"""For each group, the function that measures it, and its argument."""


def check_tree(group: str) -> None:
    """Exit unless the imported package belongs to the tree in the current folder, in the right build."""
    chabudai: Any = importlib.import_module("chabudai")
    compiled = group != "plain"
    if not Path(chabudai.__file__).is_relative_to(Path.cwd()) or compiled != chabudai.COMPILED:
        sys.exit(f"{chabudai.__file__} is not the build to measure")


def main(group: str, how: str) -> None:
    """Measure a group, `timed` or `counted` (under callgrind), and print the figures."""
    check_tree(group)
    if group in SERVER:
        importlib.import_module("benchmarks.server.serving").raise_file_limit()
        measure, form = SERVER[group]
        figures = {f"{group}: {what}": value for what, value in measure(form).items()}
    else:
        figures = counted(group) if how == "counted" else timed(group)
    print(json.dumps(figures))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
