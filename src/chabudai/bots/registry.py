"""Creates bots by name: our own, those of other packages, and programs.

Other packages register their bots in the entry point group `chabudai.bots`.
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
"""Prefix of a name that contains the command of a program: see `line_protocol`."""

MAX_SIMULATIONS = 10**9
"""An upper bound, far beyond any sensible number."""

BotFactory = Callable[[Game, Rng], Bot]
"""The object behind an entry point: it creates a bot for a game, with its own random numbers."""

_SEARCHERS = {**LEVELS, PLAIN.name: PLAIN}


class UnknownBot(ChabudaiError):
    """There is no bot with this name, or the name is malformed."""


def bot_names() -> list[str]:
    """Return the names of all bots except programs, our own first."""
    return [RANDOM, *_SEARCHERS, *_entry_points()]


def bot(name: str, game: Game, rng: Rng, *, simulations: int | None = None, seconds: float | None = None) -> Bot:
    """Create a bot by name for a game.

    `expert@200` is the level `expert` with 200 simulations; without `@`, `simulations` overrides the number of the
    level unless it is None. `seconds` limits the time per move. All bots but the levels and `plain-ismcts` ignore both.
    """
    if name.startswith(PROGRAM):
        from chabudai.bots.line_protocol import LineBot  # loads scenes and processes, which only programs need

        return LineBot(name.removeprefix(PROGRAM), game, rng)
    base, at, number = name.partition("@")
    if base in _SEARCHERS:
        if at:
            simulations = _parse_simulations(name, number)
        return Searcher(game, _SEARCHERS[base], rng, simulations, seconds)
    if name == RANDOM:
        return RandomBot(rng)
    if name in _entry_points():
        make: BotFactory = _entry_points()[name].load()
        return make(game, rng)
    names = ", ".join(bot_names())
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {names}, and {PROGRAM}COMMAND for a program")


def _parse_simulations(name: str, number: str) -> int:
    """Return the number after the @ of a bot's name."""
    # `int` raises ValueError for numbers with thousands of digits.
    with suppress(ValueError):
        if number.isdecimal() and 1 <= (simulations := int(number)) <= MAX_SIMULATIONS:
            return simulations
    allowed = f"from 1 to {MAX_SIMULATIONS}"
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
