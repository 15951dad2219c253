"""`chabudai review`: shows where a finished game could have been played better."""

import argparse

import msgspec

from chabudai.arena.progress import progress_bar
from chabudai.bots.review import review_steps
from chabudai.commands.output import Output
from chabudai.records.record import errors_at, read_record, record_lines
from chabudai.terminal.review_printer import print_review


def run(options: argparse.Namespace) -> int:
    """Evaluate the moves of each record, and print the review."""
    for where, line in record_lines(options.file):
        judged = []
        with errors_at(where), progress_bar() as bar:
            record = read_record(line)
            moves = review_steps(record, seat=options.seat, simulations=options.simulations, seed=options.seed)
            task = bar.add_task(record.game, total=len(record.moves))
            for move in moves:
                judged.append(move)
                bar.update(task, completed=move.move + 1)
        if options.json:
            print(msgspec.json.encode({"game": record.game, "players": record.players, "moves": judged}).decode())
        else:
            print_review(Output(), record, judged, options.lang)
    return 0
