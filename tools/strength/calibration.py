"""Measures how long bots think about a move: to predict the time of a run, and to give two bots equal time."""

from collections.abc import Callable
from functools import cache
from time import process_time

from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from tools.strength.bots import make
from tools.strength.plan import PlanTable

SEED = 1
GAMES = 4
POSITIONS = 24
FEW, MANY = 200, 1000
"""Numbers of simulations at which a bot is timed; the difference gives the time of one simulation."""


class Calibration:
    """Thinking times of bots at a table, all measured in the same positions of random games.

    It measures processor time, so other programs do not distort it.
    """

    def __init__(self, table: PlanTable) -> None:
        self.game = table.declared
        positions = choice_positions(table.setup)
        self.moves = len(positions) / GAMES / table.players
        """Number of choices that a seat has in a game."""
        self.views = positions[:: max(1, len(positions) // POSITIONS)]
        self.seconds: Callable[[str], float] = cache(self._seconds)

    def _seconds(self, name: str) -> float:
        start = process_time()
        for number, (state, seat) in enumerate(self.views):
            bot = make(name, self.game, Rng(SEED, number))
            bot.choose(state.seen_by(seat, bot.recall))
        return (process_time() - start) / len(self.views)

    def equal_time(self, name: str, other: str) -> str:
        """Return the bot with as many simulations as take the time of the other."""
        few, many = (self.seconds(f"{name}@{simulations}") for simulations in (FEW, MANY))
        single = (many - few) / (MANY - FEW)
        simulations = FEW + (self.seconds(other) - few) / single
        return f"{name}@{max(10, round(simulations, -1)):.0f}"


def choice_positions(setup: Setup) -> list[tuple[State, int]]:
    """Return positions of random games in which a seat has a choice, with that seat."""
    found = []
    for number in range(GAMES):
        for state in random_positions(setup, Rng(SEED, number)):
            if state.waiting and len(state.legal(seat := lowest(state.waiting))) > 1:
                found.append((state.clone(), seat))
    return found
