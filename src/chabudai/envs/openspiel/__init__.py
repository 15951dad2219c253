"""The games for OpenSpiel: importing this package registers every installed game, as `chabudai_` and its name.

A game's options are parameters, and so is `max_decisions`, which limits the length of a game. In games with
simultaneous choices, `in_turn=true` makes seats choose one after another, for algorithms that support nothing else.
Unlike OpenSpiel's own `convert_to_turn_based`, it keeps `resampler` working.
"""

from importlib.util import find_spec

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install open_spiel", name="pyspiel")

from chabudai.envs.openspiel.registration import load, register, resampler
from chabudai.games.registry import games

__all__ = ["load", "register", "resampler"]

for _game in games().values():
    register(_game)
