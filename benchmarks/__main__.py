"""Runs the benchmarks, shows the figures and writes docs/benchmarks.md."""

from pathlib import Path

from rich.console import Console

import chabudai
from benchmarks import machine, openspiel, report
from benchmarks.contests import contests
from benchmarks.rounds import ROUNDS, measure, stay_on_one_core

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def notes() -> list[str]:
    """What a reader must know before the figures."""
    found = []
    if not chabudai.COMPILED:
        found.append("Chabudai is not compiled here: its figures are those of plain Python.")
    if openspiel.installed() is None:
        found.append("OpenSpiel is not installed here, so ours stands alone.")
    return found


def main() -> None:
    """One run."""
    console = Console()
    for note in notes():
        console.print(note, style="bold yellow")
    for name, fact in machine.facts().items():
        console.print(f"{name}: {fact}", highlight=False)
    stay_on_one_core()
    with console.status("Preparing") as status:
        run = contests()
        tasks = [task for contest in run for task in [*contest.ours, *contest.peers]]
        measure(tasks, lambda number: status.update(f"Round {number} of {ROUNDS}"))
    for table in report.tables(run):
        console.print(table)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(report.page(run, machine.facts(), notes()), encoding="utf-8")
    console.print(f"Written to {PAGE.parent.name}/{PAGE.name}")


main()
