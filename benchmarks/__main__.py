"""Run the benchmarks, print the figures, and write docs/benchmarks.md and its chart."""

from pathlib import Path

from rich.console import Console

import chabudai
from benchmarks import growth, machine, profile, report
from benchmarks.comparisons import comparisons
from benchmarks.rounds import ROUNDS, measure, on_one_core
from tools.pages import formatted

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
CHART = DOCS / "pictures" / "growth.svg"


def warnings() -> list[str]:
    """List what a reader must know before the figures."""
    lines = []
    if not chabudai.COMPILED:
        lines.append("Chabudai is not compiled here: its figures are for plain Python.")
    missing = [name for name, package in machine.PEERS.items() if machine.installed(package) is None]
    if missing:
        lines.append(f"Not installed here, so not measured: {', '.join(missing)}.")
    return lines


def main() -> None:
    """Measure everything, and write the page and its chart."""
    console = Console()
    for warning in warnings():
        console.print(warning, style="bold yellow")
    for name, fact in machine.facts().items():
        console.print(f"{name}: {fact}", highlight=False)
    with console.status("Preparing") as status:
        with on_one_core():
            run = comparisons()
            tasks = [task for comparison in run for task in [*comparison.ours, *comparison.peers]]
            measure(tasks, lambda number: status.update(f"Round {number} of {ROUNDS}"))
            status.update("Profiling")
            profiles = profile.profiles() if profile.possible() else []
        status.update("Measuring how cost grows")
        grown = growth.measure_growth(run[0])
    for table in report.tables(run):
        console.print(table)
    CHART.write_text(grown.chart, encoding="utf-8")
    page = report.page(run, profiles, grown, machine.facts(), warnings())
    PAGE.write_text(formatted(page), encoding="utf-8")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{CHART.name}")


main()
