"""Enumerates the setups that a game is checked with."""

from collections.abc import Iterator, Mapping

from chabudai.kernel.setup import OptionValue, Setup
from chabudai.sampling.option_sets import option_sets
from chabudai.scene.game import Game

MAX_OPTION_SETS = 24
"""If a player count has more combinations of option values, use only those that change at most one, and the last."""


def setups(game: Game, players: int | None, options: Mapping[str, OptionValue] | None) -> Iterator[Setup]:
    """Yield every player count with every combination of option values, except for what the caller has fixed."""
    fixed = dict(options or {})
    defaults = {option.name: option.default for option in game.options} | fixed
    for count in game.players if players is None else (players,):
        sets: list[dict[str, OptionValue]] = []
        for values in option_sets(game, count):
            if values | fixed not in sets:
                sets.append(values | fixed)
        if len(sets) > MAX_OPTION_SETS:
            sets = [values for values in sets if len(values.items() - defaults.items()) <= 1] + sets[-1:]
        for values in sets:
            yield game.setup(count, values)
