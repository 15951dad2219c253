"""`chabudai play`: plays a game against bots, full screen, or line by line (with `--plain`, or without a terminal)."""

import argparse
import secrets
from pathlib import Path

from chabudai.commands.full_screen import has_terminal
from chabudai.commands.line_input import read_line
from chabudai.commands.table_arguments import setup_from_arguments
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, UnknownGame
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import SEEDS
from chabudai.records.record import Record, errors_at, read_record, record_lines
from chabudai.scene.game import Game
from chabudai.session.log import Entry, Opened
from chabudai.session.opening import open_guided_table, open_table
from chabudai.session.resume import resume
from chabudai.session.settings import PAUSE_SECONDS, Pace
from chabudai.terminal.local_session import DEFAULT_PACE, YOU, LocalSession
from chabudai.terminal.seat_assignment import SeatAssignment, saved_seat_assignment


def run(options: argparse.Namespace) -> int:
    """Open the table, or the menu if neither a game nor a saved game is named."""
    plain = options.plain or not has_terminal()
    if options.game is None and options.saved is not None:
        options.game = _saved_record(options.saved).game
    if options.game is None:
        _check_no_table_arguments(options)
    if options.game is None and plain:
        raise UnknownGame(f"name a game; the games are: {', '.join(games())}")
    # Line by line, only the printing pauses, not the game.
    local = None if options.game is None else _local_session(options, "at_once" if plain else options.pace)
    if plain and local is not None:
        _play_line_by_line(local, options)
    else:
        # Textual is slow to import, so only the full screen imports it.
        from chabudai.terminal.app.application import Chabudai
        from chabudai.terminal.app.local_table import LocalTable

        Chabudai(None if local is None else LocalTable(local), language=options.lang, theme=options.theme).run()
    return 0


def _play_line_by_line(local: LocalSession, options: argparse.Namespace) -> None:
    from chabudai.commands.output import Output
    from chabudai.terminal.line_by_line import LineByLine, play_until_quit

    console = Output()
    if options.saved:
        console.print(local.words.text("play", "resumed", moves=len(local.play.moves)))
    pause = PAUSE_SECONDS[options.pace] if console.is_terminal else 0.0
    play_until_quit(LineByLine(console, local, pause=pause, ask=read_line, pace=options.pace))


def _check_no_table_arguments(options: argparse.Namespace) -> None:
    """Refuse table arguments without a game: the menu would ignore them."""
    is_given = _setup_arguments(options) | {
        "--seat": options.seat is not None,
        "--bot": options.bot is not None,
        "--pace": options.pace != DEFAULT_PACE,
        "--no-aids": options.no_aids,
        "--first": options.first,
    }
    names = [name for name, given in is_given.items() if given]
    if names:
        raise UnknownGame(f"{', '.join(names)}: name the game, too; the games are: {', '.join(games())}")


def _local_session(options: argparse.Namespace, pace: Pace) -> LocalSession:
    """Open the session that the arguments describe."""
    game = find_game(options.game)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    opened, before = _opening(game, options, pace)
    assignment = _assignment(options, opened.settings.players)
    return LocalSession(opened, assignment, options.lang, seed, before=before, chance=options.chance)


def _opening(game: Game, options: argparse.Namespace, pace: Pace) -> tuple[Opened, list[Entry]]:
    """Return the first log entry of the table, and the entries of the saved game, if there is one."""
    if options.first:
        return _guided_opening(game, options, pace), []
    if options.saved:
        return _saved_opening(game, options, pace)
    return open_table(game, setup_from_arguments(game, options), YOU.guest, aids=not options.no_aids, pace=pace), []


def _assignment(options: argparse.Namespace, players: int) -> SeatAssignment:
    """Return the seat assignment: from the arguments, else from the saved game, else the defaults."""
    saved = saved_seat_assignment(_saved_line(options.saved)[1] if options.saved else b"", players)
    seat = saved.seat if options.seat is None else options.seat
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    bots = (options.bot,) * players if options.bot else saved.bots
    return SeatAssignment(seat, saved.aids and not options.no_aids, bots)


def _guided_opening(game: Game, options: argparse.Namespace, pace: Pace) -> Opened:
    """Open the guided first game, which is the same for everybody."""
    is_given = _setup_arguments(options) | {
        "--seat": options.seat not in (None, LEARNER),
        "--from": options.saved is not None,
    }
    names = [name for name, given in is_given.items() if given]
    if names:
        raise BadOption(f"--first has a fixed setup: leave out {', '.join(names)}")
    return open_guided_table(game, YOU.guest, aids=not options.no_aids, pace=pace)


def _setup_arguments(options: argparse.Namespace) -> dict[str, bool]:
    """Return for each setup argument whether it was given."""
    return {
        "--players": options.players is not None,
        "--option": bool(options.option),
        "--data": options.data is not None,
        "--chance": bool(options.chance),
        "--seed": options.seed is not None,
    }


def _saved_opening(game: Game, options: argparse.Namespace, pace: Pace) -> tuple[Opened, list[Entry]]:
    """Return the first log entry of a table that continues a saved game, and the entries of that game so far."""
    if options.players is not None or options.option or options.data:
        raise BadRecord("--from uses the setup of the saved game: leave out --players, --option and --data")
    record = _saved_record(options.saved)
    if record.game != game.name:
        raise BadRecord(f"{options.saved} is a game of {record.game}, not of {game.name}")
    aids = _assignment(options, record.players).aids
    with errors_at(str(options.saved)):
        return resume(record, game, YOU.guest, aids=aids, pace=pace)


def _saved_record(path: Path) -> Record:
    where, line = _saved_line(path)
    with errors_at(where):
        return read_record(line)


def _saved_line(path: Path) -> tuple[str, bytes]:
    """Return the location and the text of the only record in this file."""
    lines = list(record_lines(path))
    if len(lines) != 1:
        raise BadRecord(f"{path} has {len(lines)} records; a saved game must be a single record")
    return lines[0]
