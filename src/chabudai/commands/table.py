"""The table that the arguments of a command ask for."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from chabudai.kernel.errors import BadOption, BadTable
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.kernel.tables import read_data
from chabudai.scene.game import Game


def setup_of(game: Game, options: argparse.Namespace) -> Setup:
    """The table that the arguments ask for."""
    players = game.players[-1] if options.players is None else options.players
    values = _option_values(game, options.option)
    return setup_with(game, players, options.data, values) if options.data else game.setup(players, values)


def setup_with(game: Game, players: int, path: Path, values: Mapping[str, OptionValue] | None = None) -> Setup:
    """A table with the card data of this file; what is wrong with them is told with its name."""
    data = read_data(path)
    try:
        return game.setup(players, values, data)
    except BadTable as error:
        raise BadTable(f"{path}: {error}") from error


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
