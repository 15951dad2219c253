"""A game's options as OpenSpiel's parameters, and back."""

from collections.abc import Mapping

from chabudai.envs.terms import Terms
from chabudai.kernel.options import Option, written
from chabudai.kernel.setup import OptionValue, Setup
from chabudai.scene.game import Game

PLAYERS = "players"
MAX_DECISIONS = "max_decisions"
IN_TURN = "in_turn"


def parameters(game: Game, at_once: bool) -> dict[str, OptionValue]:
    """All parameters of a game with their defaults; `in_turn` only where seats choose at once."""
    found: dict[str, OptionValue] = {PLAYERS: game.players[-1], MAX_DECISIONS: Terms.max_decisions}
    if at_once:
        found[IN_TURN] = False
    return found | {option.name: _default(option) for option in game.options}


def setup_from(game: Game, given: Mapping[str, OptionValue]) -> Setup:
    """The game made ready as these parameters say; whatever does not fit is refused by name."""
    options = {option.name: _read(option, given[option.name]) for option in game.options}
    return game.setup(int(given[PLAYERS]), options)


def as_parameters(game: Game, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """These parameters in the types that OpenSpiel knows them by."""
    mixed = {option.name for option in game.options if _mixed(option)}
    return {name: written(value) if name in mixed else value for name, value in given.items()}


def _default(option: Option) -> OptionValue:
    return written(option.default) if _mixed(option) else option.default


def _mixed(option: Option) -> bool:
    """Whether its values are of several types. OpenSpiel knows one type a parameter: then all are written as texts."""
    return len({type(value) for value in option.values}) > 1


def _read(option: Option, value: OptionValue) -> OptionValue:
    return option.read(value) if isinstance(value, str) else value
