"""`chabudai play`: a game against bots, full screen, or line by line where there is no terminal."""

import argparse
import secrets
import sys
from pathlib import Path

from chabudai.commands.full_screen import has_terminal
from chabudai.commands.table import setup_of
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded, Source
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, UnknownGame
from chabudai.kernel.first_game import LEARNER, FirstGame
from chabudai.kernel.game import Game
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.records.first_game import begin_first_game, first_game_of
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.records.record import Record, read_record, record_lines, refused_at
from chabudai.records.replay import replay
from chabudai.server.plan import PAUSES
from chabudai.terminal.seating import Seating, saved_seating
from chabudai.terminal.sitting import USUAL_PACE, Sitting, sit_down


def run(options: argparse.Namespace) -> int:
    """Open the table, or the menu if no game is named."""
    plain = options.plain or not has_terminal()
    if options.game is None and options.saved is not None:
        options.game = _saved_record(options.saved).game
    if options.game is None:
        _refuse_for_no_game(options)
    if options.game is None and plain:
        raise UnknownGame(f"say which game; the games are: {', '.join(games())}")
    sitting = None if options.game is None else _sitting(options)
    if plain and sitting is not None:
        _line_by_line(sitting, options)
    else:
        # Fetched only here: the full screen takes a while to start that no other command should.
        from chabudai.terminal.app.application import Chabudai
        from chabudai.terminal.app.here import Here

        Chabudai(
            None if sitting is None else Here(sitting, options.pace), language=options.lang, theme=options.theme
        ).run()
    return 0


def _line_by_line(sitting: Sitting, options: argparse.Namespace) -> None:
    from rich.console import Console

    from chabudai.terminal.play import LineByLine, leave_taking

    console = Console(highlight=False)
    if options.saved:
        console.print(sitting.words.text("play", "resumed", moves=len(sitting.play.moves)))
    pause = PAUSES[options.pace] if console.is_terminal else 0.0
    leave_taking(LineByLine(console, sitting, pause=pause, ask=_typed, pace=options.pace))


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


def _sitting(options: argparse.Namespace) -> Sitting:
    """The person at the table that the arguments ask for."""
    game = find_game(options.game)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    first = None
    if options.first:
        first, play = _first_play(game, options)
        seed = first.seed
    else:
        chance = fixed_chance(game.chances, options.chance, then=Seeded(Rng(seed, 0)))
        play = _saved_play(game, options, chance) if options.saved else Play(game, setup_of(game, options), chance)
    seating = _seating(options, play.setup.players)
    return sit_down(play, seating.seat, options.lang, seating.bots, seed, aids=seating.aids, first_game=first)


def _seating(options: argparse.Namespace, players: int) -> Seating:
    """How the person sits: as the arguments say, else as they sat when they saved the game."""
    saved = saved_seating(_saved_line(options.saved)[1] if options.saved else b"", players)
    seat = saved.seat if options.seat is None else options.seat
    if seat >= players:
        raise BadPlayers(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
    bots = (options.bot,) * players if options.bot else saved.bots
    return Seating(seat, saved.aids and not options.no_aids, bots)


def _first_play(game: Game, options: argparse.Namespace) -> tuple[FirstGame, Play]:
    """The guided first game, which is the same for everybody."""
    given = _beginning(options) | {"--seat": options.seat not in (None, LEARNER), "--from": options.saved is not None}
    refused = [name for name, is_given in given.items() if is_given]
    if refused:
        raise BadOption(f"--first is a game with a fixed beginning: leave {', '.join(refused)} out")
    return first_game_of(game), begin_first_game(game)


def _beginning(options: argparse.Namespace) -> dict[str, bool]:
    """Which arguments were given that say how a game begins."""
    return {
        "--players": options.players is not None,
        "--option": bool(options.option),
        "--data": options.data is not None,
        "--chance": bool(options.chance),
        "--seed": options.seed is not None,
    }


def _saved_play(game: Game, options: argparse.Namespace, chance: Source) -> Play:
    """The game of a saved record, to be gone on with."""
    if options.players is not None or options.option or options.data:
        raise BadRecord("--from takes players, options and card data from the saved game: leave them out")
    record = _saved_record(options.saved)
    if record.game != game.name:
        raise BadRecord(f"{options.saved} is a game of {record.game}, not of {game.name}")
    with refused_at(str(options.saved)):
        play = replay(record)
    play.chance = chance
    return play


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
