"""Registers games with OpenSpiel, and supplies worlds to its search."""

from collections.abc import Callable
from typing import Any

import pyspiel

from chabudai.envs.openspiel.parameters import as_parameters
from chabudai.envs.openspiel.spiel_game import SpielGame, SpielState, game_type, short_name
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Register a game with OpenSpiel as `chabudai_` and its name."""
    # This must be a class: OpenSpiel releases it after Python has shut down, when an instance could not be freed.
    loader = type(f"Spiel_{game.name}", (SpielGame,), {"game": game})
    pyspiel.register_game(game_type(game, game.setup(game.players[-1]), in_turn=False), loader)
    _registered[game.name] = game


def load(name: str, **parameters: OptionValue) -> Any:
    """Load a game by name with these parameters, like `pyspiel.load_game`."""
    if name not in _registered:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(_registered)}")
    game = _registered[name]
    return pyspiel.load_game(short_name(game), as_parameters(game, parameters))


def resampler(seed: int) -> Callable[[Any, int], SpielState]:
    """Return a function for `ISMCTSBot.set_resampler`. It draws states that look the same to a player."""
    rng = Rng(seed)

    def imagine(state: Any, player: int) -> SpielState:
        if not isinstance(state, SpielState):
            raise TypeError("only states of Chabudai games can be resampled: load the game with in_turn=true")
        return state.imagine(player, rng)

    return imagine
