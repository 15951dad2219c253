"""Finds the bots: ours, those of other packages, through the entry point group `chabudai.bots`, and any program."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from chabudai.bots.bot import Bot
from chabudai.bots.levels import LEVELS, PLAIN
from chabudai.bots.random_bot import RandomBot
from chabudai.bots.searcher import Searcher
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game

GROUP = "chabudai.bots"
RANDOM = "random"
PROGRAM = "exec:"
"""A name that begins so goes on with the command of a program: see `line_protocol`."""

MOST_SIMULATIONS = 10**9
"""Far more than anybody waits for."""

MakeBot = Callable[[Game, Rng], Bot]
"""What an entry point names: it makes a bot for a game, with random numbers of its own."""

_SEARCHERS = {**LEVELS, PLAIN.name: PLAIN}


class UnknownBot(ChabudaiError):
    """No bot of this name is there."""


def bot_names() -> list[str]:
    """The names of all bots, ours first."""
    return [RANDOM, *_SEARCHERS, *_others()]


def bot(name: str, game: Game, rng: Rng, *, simulations: int | None = None, seconds: float | None = None) -> Bot:
    """The bot of this name, for a game.

    A level can be given its simulations by its name, as in `expert@200`, or else by `simulations`. `seconds` is the
    most that it may take for a move. Bots that do not search have neither.
    """
    if name.startswith(PROGRAM):
        from chabudai.bots.line_protocol import LineBot  # only who plays with programs needs scenes and processes

        return LineBot(name.removeprefix(PROGRAM), game, rng)
    base, at, number = name.partition("@")
    if base in _SEARCHERS:
        if at:
            simulations = _simulations(name, number)
        return Searcher(game, _SEARCHERS[base], rng, simulations, seconds)
    if name == RANDOM:
        return RandomBot(rng)
    if name in _others():
        make: MakeBot = _others()[name].load()
        return make(game, rng)
    names = ", ".join(bot_names())
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {names}, and {PROGRAM}COMMAND for a program")


def _simulations(name: str, number: str) -> int:
    # Python reads no number of thousands of digits.
    with suppress(ValueError):
        if number.isdecimal() and 1 <= (simulations := int(number)) <= MOST_SIMULATIONS:
            return simulations
    allowed = f"from 1 to {MOST_SIMULATIONS}"
    raise UnknownBot(f"{name!r}: after @ comes a number of simulations {allowed}, as in {PLAIN.name}@200")


@cache
def _others() -> dict[str, EntryPoint]:
    """The entry points of other packages by name; a name of ours stays ours."""
    ours = {RANDOM, *_SEARCHERS}
    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
        if point.name not in ours
    }
