"""Creates a setup from the arguments of a command."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from chabudai.kernel.card_data import read_data
from chabudai.kernel.errors import BadOption, BadTable
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game


def setup_from_arguments(game: Game, arguments: argparse.Namespace) -> Setup:
    """Create the setup that the arguments describe."""
    players = game.players[-1] if arguments.players is None else arguments.players
    values = _option_values(game, arguments.option)
    return setup_with_data(game, players, arguments.data, values) if arguments.data else game.setup(players, values)


def setup_with_data(game: Game, players: int, path: Path, values: Mapping[str, OptionValue] | None = None) -> Setup:
    """Create a setup with the card data of this file; errors in the data name the file."""
    data = read_data(path)
    try:
        return game.setup(players, values, data)
    except BadTable as error:
        raise BadTable(f"{path}: {error}") from error


def _option_values(game: Game, assignments: Sequence[str]) -> dict[str, OptionValue]:
    """Parse the arguments of `--option`, each of the form `name=value`."""
    declared = {option.name: option for option in game.options}
    values: dict[str, OptionValue] = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option needs a name and a value, as in --option name=value, not {text!r}")
        # Game.setup reports unknown names.
        values[name] = declared[name].parse(value) if name in declared else value
    return values
