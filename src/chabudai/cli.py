"""The command line: `chabudai …`. Wrong input gets one line that says what is wrong and allowed, and exit code 2."""

import argparse
import io
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO, NoReturn

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import chabudai
from chabudai.arena.command import arena
from chabudai.arena.duplicate import Match
from chabudai.arena.lineup import FORMATS
from chabudai.arena.run import Order
from chabudai.arena.selfplay import Tally, Task, selfplay
from chabudai.bots.registry import make_bot
from chabudai.bots.review import SIMULATIONS as REVIEW_SIMULATIONS
from chabudai.bots.review import review_steps
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded, Source
from chabudai.kernel.errors import BadOption, BadPlayers, BadRecord, ChabudaiError
from chabudai.kernel.first_game import LEARNER, FirstGame
from chabudai.kernel.game import Game
from chabudai.kernel.options import written
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.tables import read_data
from chabudai.new_game import write_skeleton
from chabudai.records.first_game import begin_first_game, first_game_of
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.records.record import read_record, read_records, record_lines
from chabudai.records.replay import replay
from chabudai.records.telling import tell, tell_end
from chabudai.scene.words import LANGUAGES, words
from chabudai.server import command as serve_command
from chabudai.terminal.gallery import gallery
from chabudai.terminal.play import PACES, Sitting, leave_taking
from chabudai.terminal.review import show_review
from chabudai.terminal.rules import show_rules


