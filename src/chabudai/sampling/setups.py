"""The player counts and options that a game is checked with."""

from collections.abc import Iterator, Mapping

from chabudai.kernel.setup import OptionValue, Setup
from chabudai.sampling.option_sets import option_sets
from chabudai.scene.game import Game

MOST_OPTION_SETS = 24
"""If a player count has more: the defaults with at most one other value, and one with as many others as can be."""


def setups(game: Game, players: int | None, options: Mapping[str, OptionValue] | None) -> Iterator[Setup]:
    """Every player count with every combination of option values, as far as the caller has not fixed them."""
    fixed = dict(options or {})
    defaults = {option.name: option.default for option in game.options} | fixed
    for count in game.players if players is None else (players,):
        sets: list[dict[str, OptionValue]] = []
        for values in option_sets(game, count):
            if values | fixed not in sets:
                sets.append(values | fixed)
        if len(sets) > MOST_OPTION_SETS:
            sets = [each for each in sets if len(each.items() - defaults.items()) <= 1] + sets[-1:]
        for values in sets:
            yield game.setup(count, values)
