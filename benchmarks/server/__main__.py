"""Runs the benchmarks of the server, and writes docs/benchmarks-server.md with its picture."""

import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

import chabudai
from benchmarks.machine import processor
from benchmarks.server import measuring, peer, report
from benchmarks.server.figures import Load
from benchmarks.server.serving import raise_file_limit
from tools.pages import formatted

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "benchmarks-server.md"
PICTURE = DOCS / "pictures" / "growth-server.svg"
ROUNDS = 3
SECONDS = 6.0
"""Of each round."""
PACED_SECONDS = 10.0

JSON, HTML = "Chabudai, JSON", "Chabudai, HTML"
EQUAL = "Chabudai, JSON, boardgame.io's game"
IN_FILES, IN_MEMORY = "boardgame.io, in files", "boardgame.io, in memory"


def main() -> None:
    """One run."""
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        sys.exit("The benchmark needs Linux and two cores: one for the server, and one for those who play.")
    raise_file_limit()
    console = Console()
    notes = [] if chabudai.COMPILED else ["Chabudai is not compiled here: its figures are those of plain Python."]
    tasks: dict[str, Callable[[], Load]] = {
        EQUAL: lambda: measuring.saturated_as_peer(SECONDS),
        JSON: lambda: measuring.saturated("json", SECONDS),
        HTML: lambda: measuring.saturated("html", SECONDS),
    }
    versions = "not measured"
    try:
        versions = peer.install()
        tasks[IN_FILES] = lambda: peer.saturated(measuring.TABLES, SECONDS, kept=True)
        tasks[IN_MEMORY] = lambda: peer.saturated(measuring.TABLES, SECONDS, kept=False)
    except peer.NoPeer as reason:
        notes.append(f"boardgame.io is not measured: {reason}. Ours stands alone.")
    for note in notes:
        console.print(note, style="bold yellow")
    rounds: dict[str, list[Load]] = {name: [] for name in tasks}
    for number in range(ROUNDS):
        for name, task in tasks.items():
            load = task()
            rounds[name].append(load)
            console.print(
                f"round {number + 1} of {ROUNDS}: {name}: {load.moves_a_second:,.0f} moves a second, "
                f"{load.moves_a_core:,.0f} a second of its core, p99 {load.answered.most:,.1f} ms",
                highlight=False,
            )
    paced: dict[str, list[Load]] = {JSON: [], HTML: []}
    for _ in range(ROUNDS):
        paced[JSON].append(measuring.paced("json", PACED_SECONDS))
        paced[HTML].append(measuring.paced("html", PACED_SECONDS))
    for name, loads in paced.items():
        delays = ", ".join(f"{load.answered.most:,.1f}" for load in loads)
        console.print(f"at a human pace: {name}: p99 {delays} ms", highlight=False)
    grown = []
    for tables in measuring.GROWN:
        grown.append(measuring.grown(tables, SECONDS))
        console.print(f"{tables} tables: {grown[-1].memory / report.MEGABYTE:,.0f} MB", highlight=False)
    run = report.Run(
        {name: loads for name, loads in rounds.items() if name in (EQUAL, JSON, HTML)},
        {name: loads for name, loads in rounds.items() if name in (IN_FILES, IN_MEMORY)},
        paced,
        grown,
        measuring.memory(),
    )
    PICTURE.write_text(report.picture(run), encoding="utf-8")
    PAGE.write_text(formatted(report.page(run, facts(versions), notes)), encoding="utf-8")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{PICTURE.name}")


def facts(versions: str) -> dict[str, str]:
    """The machine and the versions, as they go on the page."""
    return {
        "Processor": f"{processor()}, {os.cpu_count()} cores: one for the server, one for those who play",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Chabudai": f"{chabudai.__version__}, {'compiled' if chabudai.COMPILED else 'NOT COMPILED'}",
        "boardgame.io": versions,
    }


main()
