"""Converts a game's options to OpenSpiel parameters and back."""

from collections.abc import Mapping

from chabudai.envs.env_settings import EnvSettings
from chabudai.kernel.options import Option, option_text
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game

PLAYERS = "players"
MAX_DECISIONS = "max_decisions"
IN_TURN = "in_turn"


def parameters(game: Game, simultaneous: bool) -> dict[str, OptionValue]:
    """Return all parameters of a game with their defaults; `in_turn` only if it has simultaneous choices."""
    defaults: dict[str, OptionValue] = {PLAYERS: game.players[-1], MAX_DECISIONS: EnvSettings.max_decisions}
    if simultaneous:
        defaults[IN_TURN] = False
    return defaults | {option.name: _default(option) for option in game.options}


def setup_from(game: Game, values: Mapping[str, OptionValue]) -> Setup:
    """Return the setup that these parameters describe. An error names the parameter that is invalid."""
    options = {option.name: _read(option, values[option.name]) for option in game.options}
    return game.setup(int(values[PLAYERS]), options)


def as_parameters(game: Game, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return these parameters in the types that OpenSpiel expects."""
    as_text = {option.name for option in game.options if _has_mixed_types(option)}
    return {name: option_text(value) if name in as_text else value for name, value in values.items()}


def _default(option: Option) -> OptionValue:
    return option_text(option.default) if _has_mixed_types(option) else option.default


def _has_mixed_types(option: Option) -> bool:
    """Check whether an option has values of several types. OpenSpiel allows one, so they are written as strings."""
    return len({type(value) for value in option.values}) > 1


def _read(option: Option, value: OptionValue) -> OptionValue:
    return option.parse(value) if isinstance(value, str) else value
