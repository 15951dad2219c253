"""Declares the arguments of every command, without importing the code of any command.

That keeps `--help` and the start of every command fast. Most constants below repeat values from modules that must not
be imported here; tests compare them. All texts are English here; `chabudai.translation` has them in other languages.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import chabudai
from chabudai.argument_help import HelpFormatter
from chabudai.translation.catalog import translated
from chabudai.translation.user_language import LANGUAGES

THEMES = ("dark", "light")
"""Themes of the full-screen table."""
PACES = ("slow", "normal", "fast", "at_once")
FORMATS = ("one", "rest", "both")
"""What the bot named first plays in an arena match: one side, the rest (all sides but one), or both in separate
games."""
DEFAULT_BOT = "casual"
REVIEW_SIMULATIONS = 8_000
SEEDS = 2**96
"""Seeds are below this number."""
HOST = "127.0.0.1"
PORT = 8000
MAX_JOBS = 1000
"""More processes than any machine can use."""


class Parser(argparse.ArgumentParser):
    """An argument parser in the user's language that reports an error in one line."""

    def __init__(self, *, language: str = LANGUAGES[0], **settings: Any) -> None:
        super().__init__(formatter_class=partial(HelpFormatter, language=language), **settings)
        self.language = language

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {translated(message, self.language)}", file=sys.stderr)
        sys.exit(2)


Declare = Callable[[argparse.ArgumentParser], None]
"""A function that declares the arguments of a command."""

EXAMPLES = {
    "games": "",
    "play": "kasane --players 3 --bot expert",
    "join": "http://192.168.1.20:8000/join/k3x9 --name Mei",
    "rules": "ameno_kirifuda --lang ja",
    "gallery": "only_one --plain",
    "selfplay": "fine_weather --games 100 --bots club --records games.jsonl",
    "arena": "thousand_cats --bots expert,club --deals 50",
    "replay": "kasane.json --step",
    "review": "kasane.json --seat 0",
    "serve": "--host 0.0.0.0 --open",
    "new-game": "my_game",
}
"""The arguments in the example at the end of each command's help."""


class CommandParser(Parser):
    """The parser of a command, which declares its arguments only when the command is used."""

    def __init__(self, *, declare: Declare | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._declare = declare

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Declare the arguments if necessary, and parse them."""
        declare, self._declare = self._declare, None
        if declare is not None:
            declare(self)
        return super().parse_known_args(args, namespace)


def parser(language: str = LANGUAGES[0]) -> Parser:
    """Return the parser of all commands. It sets `run` in the parsed options to a function that runs the command.

    Help and errors are in this language, which is also the default of `--lang`.
    """
    parser = Parser(
        prog="chabudai",
        description="Play Japanese small-press card games, here or on a server.",
        epilog="Example:\n  chabudai play kasane --players 3",
        language=language,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and the kind of build, and exit")
    _add_language(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)

    def add(name: str, summary: str, sentence: str, declare: Declare) -> None:
        command = commands.add_parser(
            name,
            help=summary,
            description=sentence,
            epilog=f"Example:\n  chabudai {' '.join([name, *EXAMPLES[name].split()])}",
            declare=declare,
            language=language,
        )
        command.set_defaults(run=_import_and_run(name.replace("-", "_")), lang=language)

    add("games", "list the games and their options", "List the games and their options.", _add_language)
    add("play", "play a game against bots", "Play a game against bots. Without GAME, choose one from the menu.", _play)
    add("join", "join a table on a server", "Join a table on a server. This needs a terminal.", _join)
    add("rules", "print the rules of a game", "Print the rules of a game.", _rules)
    add("gallery", "print every element of a game's table", "Print every element of a game's table.", _gallery)
    add(
        "selfplay", "let bots play games, and print statistics", "Let bots play games, and print statistics.", _selfplay
    )
    add(
        "arena",
        "compare the strength of bots",
        "Compare the strength of bots. Every deal is played in all seat rotations.",
        _arena,
    )
    add(
        "replay",
        "check records, and print or watch them",
        "Check records, and print or watch them. The exit code is 2 if any record is wrong.",
        _replay,
    )
    add(
        "review",
        "show where a finished game could have been played better",
        "Show where a finished game could have been played better.",
        _review,
    )
    add(
        "serve",
        "run a server for browsers and terminals",
        "Run a server for browsers and terminals. Stop it with Ctrl-C.",
        _serve,
    )
    add(
        "new-game",
        "create a package for a new game",
        "Create a package for a new game. Its tests say what to write next.",
        _new_game,
    )
    return parser


class _Version(argparse.Action):
    """Prints the version and the kind of build, which is looked up only when needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"chabudai {chabudai.__version__} ({'compiled' if chabudai.COMPILED else 'plain Python'})")
        parser.exit()


