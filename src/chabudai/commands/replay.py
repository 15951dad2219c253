"""`chabudai replay`: judges and shows records."""

import argparse
import sys

from chabudai.commands.full_screen import need_terminal
from chabudai.kernel.errors import BadPlayers, BadRecord, ChabudaiError
from chabudai.kernel.state import SPECTATOR
from chabudai.records.record import read_record, record_lines
from chabudai.records.replay import replay
from chabudai.records.telling import tell, tell_end


def run(options: argparse.Namespace) -> int:
    """Judge each record, and tell it if that is wanted."""
    if options.watch:
        return _watch(options)
    right = wrong = 0
    for where, line in record_lines(options.file):
        try:
            record = read_record(line)
            play = replay(record)
            title = f"{where}: {record.game}, {record.players} players"
            if options.step:
                print(title)
                for step in tell(record):
                    print(step)
            print(f"{title}: {tell_end(play)}")
            right += 1
        except ChabudaiError as error:
            print(f"chabudai: {where}: {error}", file=sys.stderr)
            wrong += 1
    if right + wrong == 0:
        print(f"chabudai: {options.file} holds no record", file=sys.stderr)
    return 0 if right and not wrong else 2


def _watch(options: argparse.Namespace) -> int:
    """Watch a record full screen."""
    lines = list(record_lines(options.file))
    if len(lines) != 1:
        raise BadRecord(f"{options.file} holds {len(lines)} records; one at a time can be watched")
    where, line = lines[0]
    seat = SPECTATOR if options.seat is None else options.seat
    try:
        players = replay(read_record(line)).setup.players
    except ChabudaiError as error:
        raise BadRecord(f"{where}: {error}") from error
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    need_terminal("a game that is watched")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.replay_screen import ReplayScreen

    Chabudai(ReplayScreen(line, seat), language=options.lang, theme=options.theme).run()
    return 0
