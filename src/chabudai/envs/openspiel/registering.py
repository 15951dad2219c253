"""Makes games known to OpenSpiel, and our worlds to its search."""

from collections.abc import Callable
from typing import Any

import pyspiel

from chabudai.envs.openspiel.form import SpielGame, SpielState, game_type, short_name
from chabudai.envs.openspiel.parameters import as_parameters
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Let OpenSpiel find the game as `chabudai_` and its name."""
    # A class, and nothing lighter: OpenSpiel lets go of it after Python has ended, when an object could not be freed.
    loader = type(f"Spiel_{game.name}", (SpielGame,), {"game": game})
    pyspiel.register_game(game_type(game, game.setup(game.players[-1]), in_turn=False), loader)
    _registered[game.name] = game


def load(name: str, **given: OptionValue) -> Any:
    """The game of this name with these parameters, as `pyspiel.load_game` loads it."""
    if name not in _registered:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(_registered)}")
    game = _registered[name]
    return pyspiel.load_game(short_name(game), as_parameters(game, given))


def resampler(seed: int) -> Callable[[Any, int], SpielState]:
    """What `ISMCTSBot.set_resampler` wants: draws states that look the same to a player, the same ones for a seed."""
    rng = Rng(seed)

    def imagined(state: Any, player: int) -> SpielState:
        if not isinstance(state, SpielState):
            raise TypeError(
                "only states of our games can be imagined: load a game with in_turn=true, do not convert it"
            )
        return state.imagined(player, rng)

    return imagined