def _import_and_run(module: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that imports a command and runs it."""

    def run(options: argparse.Namespace) -> int:
        return int(import_module(f"chabudai.commands.{module}").run(options))

    return run


def _play(command: argparse.ArgumentParser) -> None:
    _add_game(command, nargs="?")
    _add_setup(command)
    command.add_argument("--seed", type=_seed, metavar="SEED", help="seed of all random numbers (default: random)")
    command.add_argument(
        "--seat",
        type=_whole_number(0),
        metavar="SEAT",
        help="your seat, counted from 0 as in records: 0 is player 1 (default: 0, or as saved)",
    )
    command.add_argument("--bot", metavar="BOT", help=f"bot at the other seats (default: {DEFAULT_BOT}, or as saved)")
    command.add_argument("--pace", choices=PACES, default="normal", help="speed of the bots' moves (default: normal)")
    command.add_argument(
        "--no-aids", action="store_true", help="turn off memory aids: show only what is visible on the table"
    )
    command.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="continue a saved game")
    command.add_argument(
        "--first", action="store_true", help="play the guided first game, with a lesson at each choice"
    )
    command.add_argument(
        "--plain",
        action="store_true",
        help="play line by line, in plain sentences, not full screen (the only way without a terminal)",
    )
    _add_appearance(command)


def _join(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", metavar="URL", help="invitation link, or address of a table")
    command.add_argument("--name", default="", metavar="NAME", help="your name at the table")
    _add_appearance(command)


def _rules(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_plain(command)
    _add_language(command)
    _add_data(command)
    command.add_argument(
        "--chapter", metavar="ID", help="print only this chapter: its id, such as `spoilers`, or title"
    )


def _gallery(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_plain(command)
    _add_language(command)


def _selfplay(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_setup(command)
    _add_seed(command)
    command.add_argument("--games", type=_whole_number(1), default=1, metavar="N", help="number of games (default: 1)")
    command.add_argument(
        "--bots",
        type=_names,
        default=("random",),
        metavar="BOT,…",
        help="one bot for all seats, or one for each (default: random)",
    )
    _add_jobs(command)
    command.add_argument("--records", type=Path, metavar="FILE", help="write the records to this file, one per line")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    _add_language(command)


def _arena(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_setup(command)
    command.add_argument("--bots", type=_names, required=True, metavar="BOT,…", help="two or more bots to compare")
    command.add_argument(
        "--deals", type=_whole_number(2), default=100, metavar="N", help="number of deals (default: 100)"
    )
    _add_seed(command)
    command.add_argument(
        "--format",
        choices=FORMATS,
        default="both",
        help="what the first bot of a pair plays: one side, the rest (all sides but one), or both in separate games "
        "(default: both)",
    )
    command.add_argument(
        "--simulations", type=_whole_number(1), metavar="N", help="simulations per move (default: those of each bot)"
    )
    _add_jobs(command)
    command.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for finished deals, so that the run can be resumed, and for its results",
    )
    _add_language(command)


def _replay(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("--step", action="store_true", help="print every step of every game")
    command.add_argument("--watch", action="store_true", help="watch one game full screen, with the arrow keys")
    command.add_argument("--plain", action="store_true", help="with --watch: line by line, in plain sentences")
    command.add_argument(
        "--seat",
        type=_whole_number(0),
        metavar="SEAT",
        help="with --watch: view from this seat, counted from 0 as in records: 0 is player 1 (default: all hands)",
    )
    _add_language(command)
    _add_theme(command, "with --watch: dark or light (default: dark)")


def _review(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument(
        "--seat",
        type=_whole_number(0),
        metavar="SEAT",
        help="review only this seat, counted from 0 as in records: 0 is player 1 (default: all)",
    )
    command.add_argument(
        "--simulations",
        type=_whole_number(2),
        default=REVIEW_SIMULATIONS,
        metavar="N",
        help=f"playouts per move (default: {REVIEW_SIMULATIONS})",
    )
    _add_seed(command)
    _add_language(command)
    command.add_argument("--json", action="store_true", help="print every move with its evaluation as JSON")


def _serve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--host",
        metavar="ADDRESS",
        help=f"address to listen on (default: {HOST}; then hosts of tables can open the server to the local network)",
    )
    command.add_argument(
        "--port", type=_port, metavar="PORT", help=f"port to listen on (default: {PORT}, or the next free one)"
    )
    command.add_argument("--db", type=Path, metavar="FILE", help="SQLite file for the tables")
    command.add_argument("--open", action="store_true", help="open the lobby in a browser")
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that replaces that of the games")
    command.add_argument("--limits", type=Path, metavar="FILE", help="TOML file with limits for guests and addresses")
    command.add_argument(
        "--proxy",
        metavar="ADDRESSES",
        help="proxies whose X-Forwarded-For header gives the address of a client (default: none)",
    )
    _add_language(command)


def _new_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="name of the game, its folder and its package, like my_game")
    _add_language(command)


# ---- Shared by several commands -------------------------------------------------------------------------------------


def _add_game(command: argparse.ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument("game", metavar="GAME", nargs=nargs, help="name of a game: see `chabudai games`")


def _add_setup(command: argparse.ArgumentParser) -> None:
    """Add the arguments of a game's setup, and `--chance`."""
    command.add_argument(
        "--players", type=_integer, metavar="N", help="number of players (default: the most that can play)"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the game; may be repeated"
    )
    _add_data(command)
    command.add_argument(
        "--chance",
        action="append",
        default=[],
        metavar="EVENT=OUTCOME,…",
        help="fix the outcomes of a chance event, written as in records, like start=2; may be repeated",
    )


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that replaces that of the game")


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", type=Path, metavar="FILE", help="file with a record (.json), or with one record per line (.jsonl)"
    )


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed", type=_seed, default=0, metavar="SEED", help="seed of all random numbers (default: 0)"
    )


