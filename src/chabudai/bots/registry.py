"""Creates bots by name: our own, those that other packages register in the entry point group `chabudai.bots`, and
programs.
"""

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
"""Prefix of a name that contains a command to run: see `line_protocol`."""

MOST_SIMULATIONS = 10**9
"""A bound far beyond any sensible number."""

BotFactory = Callable[[Game, Rng], Bot]
"""The object behind an entry point: it creates a bot for a game, with its own random numbers."""

_SEARCHERS = {**LEVELS, PLAIN.name: PLAIN}


class UnknownBot(ChabudaiError):
    """There is no bot of this name."""


def bot_names() -> list[str]:
    """Return the names of all bots, our own first."""
    return [RANDOM, *_SEARCHERS, *_entry_points()]


def bot(name: str, game: Game, rng: Rng, *, simulations: int | None = None, seconds: float | None = None) -> Bot:
    """Create the bot of this name for a game.

    A level takes its number of simulations from its name, as in `expert@200`, or else from `simulations`. `seconds`
    limits the time per move. Bots that do not search ignore both.
    """
    if name.startswith(PROGRAM):
        from chabudai.bots.line_protocol import LineBot  # loads scenes and processes, which only programs need

        return LineBot(name.removeprefix(PROGRAM), game, rng)
    base, at, number = name.partition("@")
    if base in _SEARCHERS:
        if at:
            simulations = _simulations(name, number)
        return Searcher(game, _SEARCHERS[base], rng, simulations, seconds)
    if name == RANDOM:
        return RandomBot(rng)
    if name in _entry_points():
        make: BotFactory = _entry_points()[name].load()
        return make(game, rng)
    names = ", ".join(bot_names())
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {names}, and {PROGRAM}COMMAND for a program")


def _simulations(name: str, number: str) -> int:
    # `int` refuses numbers with thousands of digits.
    with suppress(ValueError):
        if number.isdecimal() and 1 <= (simulations := int(number)) <= MOST_SIMULATIONS:
            return simulations
    allowed = f"from 1 to {MOST_SIMULATIONS}"
    raise UnknownBot(f"{name!r}: after @ comes a number of simulations {allowed}, as in {PLAIN.name}@200")


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of other packages by name. They cannot replace our own names."""
    ours = {RANDOM, *_SEARCHERS}
    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
        if point.name not in ours
    }
