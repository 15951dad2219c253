"""The arguments of the command line.

They are declared here and not in the modules of `commands`: parsing loads none of the code that carries commands out,
so every command starts fast, and help comes at once. For the same reason the values below are written here once more.
Tests compare them with those that the code uses.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import chabudai

LANGUAGES = ("en", "ja")
THEMES = ("dark", "light")
"""How the full-screen table can look."""
PACES = ("slow", "normal", "fast", "at_once")
FORMATS = ("one", "rest", "both")
"""Who plays whom in the arena."""
USUAL_BOT = "casual"
REVIEW_SIMULATIONS = 4_000
SEEDS = 2**96
HOST = "127.0.0.1"
PORT = 8000
MOST_JOBS = 1000
"""More processes than any machine has use for."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(2)


class CommandParser(Parser):
    """The parser of a command, which declares its arguments when the command is called."""

    def __init__(self, *, declare: Callable[[argparse.ArgumentParser], None] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._declare = declare

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments, once they are declared."""
        declare, self._declare = self._declare, None
        if declare is not None:
            declare(self)
        return super().parse_known_args(args, namespace)


def parser() -> Parser:
    """All commands with their arguments; `run` of what was parsed carries the command out."""
    parser = Parser(prog="chabudai", description="A table for Japanese small-press card games.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and the build, and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)

    def add(name: str, what: str, declare: Callable[[argparse.ArgumentParser], None] | None = None) -> None:
        command = commands.add_parser(name, help=what, declare=declare)
        command.set_defaults(run=_later(name.replace("-", "_")))

    add("games", "list the games and their options")
    add("play", "play a game against bots", _play)
    add("join", "sit down at a table on a server", _join)
    add("rules", "tell the rules of a game", _rules)
    add("gallery", "draw every element of a game's table", _gallery)
    add("selfplay", "let bots play many games", _selfplay)
    add("arena", "measure how strong bots are against each other", _arena)
    add("replay", "judge and show records", _replay)
    add("review", "show where a finished game could have been played better", _review)
    add("serve", "serve the tables to browsers", _serve)
    add("new-game", "write the skeleton of a game of your own", _new_game)
    return parser


class _Version(argparse.Action):
    """Prints the version and which build it is, which is found out only now."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"chabudai {chabudai.__version__} ({'compiled' if chabudai.COMPILED else 'plain Python'})")
        parser.exit()


def _later(module: str) -> Callable[[argparse.Namespace], int]:
    """Carries out a command by the module of this name."""

    def run(options: argparse.Namespace) -> int:
        return int(import_module(f"chabudai.commands.{module}").run(options))

    return run


def _play(command: argparse.ArgumentParser) -> None:
    _add_game(command, nargs="?")
    _add_table(command)
    command.add_argument("--seed", type=_seed, metavar="S", help="where random numbers start (anywhere)")
    command.add_argument("--seat", type=_at_least(0), metavar="S", help="your seat, from 0 (0, or as saved)")
    command.add_argument("--bot", metavar="BOT", help=f"who plays the other seats ({USUAL_BOT}, or as saved)")
    command.add_argument(
        "--pace", choices=PACES, default="normal", help="how long bots' moves stay to be read (normal)"
    )
    command.add_argument("--no-aids", action="store_true", help="without memory aids: only what lies in sight")
    command.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="go on with a saved game")
    command.add_argument("--first", action="store_true", help="the guided first game: a lesson at each choice")
    command.add_argument("--plain", action="store_true", help="line by line, as where there is no terminal")
    _add_looks(command)


