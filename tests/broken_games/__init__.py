"""Copies of the example game with one fault each, to test that the conformance suite finds it.

The copies are values of an option of one game, so that they can be pickled and recorded like any game.
"""

from dataclasses import replace

from broken_games import copying, events, hiding, imagining, playing
from broken_games.faults import FAULTS, BrokenSetup
from chabudai.kernel.options import Option
from example_game import GAME

__all__ = ["BROKEN", "FAULTS", "copying", "events", "hiding", "imagining", "playing"]

BROKEN = replace(
    GAME,
    make_setup=BrokenSetup,
    options=(
        *GAME.options,
        Option(name="fault", meaning="what is broken", default=next(iter(FAULTS)), values=tuple(FAULTS)),
    ),
)
