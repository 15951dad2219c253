"""`chabudai replay`: judges and shows records."""

import argparse
import sys

from chabudai.commands.full_screen import need_terminal
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, ChabudaiError
from chabudai.kernel.state import SPECTATOR
from chabudai.records.record import read_record, record_lines, refused_at
from chabudai.records.replay import replay
from chabudai.records.telling import tell, tell_end


def run(options: argparse.Namespace) -> int:
    """Judge each record, and tell it if that is wanted."""
    if options.watch:
        return _watch(options)
    _refuse_looks(options)
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


def _refuse_looks(options: argparse.Namespace) -> None:
    """What is said of a game that is watched is not dropped in silence where none is."""
    given = {"--seat": options.seat is not None, "--lang": options.lang != "en", "--theme": options.theme != "dark"}
    refused = [name for name, is_given in given.items() if is_given]
    if refused:
        raise BadOption(f"{', '.join(refused)}: only with --watch")


def _watch(options: argparse.Namespace) -> int:
    """Watch a record full screen."""
    lines = list(record_lines(options.file))
    if len(lines) != 1:
        raise BadRecord(f"{options.file} holds {len(lines)} records; one at a time can be watched")
    where, line = lines[0]
    seat = SPECTATOR if options.seat is None else options.seat
    with refused_at(where):
        players = replay(read_record(line)).setup.players
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    need_terminal("a game that is watched")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.replay_screen import ReplayScreen

    Chabudai(ReplayScreen(line, seat), language=options.lang, theme=options.theme).run()
    return 0
