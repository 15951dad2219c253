"""`chabudai play`: a game against bots, full screen, or line by line where there is no terminal."""

import argparse
import secrets
import sys
from pathlib import Path

from chabudai.commands.full_screen import has_terminal
from chabudai.commands.table import setup_of
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, UnknownGame
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import SEEDS
from chabudai.records.record import Record, read_record, record_lines, refused_at
from chabudai.scene.game import Game
from chabudai.session.log import Entry, Opened
from chabudai.session.opening import first_opening, opening
from chabudai.session.saved import resume
from chabudai.session.settings import PAUSES, Pace
from chabudai.terminal.local_game import USUAL_PACE, YOU, LocalGame
from chabudai.terminal.seating import Seating, saved_seating


def run(options: argparse.Namespace) -> int:
    """Open the table, or the menu if no game is named."""
    plain = options.plain or not has_terminal()
    if options.game is None and options.saved is not None:
        options.game = _saved_record(options.saved).game
    if options.game is None:
        _refuse_for_no_game(options)
    if options.game is None and plain:
        raise UnknownGame(f"say which game; the games are: {', '.join(games())}")
    # Line by line, the game does not wait: only the printing does.
    game = None if options.game is None else _local_game(options, "at_once" if plain else options.pace)
    if plain and game is not None:
        _line_by_line(game, options)
    else:
        # Fetched only here: the full screen takes a while to start that no other command should.
        from chabudai.terminal.app.application import Chabudai
        from chabudai.terminal.app.local_table import LocalTable

        Chabudai(None if game is None else LocalTable(game), language=options.lang, theme=options.theme).run()
    return 0


def _line_by_line(game: LocalGame, options: argparse.Namespace) -> None:
    from rich.console import Console

    from chabudai.terminal.play import LineByLine, leave_taking

    console = Console(highlight=False)
    if options.saved:
        console.print(game.words.text("play", "resumed", moves=len(game.play.moves)))
    pause = PAUSES[options.pace] if console.is_terminal else 0.0
    leave_taking(LineByLine(console, game, pause=pause, ask=_typed, pace=options.pace))


def _typed(prompt: str) -> str:
    """A line of input; where a stream was closed before the program began, there is none to come."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    return input(prompt)


def _refuse_for_no_game(options: argparse.Namespace) -> None:
    """The menu asks for all that makes a table: what was said of one without a game is not dropped in silence."""
    given = _beginning(options) | {
        "--seat": options.seat is not None,
        "--bot": options.bot is not None,
        "--pace": options.pace != USUAL_PACE,
        "--no-aids": options.no_aids,
        "--first": options.first,
    }
    refused = [name for name, is_given in given.items() if is_given]
    if refused:
        raise UnknownGame(f"{', '.join(refused)}: say of which game; the games are: {', '.join(games())}")


def _local_game(options: argparse.Namespace, pace: Pace) -> LocalGame:
    """The game that the arguments ask for."""
    game = find_game(options.game)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    opened, before = _opening(game, options, pace)
    seating = _seating(options, opened.settings.players)
    return LocalGame(opened, seating, options.lang, seed, before=before, chance=options.chance)


def _opening(game: Game, options: argparse.Namespace, pace: Pace) -> tuple[Opened, list[Entry]]:
    """The first entry of the table, and those of a saved game."""
    if options.first:
        return _first_opening(game, options, pace), []
    if options.saved:
        return _saved_opening(game, options, pace)
    return opening(game, setup_of(game, options), YOU.guest, aids=not options.no_aids, pace=pace), []


def _seating(options: argparse.Namespace, players: int) -> Seating:
    """How the person sits: as the arguments say, else as they sat when they saved the game."""
    saved = saved_seating(_saved_line(options.saved)[1] if options.saved else b"", players)
    seat = saved.seat if options.seat is None else options.seat
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    bots = (options.bot,) * players if options.bot else saved.bots
    return Seating(seat, saved.aids and not options.no_aids, bots)


def _first_opening(game: Game, options: argparse.Namespace, pace: Pace) -> Opened:
    """The guided first game, which is the same for everybody."""
    given = _beginning(options) | {"--seat": options.seat not in (None, LEARNER), "--from": options.saved is not None}
    refused = [name for name, is_given in given.items() if is_given]
    if refused:
        raise BadOption(f"--first is a game with a fixed beginning: leave {', '.join(refused)} out")
    return first_opening(game, YOU.guest, aids=not options.no_aids, pace=pace)


def _beginning(options: argparse.Namespace) -> dict[str, bool]:
    """Which arguments were given that say how a game begins."""
    return {
        "--players": options.players is not None,
        "--option": bool(options.option),
        "--data": options.data is not None,
        "--chance": bool(options.chance),
        "--seed": options.seed is not None,
    }


def _saved_opening(game: Game, options: argparse.Namespace, pace: Pace) -> tuple[Opened, list[Entry]]:
    """The game of a saved record, to be gone on with."""
    if options.players is not None or options.option or options.data:
        raise BadRecord("--from takes players, options and card data from the saved game: leave them out")
    record = _saved_record(options.saved)
    if record.game != game.name:
        raise BadRecord(f"{options.saved} is a game of {record.game}, not of {game.name}")
    aids = _seating(options, record.players).aids
    with refused_at(str(options.saved)):
        return resume(record, game, YOU.guest, aids=aids, pace=pace)


def _saved_record(path: Path) -> Record:
    where, line = _saved_line(path)
    with refused_at(where):
        return read_record(line)


def _saved_line(path: Path) -> tuple[str, bytes]:
    """The place and the text of the one record in this file."""
    lines = list(record_lines(path))
    if len(lines) != 1:
        raise BadRecord(f"{path} holds {len(lines)} records; a saved game is one")
    return lines[0]
