"""Enumerates the option values that a game allows, for tests and comparisons."""

from collections.abc import Iterator
from itertools import product

from chabudai.kernel.errors import BadOption
from chabudai.kernel.options import Option, complete_options
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game


def option_sets(game: Game, players: int) -> Iterator[dict[str, OptionValue]]:
    """Yield every combination of option values allowed for a player count; of a range only the ends and the default."""
    names = [option.name for option in game.options]
    for values in product(*(_values(option) for option in game.options)):
        options = dict(zip(names, values, strict=True))
        try:
            yield complete_options(game.options, options, players)
        except BadOption:
            continue


def _values(option: Option) -> list[OptionValue]:
    if option.range is not None:
        return list(dict.fromkeys([option.default, *option.range]))
    return list(option.values)
