"""`chabudai selfplay`: lets bots play games, and prints statistics."""

import argparse
import json
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO

from rich.table import Table

import chabudai
from chabudai.arena.progress import progress_bar
from chabudai.arena.selfplay import GameTotals, SelfplayJob, selfplay
from chabudai.commands.output import Output
from chabudai.commands.table_arguments import setup_from_arguments
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.records.fixed_chance import fixed_chance
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.translation.catalog import translated


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
        warning = translated("running as plain Python, which is much slower than the compiled build", options.lang)
        print(f"chabudai: {warning}", file=sys.stderr)
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
    translate = partial(translated, language=options.lang)
    table.add_column(translate("player"), justify="right")
    table.add_column(translate("mean score"), justify="right")
    table.add_column(translate("win share"), justify="right")
    for seat in range(setup.players):
        scores, shares = total.scores[seat] / total.games, total.shares[seat] / total.games
        table.add_row(str(seat + 1), f"{scores:.2f}", f"{shares:.3f}")
    console = Output()
    name, bots = title(game, options.lang), ", ".join(options.bots)
    console.print(translate(f"{name}: {total.games:,} games, played by {bots}"), markup=False)
    console.print(table)
    per_second, per_game = facts["games_per_second"], facts["choices_per_game"]
    console.print(translate(f"{per_second:,} games per second, {per_game} choices per game"))
    if options.records:
        print(translate(f"The records are in {options.records}. To check them, run: chabudai replay {options.records}"))


def _open_to_write(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror}") from error
