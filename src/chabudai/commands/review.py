"""`chabudai review`: shows where a finished game could have been played better."""

import argparse

import msgspec
from rich.console import Console

from chabudai.arena.progress import progress
from chabudai.bots.review import review_steps
from chabudai.records.record import read_record, record_lines, refused_at
from chabudai.terminal.review import show_review


def run(options: argparse.Namespace) -> int:
    """Judge the moves of each record."""
    for where, line in record_lines(options.file):
        judged = []
        with refused_at(where), progress() as bar:
            record = read_record(line)
            moves = review_steps(record, seat=options.seat, simulations=options.simulations, seed=options.seed)
            shown = bar.add_task(record.game, total=len(record.moves))
            for move in moves:
                judged.append(move)
                bar.update(shown, completed=move.move + 1)
        if options.json:
            print(msgspec.json.encode({"game": record.game, "players": record.players, "moves": judged}).decode())
        else:
            show_review(Console(highlight=False), record, judged, options.lang)
    return 0