def _join(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", metavar="URL", help="an invitation, or the address of a table")
    command.add_argument("--name", default="", metavar="NAME", help="what the others call you")
    _add_looks(command)


def _rules(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_language(command)
    _add_data(command)


def _gallery(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_language(command)


def _selfplay(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_table(command)
    _add_seed(command)
    command.add_argument("--games", type=_at_least(1), default=1, metavar="K", help="how many games (1)")
    command.add_argument(
        "--bots",
        type=_names,
        default=("random",),
        metavar="BOT,…",
        help="who plays: one for all, or one a seat (random)",
    )
    _add_jobs(command)
    command.add_argument("--records", type=Path, metavar="FILE", help="write the records to this file, one a line")
    command.add_argument("--json", action="store_true", help="print the result as JSON")


def _arena(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    _add_table(command)
    command.add_argument("--bots", type=_names, required=True, metavar="BOT,…", help="who is compared, two or more")
    command.add_argument("--deals", type=_at_least(2), default=100, metavar="K", help="how many deals (100)")
    _add_seed(command)
    command.add_argument(
        "--format", choices=FORMATS, default="both", help="one against the rest, the rest against one, or both (both)"
    )
    command.add_argument("--simulations", type=_at_least(1), metavar="N", help="simulations a move (the bots' own)")
    _add_jobs(command)
    command.add_argument("--out", type=Path, metavar="DIR", help="keep the run here, to go on with, and its tables")


def _replay(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("--step", action="store_true", help="show every step of every game")
    command.add_argument("--watch", action="store_true", help="watch a game full screen, with the arrow keys")
    command.add_argument("--seat", type=_at_least(0), metavar="S", help="with --watch: by the eyes of this seat")
    _add_looks(command, "with --watch: ")


def _review(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("--seat", type=_at_least(0), metavar="S", help="the moves of this seat only, from 0 (all)")
    command.add_argument(
        "--simulations",
        type=_at_least(2),
        default=REVIEW_SIMULATIONS,
        metavar="N",
        help=f"playouts for each move ({REVIEW_SIMULATIONS})",
    )
    _add_seed(command)
    _add_language(command)
    command.add_argument("--json", action="store_true", help="print every move and what was found of it as JSON")


def _serve(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", metavar="ADDRESS", help=f"where to listen ({HOST}, and the local network if asked)")
    command.add_argument(
        "--port", type=_port, metavar="N", help=f"at which port (if none is given {PORT}, or the next free one)"
    )
    command.add_argument("--db", type=Path, metavar="FILE", help="the SQLite file that tables are kept in")
    command.add_argument("--open", action="store_true", help="open the page in the browser")
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that override the games' own")


def _new_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="its name, as in my_game; also of its folder and package")


# ---- What several commands have -------------------------------------------------------------------------------------


def _add_game(command: argparse.ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument("game", metavar="GAME", nargs=nargs, help="the name of a game: see `chabudai games`")


def _add_table(command: argparse.ArgumentParser) -> None:
    """What every command needs that sets up a table."""
    command.add_argument("--players", type=_whole, metavar="N", help="number of players (the most that can play)")
    command.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game, may be repeated"
    )
    _add_data(command)
    command.add_argument(
        "--chance",
        action="append",
        default=[],
        metavar="EVENT=OUTCOME,…",
        help="fix what a chance event brings, in words of the record, as in start=2; may be repeated",
    )


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that override the game's own")


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a record (.json) or records, one a line (.jsonl)")


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help="where random numbers start (0)")


def _add_jobs(command: argparse.ArgumentParser) -> None:
    command.add_argument("--jobs", type=_at_least(1, MOST_JOBS), default=1, metavar="J", help="processes to use (1)")


def _add_language(command: argparse.ArgumentParser, when: str = "") -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help=f"{when}the language (en)")


def _add_looks(command: argparse.ArgumentParser, when: str = "") -> None:
    """What every command has that opens the full-screen table, and when that is if not always."""
    _add_language(command, when)
    command.add_argument(
        "--theme", choices=THEMES, default="dark", help=f"{when or 'full screen: '}dark or light (dark)"
    )


# ---- Values ---------------------------------------------------------------------------------------------------------


def _at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    allowed = f"of {least} or more" if most is None else f"from {least} to {most}"

    def number(text: str) -> int:
        found = _whole(text)
        if found < least or (most is not None and found > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {allowed}")
        return found

    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # also for thousands of digits
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not a whole number") from None


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _seed(text: str) -> int:
    seed = _whole(text)
    if not 0 <= seed < SEEDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2**96 - 1")
    return seed


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a whole number from 0 to 65535")
    return int(text)
