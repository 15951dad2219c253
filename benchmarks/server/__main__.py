"""Run the benchmarks of the server, and write docs/benchmarks-server.md and its chart."""

import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

import chabudai
from benchmarks.machine import processor
from benchmarks.server import boardgameio, measuring, report
from benchmarks.server.figures import LoadResult
from benchmarks.server.serving import raise_file_limit
from tools.pages import formatted

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "benchmarks-server.md"
CHART = DOCS / "pictures" / "growth-server.svg"
ROUNDS = 3
SECONDS = 6.0
"""The duration of each measurement, except those at a human pace."""
PACED_SECONDS = 10.0

JSON, HTML = "Chabudai, JSON", "Chabudai, HTML"
SAME_GAME = "Chabudai, JSON, boardgame.io's game"
IN_FILES, IN_MEMORY = "boardgame.io, in files", "boardgame.io, in memory"


def main() -> None:
    """Measure everything, most of it in several rounds, and write the page and its chart."""
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        sys.exit("The benchmark needs Linux and two cores: one for the server and one for the clients.")
    raise_file_limit()
    console = Console()
    warnings = [] if chabudai.COMPILED else ["Chabudai is not compiled here: its figures are for plain Python."]
    tasks: dict[str, Callable[[], LoadResult]] = {
        SAME_GAME: lambda: measuring.saturated_as_peer(SECONDS),
        JSON: lambda: measuring.saturated("json", SECONDS),
        HTML: lambda: measuring.saturated("html", SECONDS),
    }
    versions = "not measured"
    try:
        versions = boardgameio.install()
        tasks[IN_FILES] = lambda: boardgameio.saturated(measuring.TABLES, SECONDS, in_files=True)
        tasks[IN_MEMORY] = lambda: boardgameio.saturated(measuring.TABLES, SECONDS, in_files=False)
    except boardgameio.PeerUnavailable as reason:
        warnings.append(f"boardgame.io is not measured: {reason}.")
    for warning in warnings:
        console.print(warning, style="bold yellow")
    rounds: dict[str, list[LoadResult]] = {name: [] for name in tasks}
    for number in range(ROUNDS):
        for name, task in tasks.items():
            load = task()
            rounds[name].append(load)
            console.print(
                f"round {number + 1} of {ROUNDS}: {name}: {load.moves_a_second:,.0f} moves/s, "
                f"{load.moves_a_core:,.0f} per CPU second, p99 {load.answered.most:,.1f} ms",
                highlight=False,
            )
    paced: dict[str, list[LoadResult]] = {JSON: [], HTML: []}
    for _ in range(ROUNDS):
        paced[JSON].append(measuring.paced("json", PACED_SECONDS))
        paced[HTML].append(measuring.paced("html", PACED_SECONDS))
    for name, loads in paced.items():
        delays = ", ".join(f"{load.answered.most:,.1f}" for load in loads)
        console.print(f"at a human pace: {name}: p99 {delays} ms", highlight=False)
    growth = []
    for tables in measuring.GROWTH_TABLES:
        growth.append(measuring.growth_point(tables, SECONDS))
        console.print(f"{tables} tables: {growth[-1].memory / report.MEGABYTE:,.0f} MB", highlight=False)
    run = report.Run(
        {name: loads for name, loads in rounds.items() if name in (SAME_GAME, JSON, HTML)},
        {name: loads for name, loads in rounds.items() if name in (IN_FILES, IN_MEMORY)},
        paced,
        growth,
        measuring.memory(),
    )
    CHART.write_text(report.chart(run), encoding="utf-8")
    PAGE.write_text(formatted(report.page(run, facts(versions), warnings)), encoding="utf-8")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{CHART.name}")


def facts(versions: str) -> dict[str, str]:
    """Return the machine and the versions, as shown on the page."""
    return {
        "Processor": f"{processor()}, {os.cpu_count()} cores: one for the server, one for the clients",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Chabudai": f"{chabudai.__version__}, {'compiled' if chabudai.COMPILED else 'NOT COMPILED'}",
        "boardgame.io": versions,
    }


main()
