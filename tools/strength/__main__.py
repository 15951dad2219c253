"""Plays the plan, or the part of it that is asked for, and keeps the page up to date."""

import argparse
import sys
from functools import partial

from rich.console import Console
from rich.progress import Progress, TaskID

import chabudai
from benchmarks import machine
from chabudai.arena.progress import progress
from chabudai.arena.run import play
from chabudai.kernel.errors import ChabudaiError
from tools.strength.bots import PEER
from tools.strength.kept import Bout, kept_bouts, settle
from tools.strength.page import PAGE, PICTURE, write
from tools.strength.plan import Plan, read_plan


def main() -> int:
    """One run."""
    plan = read_plan()
    arguments = parsed(plan)
    console = Console(highlight=False, soft_wrap=True)
    if not chabudai.COMPILED:
        console.print("Chabudai is not compiled here: that would take too long, and measure too little.")
        return 2
    tables = [table for table in plan.table if {table.game, table.name} & arguments.only] or plan.table
    pairs = [pair for pair in plan.pair if pair.name in arguments.only] or plan.pair
    if machine.installed("open_spiel") is None:
        console.print("OpenSpiel is not installed here: its pairs are left out.")
        pairs = [pair for pair in pairs if not pair.rest.startswith(PEER)]
    try:
        console.print("Measuring how long the bots think about a move")
        for table in tables:
            settle(table, pairs)
        chosen = [bout for bout in kept_bouts(plan) if bout.table in tables and bout.pair in pairs]
        foretell(console, chosen, arguments.jobs)
        if not arguments.plan:
            play_all(console, chosen, arguments.jobs)
    except ChabudaiError as error:
        console.print(f"strength: {error}")
        return 2
    except KeyboardInterrupt:
        console.print("Interrupted; the same command goes on.")
        return 130
    return 0


def parsed(plan: Plan) -> argparse.Namespace:
    """The arguments. Names of pairs and of games together choose these pairs of these games."""
    names = [*(table.game for table in plan.table), *(table.name for table in plan.table)]
    names += [pair.name for pair in plan.pair]
    parser = argparse.ArgumentParser(prog="strength", description="Measure how strong the bots are.")
    parser.add_argument(
        "--only",
        action="append",
        choices=list(dict.fromkeys(names)),
        default=[],
        metavar="NAME",
        help="a game (kasane), a table (only_one-2) or a pair (club-casual), may be repeated",
    )
    parser.add_argument("--jobs", type=int, choices=range(1, 65), default=2, metavar="J", help="processes to use (2)")
    parser.add_argument("--plan", action="store_true", help="only say what would be played, and how long it takes")
    arguments = parser.parse_args()
    arguments.only = set(arguments.only)
    return arguments


def foretell(console: Console, chosen: list[Bout], jobs: int) -> None:
    """Say what will be played, and how long it takes."""
    total = 0.0
    for bout in chosen:
        minutes = (bout.table.deals - len(bout.deals())) * bout.settled.seconds / jobs / 60
        total += minutes
        console.print(f"{bout.table.name}: {bout.settled.one} against {bout.settled.rest}, {minutes:.1f} min")
    console.print(f"About {total:.0f} minutes on {jobs} cores, if nothing else runs")


def play_all(console: Console, chosen: list[Bout], jobs: int) -> None:
    """Play bout after bout; the page is written after each."""
    with progress() as bar:
        for number, bout in enumerate(chosen, 1):
            name = f"{number} of {len(chosen)}: {bout.table.name}, {bout.settled.one} against {bout.settled.rest}"
            told = partial(show, bar, bar.add_task(name))
            play(bout.order, bout.table.declared, jobs, bout.folder, told)
            write(kept_bouts(bout.plan))
            row = bout.row()
            assert row is not None
            console.print(f"{name}: {row.share.mean:.3f} ({row.share.low:.3f}–{row.share.high:.3f})")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{PICTURE.name}")


def show(bar: Progress, task: TaskID, done: int, of: int) -> None:
    """Show how far a bout has come; finished, it is no longer shown."""
    bar.update(task, completed=done, total=of, visible=done < of)


if __name__ == "__main__":
    sys.exit(main())
