"""`chabudai selfplay`: lets bots play games, and prints statistics."""

import argparse
import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from rich.console import Console
from rich.table import Table

import chabudai
from chabudai.arena.progress import progress_bar
from chabudai.arena.selfplay import GameTotals, SelfplayJob, selfplay
from chabudai.commands.table_arguments import setup_from_arguments
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.records.fixed_chance import fixed_chance
from chabudai.scene.game import Game


class CannotWrite(ChabudaiError):
    """An output file cannot be written."""


def run(options: argparse.Namespace) -> int:
    """Play the games, and print the statistics."""
    game = find_game(options.game)
    setup = setup_from_arguments(game, options)
    keep_records = options.records is not None
    job = SelfplayJob(game.name, setup, options.seed, options.games, keep_records, tuple(options.chance), options.bots)
    # Check bots and fixed chance before anything is played or written.
    job.seat_bots(game, 0)
    fixed_chance(game.chances, job.chance, then=Seeded(Rng(options.seed)))
    if not chabudai.COMPILED:
        print("chabudai: running as plain Python, which is much slower than the compiled build", file=sys.stderr)
    total = GameTotals.empty(setup.players)
    began = time.perf_counter()
    with ExitStack() as stack:
        file = stack.enter_context(_open_to_write(options.records)) if options.records else None
        bar = stack.enter_context(progress_bar())
        task = bar.add_task(game.name, total=job.games)
        for batch in selfplay(job, options.jobs):
            total.add(batch)
            if file is not None:
                file.writelines(line + b"\n" for line in batch.records)
            bar.update(task, completed=total.games)
    _show_total(game, setup, options, total, time.perf_counter() - began)
    return 0


def _show_total(game: Game, setup: Setup, options: argparse.Namespace, total: GameTotals, seconds: float) -> None:
    """Print the statistics as a table or, with `--json`, as JSON."""
    facts = {
        "game": game.name,
        "players": int(setup.players),
        "options": setup.options,
        "seed": options.seed,
        "games": total.games,
        "games_per_second": round(total.games / seconds, 1),
        "choices_per_game": round(total.choices / total.games, 2),
        "mean_scores": [round(score / total.games, 3) for score in total.scores],
        "win_shares": [round(share / total.games, 4) for share in total.shares],
    }
    if options.json:
        print(json.dumps(facts))
        return
    table = Table()
    table.add_column("seat", justify="right")
    table.add_column("mean score", justify="right")
    table.add_column("win share", justify="right")
    for seat in range(setup.players):
        table.add_row(str(seat), f"{total.scores[seat] / total.games:.2f}", f"{total.shares[seat] / total.games:.3f}")
    console = Console(highlight=False)
    console.print(f"{game.title}: {total.games:,} games, played by {', '.join(options.bots)}")
    console.print(table)
    console.print(f"{facts['games_per_second']:,} games per second, {facts['choices_per_game']} choices per game")
    if options.records:
        print(f"The records are in {options.records}. To check them, run: chabudai replay {options.records}")


def _open_to_write(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from error