class _CannotWrite(Exception):
    """A file that was asked for cannot be written."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    _replace_unknown_characters()
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (ChabudaiError, _CannotWrite) as error:
        print(f"chabudai: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        _write_no_more()
        return 0
    except OSError as error:
        # A full disk, for instance.
        _write_no_more()
        print(f"chabudai: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("chabudai: interrupted", file=sys.stderr)
        return 130


def _replace_unknown_characters() -> None:
    """Characters that a terminal does not know, and bytes that are none, become others in their place."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _write_no_more() -> None:
    """Nothing more can be written, not even what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> _Parser:
    parser = _Parser(prog="chabudai", description="A table for Japanese small-press card games.")
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    command = commands.add_parser("games", help="list the games and their options")
    command.set_defaults(run=_games)

    command = commands.add_parser("play", help="play a game against bots, line by line")
    _add_table(command)
    command.add_argument("--seed", type=_seed, metavar="S", help="where random numbers start (anywhere)")
    command.add_argument("--seat", type=_at_least(0), default=0, metavar="S", help="your seat, from 0 (0)")
    command.add_argument("--bot", default="casual", metavar="BOT", help="who plays the other seats (casual)")
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (en)")
    command.add_argument(
        "--pace", choices=PACES, default="normal", help="how long bots' moves stay to be read (normal)"
    )
    command.add_argument("--no-aids", action="store_true", help="without memory aids: only what lies in sight")
    command.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="go on with a saved game")
    command.add_argument("--first", action="store_true", help="the guided first game: a lesson at each choice")
    command.set_defaults(run=_play)

    command = commands.add_parser("rules", help="tell the rules of a game")
    command.add_argument("game", metavar="GAME", help="the name of a game: see `chabudai games`")
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (en)")
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that override the game's own")
    command.set_defaults(run=_rules)

    command = commands.add_parser("gallery", help="draw every element of a game's table")
    command.add_argument("game", metavar="GAME", help="the name of a game: see `chabudai games`")
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (en)")
    command.set_defaults(run=_gallery)

    command = commands.add_parser("selfplay", help="let bots play many games")
    _add_table(command)
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help="where random numbers start (0)")
    command.add_argument("--games", type=_at_least(1), default=1, metavar="K", help="how many games (1)")
    command.add_argument(
        "--bots",
        type=_names,
        default=("random",),
        metavar="BOT,…",
        help="who plays: one for all, or one a seat (random)",
    )
    command.add_argument("--jobs", type=_at_least(1), default=1, metavar="J", help="processes to use (1)")
    command.add_argument("--records", type=Path, metavar="FILE", help="write the records to this file, one a line")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.set_defaults(run=_selfplay)

    command = commands.add_parser("arena", help="measure how strong bots are against each other")
    _add_table(command)
    command.add_argument("--bots", type=_names, required=True, metavar="BOT,…", help="who is compared, two or more")
    command.add_argument("--deals", type=_at_least(2), default=100, metavar="K", help="how many deals (100)")
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help="where random numbers start (0)")
    command.add_argument(
        "--format", choices=FORMATS, default="both", help="one against the rest, the rest against one, or both (both)"
    )
    command.add_argument("--simulations", type=_at_least(1), metavar="N", help="simulations a move (the bots' own)")
    command.add_argument("--jobs", type=_at_least(1), default=1, metavar="J", help="processes to use (1)")
    command.add_argument("--out", type=Path, metavar="DIR", help="keep the run here, to go on with, and its tables")
    command.set_defaults(run=_arena)

    command = commands.add_parser("replay", help="judge and show records")
    command.add_argument("file", type=Path, metavar="FILE", help="a record (.json) or records, one a line (.jsonl)")
    command.add_argument("--step", action="store_true", help="show every step of every game")
    command.set_defaults(run=_replay)

    command = commands.add_parser("review", help="show where a finished game could have been played better")
    command.add_argument("file", type=Path, metavar="FILE", help="a record (.json) or records, one a line (.jsonl)")
    command.add_argument("--seat", type=_at_least(0), metavar="S", help="the moves of this seat only, from 0 (all)")
    command.add_argument(
        "--simulations",
        type=_at_least(2),
        default=REVIEW_SIMULATIONS,
        metavar="N",
        help=f"playouts for each move ({REVIEW_SIMULATIONS})",
    )
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help="where random numbers start (0)")
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (en)")
    command.add_argument("--json", action="store_true", help="print every move and what was found of it as JSON")
    command.set_defaults(run=_review)

    command = commands.add_parser("serve", help="serve the tables to browsers")
    serve_command.add_arguments(command)

    command = commands.add_parser("new-game", help="write the skeleton of a game of your own")
    command.add_argument("name", metavar="NAME", help="its name, as in my_game; also of its folder and package")
    command.set_defaults(run=_new_game)
    return parser


def _add_table(command: argparse.ArgumentParser) -> None:
    """What every command needs that sets up a table."""
    command.add_argument("game", metavar="GAME", help="the name of a game: see `chabudai games`")
    command.add_argument("--players", type=int, metavar="N", help="number of players (the most that can play)")
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game, may be repeated"
    )
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that override the game's own")
    command.add_argument(
        "--chance",
        action="append",
        default=[],
        metavar="EVENT=OUTCOME,…",
        help="fix what a chance event brings, in words of the record, as in start=2; may be repeated",
    )


def _games(options: argparse.Namespace) -> int:
    console = Console(highlight=False)
    for game in games().values():
        players = " or ".join(str(count) for count in game.players)
        console.print(f"[bold]{game.name}[/]: {game.title} {game.native_title}, {players} players")
        console.print(f"{game.credits}", style="dim")
        for option in game.options:
            values = f"{option.allowed()}, normally {written(option.default)}"
            console.print(Padding(f"[bold]{option.name}[/] ({values}): {option.meaning}", (0, 0, 0, 2)))
    return 0


def _play(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    first = None
    if options.first:
        first, play = _first_play(game, options)
        seed = first.seed
    else:
        chance = fixed_chance(game.chances, options.chance, then=Seeded(Rng(seed, 0)))
        play = _saved_play(game, options, chance) if options.saved else Play(game, _setup(game, options), chance)
    players = play.setup.players
    if options.seat >= players:
        raise BadPlayers(f"there is no seat {options.seat}: with {players} players the seats are 0 to {players - 1}")
    language = words(game, options.lang)
    console = Console(highlight=False)
    if options.saved:
        console.print(language.text("play", "resumed", moves=len(play.moves)))
    sitting = Sitting(
        console,
        play,
        options.seat,
        [language.name(f"bot{seat}") for seat in range(players)],
        language,
        {seat: make_bot(options.bot, game, Rng(seed, seat + 1)) for seat in range(players) if seat != options.seat},
        aids=not options.no_aids,
        pause=PACES[options.pace] if console.is_terminal else 0.0,
        first_game=first,
    )
    leave_taking(sitting)
    return 0


def _rules(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    setup = game.setup(game.players[-1], data=read_data(options.data)) if options.data else None
    show_rules(Console(), game, options.lang, setup=setup)
    return 0


def _gallery(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    console = Console(highlight=False)
    for specimen in gallery(game, words(game, options.lang)):
        console.print(specimen)
    return 0


def _selfplay(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    setup = _setup(game, options)
    records = options.records is not None
    task = Task(game.name, setup, options.seed, options.games, records, tuple(options.chance), options.bots)
    # Who plays and what is fixed is read before anything is played or written.
    task.seat_bots(game, 0)
    fixed_chance(game.chances, task.chance, then=Seeded(Rng(options.seed)))
    if not chabudai.COMPILED:
        print("chabudai: running as plain Python, much slower than compiled", file=sys.stderr)
    total = Tally.empty(setup.players)
    began = time.perf_counter()
    with ExitStack() as stack:
        file = stack.enter_context(_open_to_write(options.records)) if options.records else None
        bar = stack.enter_context(_progress())
        shown = bar.add_task(game.name, total=task.games)
        for tally in selfplay(task, options.jobs):
            total.add(tally)
            if file is not None:
                file.writelines(line + b"\n" for line in tally.records)
            bar.update(shown, completed=total.games)
    _show_total(game, setup, options, total, time.perf_counter() - began)
    return 0


def _show_total(game: Game, setup: Setup, options: argparse.Namespace, total: Tally, seconds: float) -> None:
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
    table.add_column("seat", justify="right")
    table.add_column("mean score", justify="right")
    table.add_column("win share", justify="right")
    for seat in range(setup.players):
        table.add_row(str(seat), f"{total.scores[seat] / total.games:.2f}", f"{total.shares[seat] / total.games:.3f}")
    console = Console(highlight=False)
    console.print(f"{game.title}: {total.games:,} games by {', '.join(options.bots)}")
    console.print(table)
    console.print(f"{facts['games_per_second']:,} games a second, {facts['choices_per_game']} choices a game")
    if options.records:
        print(f"Records are in {options.records}; `chabudai replay` judges them.")


def _arena(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    make = partial(make_bot, simulations=options.simulations)
    match = Match(game.name, _setup(game, options), options.seed, make, tuple(options.chance))
    # All that is asked for is looked at before anything is played or written.
    fixed_chance(game.chances, match.chance, then=Seeded(Rng(options.seed)))
    for name in options.bots:
        make(name, game, Rng(options.seed))
    order = Order(match, options.bots, options.format, options.deals, options.simulations)
    arena(order, game, options.jobs, options.out)
    return 0


def _replay(options: argparse.Namespace) -> int:
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


def _review(options: argparse.Namespace) -> int:
    for record in read_records(options.file):
        moves = review_steps(record, seat=options.seat, simulations=options.simulations, seed=options.seed)
        judged = []
        with _progress() as bar:
            shown = bar.add_task(record.game, total=len(record.moves))
            for move in moves:
                judged.append(move)
                bar.update(shown, completed=move.move + 1)
        if options.json:
            print(msgspec.json.encode({"game": record.game, "players": record.players, "moves": judged}).decode())
        else:
            show_review(Console(highlight=False), record, judged, options.lang)
    return 0


def _new_game(options: argparse.Namespace) -> int:
    for path in write_skeleton(options.name, Path(options.name)):
        print(path)
    print(f"Its tests (cd {options.name}; python -m pytest) say what is to be written next.")
    return 0


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


def _setup(game: Game, options: argparse.Namespace) -> Setup:
    """The table that the arguments ask for."""
    players = game.players[-1] if options.players is None else options.players
    data = read_data(options.data) if options.data else None
    return game.setup(players, _option_values(game, options.option), data)


def _option_values(game: Game, given: Sequence[str]) -> dict[str, OptionValue]:
    declared = {option.name: option for option in game.options}
    values: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option needs a name and a value, as in --option name=value, not {text!r}")
        # A name that the game does not have is refused with all others by Game.setup.
        values[name] = declared[name].read(value) if name in declared else value
    return values


def _open_to_write(path: Path) -> BinaryIO:
    try:
        return path.open("wb")
    except OSError as error:
        raise _CannotWrite(f"cannot write {path}: {error.strerror}") from error


def _progress() -> Progress:
    """A bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _version() -> str:
    return f"chabudai {chabudai.__version__} ({'compiled' if chabudai.COMPILED else 'plain Python'})"


def _at_least(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of {least} or more")
        return int(text)

    return whole_number


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= SEEDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2**96 - 1")
    return int(text)
