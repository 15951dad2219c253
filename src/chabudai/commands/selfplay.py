"""`chabudai selfplay`: bots play many games."""

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
from chabudai.arena.progress import progress
from chabudai.arena.selfplay import Tally, Task, selfplay
from chabudai.commands.table import setup_of
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.records.fixed_chance import fixed_chance
from chabudai.scene.game import Game


class CannotWrite(ChabudaiError):
    """A file that was asked for cannot be written."""


def run(options: argparse.Namespace) -> int:
    """Play, and show how it came out."""
    game = find_game(options.game)
    setup = setup_of(game, options)
    records = options.records is not None
    task = Task(game.name, setup, options.seed, options.games, records, tuple(options.chance), options.bots)
    # Who plays and what is fixed is read before anything is played or written.
    task.seat_bots(game, 0)
    fixed_chance(game.chances, task.chance, then=Seeded(Rng(options.seed)))
    if not chabudai.COMPILED:
        print("chabudai: running as plain Python, much slower than compiled", file=sys.stderr)
    total = Tally.empty(setup.players)
    began = time.perf_counter()
    with ExitStack() as stack:
        file = stack.enter_context(_open_to_write(options.records)) if options.records else None
        bar = stack.enter_context(progress())
        shown = bar.add_task(game.name, total=task.games)
        for tally in selfplay(task, options.jobs):
            total.add(tally)
            if file is not None:
                file.writelines(line + b"\n" for line in tally.records)
            bar.update(shown, completed=total.games)
    _show_total(game, setup, options, total, time.perf_counter() - began)
    return 0


def _show_total(game: Game, setup: Setup, options: argparse.Namespace, total: Tally, seconds: float) -> None:
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
    console.print(f"{game.title}: {total.games:,} games by {', '.join(options.bots)}")
    console.print(table)
    console.print(f"{facts['games_per_second']:,} games a second, {facts['choices_per_game']} choices a game")
    if options.records:
        print(f"Records are in {options.records}; `chabudai replay` judges them.")


def _open_to_write(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from error
