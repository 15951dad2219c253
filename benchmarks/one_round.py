"""Measures one group of figures of one source tree, in a process of its own, and prints them as JSON.

`benchmarks.against` runs this file by its path, with the tree to be measured on Python's path: so what is imported here
is that tree's own, its benchmarks included. The names used here must exist in both trees.
"""

import ctypes
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

RUNS = 2
"""Timed runs of a task in a round, of which the quicker counts; one to warm up comes before."""

FEW = 10
ITERATIONS = 100
"""Where instructions are counted, a program is fifty times slower: so each task is done this often, and a search has
fewer iterations."""

SECONDS = 6.0
PACED_SECONDS = 10.0
"""Of a round of the server, as `make bench-server` has them."""

TASKS = {
    "playouts": ("ours.playout_tasks",),
    "plain": ("ours.playout_tasks",),
    "moves": ("ours.move_tasks",),
    "copies": ("copies.copy_tasks", "copies.view_tasks", "copies.imagining_tasks"),
    "search": ("search.our_tasks",),
    "environments": ("environments.table_tasks", "environments.step_tasks", "environments.batch_tasks"),
}
"""Functions of the benchmarks whose tasks make up a group."""

Figures = dict[str, float]


def tasks(group: str) -> Iterator[tuple[str, Any]]:
    """The tasks of a group, by names that say what is measured."""
    for path in TASKS[group]:
        module, _, function = path.partition(".")
        kind = function.removesuffix("_tasks")
        for task in getattr(importlib.import_module(f"benchmarks.{module}"), function)():
            yield f"{group}: {kind}, {task.what}, {task.players} players", task


def timed(group: str) -> Figures:
    """Nanoseconds a decision."""
    with importlib.import_module("benchmarks.rounds").on_one_core():
        found = {}
        for name, task in tasks(group):
            task.run()
            found[f"{name} (ns)"] = min(task.run().ns for _ in range(RUNS))
        return found


def counted(group: str) -> Figures:
    """Decisions of each task; callgrind writes a file with the instructions of each, in the same order.

    All that a task does is counted, also what is not timed: of the steps of an environment, the game before them.
    """
    rounds: Any = importlib.import_module("benchmarks.rounds")

    def filling(what: str, players: int, run: Callable[[int], Any]) -> Any:
        run(1)  # to warm up
        return rounds.Task(what, players, lambda: run(FEW))

    rounds.filling = filling  # before the others import it
    search: Any = importlib.import_module("benchmarks.search")
    search.ITERATIONS = ITERATIONS
    # Callgrind begins and ends to count where the function `ffi_call` does: this is a call through it.
    call = ctypes.pythonapi.PyObject_CallNoArgs
    call.argtypes, call.restype = [ctypes.py_object], ctypes.py_object
    return {f"{name} (instructions)": call(task.run).decisions for name, task in tasks(group)}


# ---- The server ------------------------------------------------------------------------------------------------------


def saturated(form: str) -> Figures:
    """As many moves as the server makes."""
    measuring = importlib.import_module("benchmarks.server.measuring")
    load = measuring.saturated_as_peer(SECONDS) if form == "peer" else measuring.saturated(form, SECONDS)
    return {"moves (a second)": load.moves_a_second, "moves (a second of its core)": load.moves_a_core}


def paced(form: str) -> Figures:
    """How long things take at a human pace."""
    load = importlib.import_module("benchmarks.server.measuring").paced(form, PACED_SECONDS)
    delays = {"answered": load.answered, "asked": load.asked, "shown": load.shown}
    return {
        f"{what}, {share} (ms)": value
        for what, delay in delays.items()
        for share, value in (("half", delay.half), ("all but 1 %", delay.most))
    }


def memory(_: str) -> Figures:
    """What the server holds."""
    held = importlib.import_module("benchmarks.server.measuring").memory()
    return {"itself (bytes)": held.itself, "a table (bytes)": held.a_table, "a connection (bytes)": held.a_connection}


SERVER: dict[str, tuple[Callable[[str], Figures], str]] = {
    "server-peer": (saturated, "peer"),
    "server-json": (saturated, "json"),
    "server-html": (saturated, "html"),
    "paced-json": (paced, "json"),
    "paced-html": (paced, "html"),
    "memory": (memory, ""),
}


def check_tree(group: str) -> None:
    """Make sure that it is the tree in this folder that is measured, in the right build."""
    chabudai: Any = importlib.import_module("chabudai")
    wanted = group != "plain"
    if not Path(chabudai.__file__).is_relative_to(Path.cwd()) or wanted != chabudai.COMPILED:
        sys.exit(f"{chabudai.__file__} is not what is to be measured")


def main(group: str, how: str) -> None:
    """Measure a group: by time, or under callgrind."""
    check_tree(group)
    if group in SERVER:
        importlib.import_module("benchmarks.server.serving").raise_file_limit()
        measure, form = SERVER[group]
        found = {f"{group}: {what}": value for what, value in measure(form).items()}
    else:
        found = counted(group) if how == "counted" else timed(group)
    print(json.dumps(found))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