def _add_jobs(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs", type=_whole_number(1, MAX_JOBS), default=1, metavar="N", help="number of processes (default: 1)"
    )


def _add_plain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="print plain sentences, without tables or boxes")


def _add_language(command: argparse.ArgumentParser) -> None:
    """Add the language; its default is that of the parser, which depends on the locale."""
    default = command.language if isinstance(command, Parser) else LANGUAGES[0]
    command.add_argument(
        "--lang", choices=LANGUAGES, default=default, help="language, en or ja (default: that of your locale)"
    )


def _add_appearance(command: argparse.ArgumentParser) -> None:
    """Add the language and the theme."""
    _add_language(command)
    _add_theme(command, "full screen: dark or light (default: dark)")


def _add_theme(command: argparse.ArgumentParser, meaning: str) -> None:
    command.add_argument("--theme", choices=THEMES, default="dark", help=meaning)


# ---- Values ---------------------------------------------------------------------------------------------------------


def _whole_number(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return a function that parses a whole number within these bounds."""
    allowed = f"of {minimum} or more" if maximum is None else f"from {minimum} to {maximum}"

    def parse(text: str) -> int:
        number = _integer(text)
        if number < minimum or (maximum is not None and number > maximum):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {allowed}")
        return number

    return parse


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # raised for thousands of digits, too
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not a whole number") from None


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _seed(text: str) -> int:
    seed = _integer(text)
    if not 0 <= seed < SEEDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2**96 - 1")
    return seed


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a whole number from 0 to 65535")
    return int(text)
