"""Runs the benchmarks, shows the figures and writes docs/benchmarks.md with its picture."""

from pathlib import Path

from rich.console import Console

import chabudai
from benchmarks import growth, machine, profile, report
from benchmarks.contests import contests
from benchmarks.rounds import ROUNDS, measure, on_one_core
from tools.pages import formatted

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
PICTURE = DOCS / "pictures" / "growth.svg"


def notes() -> list[str]:
    """What a reader must know before the figures."""
    found = []
    if not chabudai.COMPILED:
        found.append("Chabudai is not compiled here: its figures are those of plain Python.")
    missing = [name for name, package in machine.PEERS.items() if machine.installed(package) is None]
    if missing:
        found.append(f"Not installed here, so not compared with: {', '.join(missing)}.")
    return found


def main() -> None:
    """One run."""
    console = Console()
    for note in notes():
        console.print(note, style="bold yellow")
    for name, fact in machine.facts().items():
        console.print(f"{name}: {fact}", highlight=False)
    with console.status("Preparing") as status:
        with on_one_core():
            run = contests()
            tasks = [task for contest in run for task in [*contest.ours, *contest.peers]]
            measure(tasks, lambda number: status.update(f"Round {number} of {ROUNDS}"))
            status.update("Looking where the time goes")
            profiles = profile.profiles() if profile.possible() else []
        status.update("How cost grows")
        grown = growth.measured(run[0])
    for table in report.tables(run):
        console.print(table)
    PICTURE.write_text(grown.picture, encoding="utf-8")
    page = report.page(run, profiles, grown, machine.facts(), notes())
    PAGE.write_text(formatted(page), encoding="utf-8")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{PICTURE.name}")


main()
