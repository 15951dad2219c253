"""`chabudai replay`: checks records, and prints or shows them."""

import argparse
import sys

from chabudai.commands.full_screen import require_terminal
from chabudai.commands.line_input import read_line
from chabudai.commands.output import Output
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, ChabudaiError
from chabudai.records.record import errors_at, read_record, record_lines
from chabudai.records.replay import replay
from chabudai.session.replay import ALL_HANDS
from chabudai.terminal.plain.transcript import entry, record_title, result_line, transcript_lines
from chabudai.terminal.plain.watch import PlainWatch
from chabudai.translation.catalog import translated


def run(options: argparse.Namespace) -> int:
    """Check each record and print its result, with `--step` also every step; with `--watch`, show the only record."""
    if options.watch:
        return _watch(options)
    _check_no_watch_arguments(options)
    valid = invalid = 0
    for where, line in record_lines(options.file):
        try:
            record = read_record(line)
            play = replay(record)
            place = translated(where, options.lang)
            title = entry(place, record_title(play, options.lang), options.lang)
            if options.step:
                print(title)
                for text in transcript_lines(line, record, options.lang):
                    print(text)
            print(entry(title, result_line(line, play, options.lang), options.lang))
            valid += 1
        except ChabudaiError as error:
            print(f"chabudai: {translated(f'{where}: {error}', options.lang)}", file=sys.stderr)
            invalid += 1
    if valid + invalid == 0:
        print(f"chabudai: {translated(f'{options.file} has no records', options.lang)}", file=sys.stderr)
    return 0 if valid and not invalid else 2


def _check_no_watch_arguments(options: argparse.Namespace) -> None:
    """Refuse arguments that need `--watch`."""
    is_given = {"--plain": options.plain, "--seat": options.seat is not None, "--theme": options.theme != "dark"}
    names = [name for name, given in is_given.items() if given]
    if names:
        raise BadOption(f"{', '.join(names)}: allowed only with --watch")


def _watch(options: argparse.Namespace) -> int:
    """Show the only record of the file full screen or, with `--plain`, line by line."""
    lines = list(record_lines(options.file))
    if len(lines) != 1:
        raise BadRecord(f"{options.file} has {len(lines)} records; --watch needs a single record")
    where, line = lines[0]
    seat = ALL_HANDS if options.seat is None else options.seat
    with errors_at(where):
        players = replay(read_record(line)).setup.players
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    if options.plain:
        PlainWatch(Output(), line, str(options.file), seat, options.lang, read_line).run()
        return 0
    require_terminal("replay --watch")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.replay_screen import ReplayScreen

    Chabudai(ReplayScreen(line, seat), language=options.lang, theme=options.theme).run()
    return 0
