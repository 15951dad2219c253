"""The games in OpenSpiel: importing this registers all that are installed, as `chabudai_` and their name.

A game's options are parameters, and so is `max_decisions`, which bounds the length of a game. Where seats choose at
once, `in_turn=true` makes it a game of turns for algorithms that know nothing else; unlike OpenSpiel's own
`convert_to_turn_based` it leaves `resampler` at work.
"""

from importlib.util import find_spec

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install open_spiel", name="pyspiel")

from chabudai.envs.openspiel.registering import load, register, resampler
from chabudai.games.registry import games

__all__ = ["load", "register", "resampler"]

for _game in games().values():
    register(_game)
