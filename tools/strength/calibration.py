"""How long bots think about a move: to foretell the time of a run, and to give two bots the same time."""

from collections.abc import Callable
from functools import cache
from time import process_time

from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from tools.strength.bots import make
from tools.strength.plan import Table

SEED = 1
GAMES = 4
POSITIONS = 24
FEW, MANY = 200, 1000
"""Simulations at which a bot is timed: what a single one takes is told by the difference."""


class Calibration:
    """Times of bots at a table, all of them in the same positions of random games.

    Time is that of the processor, so other programs do not disturb it.
    """

    def __init__(self, table: Table) -> None:
        self.game = table.declared
        positions = choices(table.setup)
        self.moves = len(positions) / GAMES / table.players
        """Choices among several moves that a seat has in a game."""
        self.views = positions[:: max(1, len(positions) // POSITIONS)]
        self.seconds: Callable[[str], float] = cache(self._seconds)

    def _seconds(self, name: str) -> float:
        begun = process_time()
        for number, (state, seat) in enumerate(self.views):
            bot = make(name, self.game, Rng(SEED, number))
            bot.choose(state.seen_by(seat, bot.recall))
        return (process_time() - begun) / len(self.views)

    def equal_time(self, name: str, other: str) -> str:
        """The bot with as many simulations as take the time of the other."""
        few, many = (self.seconds(f"{name}@{simulations}") for simulations in (FEW, MANY))
        single = (many - few) / (MANY - FEW)
        simulations = FEW + (self.seconds(other) - few) / single
        return f"{name}@{max(10, round(simulations, -1)):.0f}"


def choices(setup: Setup) -> list[tuple[State, int]]:
    """Positions of random games in which a seat has a choice, with that seat."""
    found = []
    for number in range(GAMES):
        for state in random_positions(setup, Rng(SEED, number)):
            if state.waiting and len(state.legal(seat := lowest(state.waiting))) > 1:
                found.append((state.clone(), seat))
    return found
