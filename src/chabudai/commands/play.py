"""`chabudai play`: a game against bots, full screen, or line by line where there is no terminal."""

import argparse
import secrets

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
from chabudai.records.record import read_records
from chabudai.records.replay import replay
from chabudai.server.plan import PAUSES
from chabudai.terminal.sitting import Sitting, sit_down


def run(options: argparse.Namespace) -> int:
    """Open the table, or the menu if no game is named."""
    plain = options.plain or not has_terminal()
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
    leave_taking(LineByLine(console, sitting, pause=PAUSES[options.pace] if console.is_terminal else 0.0))


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
    players = play.setup.players
    if options.seat >= players:
        raise BadPlayers(f"there is no seat {options.seat}: with {players} players the seats are 0 to {players - 1}")
    bots = [options.bot] * players
    return sit_down(play, options.seat, options.lang, bots, seed, aids=not options.no_aids, first_game=first)


def _first_play(game: Game, options: argparse.Namespace) -> tuple[FirstGame, Play]:
    """The guided first game, which is the same for everybody."""
    given = {
        "--players": options.players is not None,
        "--option": bool(options.option),
        "--data": options.data is not None,
        "--chance": bool(options.chance),
        "--seed": options.seed is not None,
        "--seat": options.seat != LEARNER,
        "--from": options.saved is not None,
    }
    refused = [name for name, is_given in given.items() if is_given]
    if refused:
        raise BadOption(f"--first is a game with a fixed beginning: leave {', '.join(refused)} out")
    return first_game_of(game), begin_first_game(game)


def _saved_play(game: Game, options: argparse.Namespace, chance: Source) -> Play:
    """The game of a saved record, to be gone on with."""
    if options.players is not None or options.option or options.data:
        raise BadRecord("--from takes players, options and card data from the saved game: leave them out")
    records = list(read_records(options.saved))
    if len(records) != 1:
        raise BadRecord(f"{options.saved} holds {len(records)} records; a saved game is one")
    if records[0].game != game.name:
        raise BadRecord(f"{options.saved} is a game of {records[0].game}, not of {game.name}")
    play = replay(records[0])
    play.chance = chance
    return play
