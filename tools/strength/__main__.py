"""Plays the plan, or the selected games and pairs of it, and keeps the page up to date."""

import argparse
import sys
from functools import partial

from rich.console import Console
from rich.progress import Progress, TaskID

import chabudai
from benchmarks import machine
from chabudai.arena.progress import progress_bar
from chabudai.arena.run import run_plan
from chabudai.kernel.errors import ChabudaiError
from tools.strength.bots import PEER
from tools.strength.bouts import Bout, calibrate, calibrated_bouts
from tools.strength.page import CHART, PAGE, write_page
from tools.strength.plan import Plan, read_plan


def main() -> int:
    """Run the command."""
    plan = read_plan()
    arguments = parse_arguments(plan)
    console = Console(highlight=False, soft_wrap=True)
    if not chabudai.COMPILED:
        console.print("Chabudai is not compiled: the run would take too long.")
        return 2
    plan_games = [game for game in plan.games if {game.game, game.name} & arguments.only] or plan.games
    pairs = [pair for pair in plan.pairs if pair.name in arguments.only] or plan.pairs
    if machine.installed("open_spiel") is None:
        console.print("OpenSpiel is not installed: its pairs are skipped.")
        pairs = [pair for pair in pairs if not pair.rest.startswith(PEER)]
    try:
        console.print("Measuring how long the bots think about a move")
        for plan_game in plan_games:
            calibrate(plan_game, pairs)
        bouts = [bout for bout in calibrated_bouts(plan) if bout.plan_game in plan_games and bout.pair in pairs]
        print_plan(console, bouts, arguments.jobs)
        if not arguments.plan:
            play_all(console, bouts, arguments.jobs)
    except ChabudaiError as error:
        console.print(f"strength: {error}")
        return 2
    except KeyboardInterrupt:
        console.print("Interrupted; run the same command to resume.")
        return 130
    return 0


def parse_arguments(plan: Plan) -> argparse.Namespace:
    """Parse the arguments. Names of pairs and of games together select these pairs in these games."""
    names = [*(game.game for game in plan.games), *(game.name for game in plan.games)]
    names += [pair.name for pair in plan.pairs]
    parser = argparse.ArgumentParser(prog="strength", description="Measure how strong the bots are.")
    parser.add_argument(
        "--only",
        action="append",
        choices=list(dict.fromkeys(names)),
        default=[],
        metavar="NAME",
        help="a game (kasane), a game with its number of players (only_one-2) or a pair (club-casual); can be repeated",
    )
    parser.add_argument("--jobs", type=int, choices=range(1, 65), default=2, metavar="J", help="processes to use (2)")
    parser.add_argument("--plan", action="store_true", help="only print what would be played, and how long it takes")
    arguments = parser.parse_args()
    arguments.only = set(arguments.only)
    return arguments


def print_plan(console: Console, bouts: list[Bout], jobs: int) -> None:
    """Print what will be played, and how long it takes."""
    total = 0.0
    for bout in bouts:
        minutes = (bout.plan_game.deals - len(bout.deals())) * bout.calibrated.seconds / jobs / 60
        total += minutes
        console.print(f"{bout.plan_game.name}: {bout.calibrated.one} against {bout.calibrated.rest}, {minutes:.1f} min")
    console.print(f"About {total:.0f} min on {jobs} {'core' if jobs == 1 else 'cores'}, if nothing else is running")


def play_all(console: Console, bouts: list[Bout], jobs: int) -> None:
    """Play the bouts one by one, writing the page after each."""
    with progress_bar() as bar:
        for number, bout in enumerate(bouts, 1):
            name = (
                f"{number} of {len(bouts)}: {bout.plan_game.name}, {bout.calibrated.one} against {bout.calibrated.rest}"
            )
            report = partial(show_progress, bar, bar.add_task(name))
            run_plan(bout.plan_to_run, bout.plan_game.declared, jobs, bout.folder, report)
            write_page(calibrated_bouts(bout.plan))
            result = bout.result()
            assert result is not None
            console.print(f"{name}: {result.share.mean:.3f} ({result.share.low:.3f}–{result.share.high:.3f})")
    console.print(f"Written to docs/{PAGE.name} and docs/pictures/{CHART.name}")


def show_progress(bar: Progress, task: TaskID, done: int, total: int) -> None:
    """Show the progress of a bout; hide it when finished."""
    bar.update(task, completed=done, total=total, visible=done < total)


if __name__ == "__main__":
    sys.exit(main())
