"""Measures how long bots think about a move: to predict the time of a run, and to give two bots equal time."""

from collections.abc import Callable
from functools import cache
from time import process_time

from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from tools.strength.bots import make_bot
from tools.strength.plan import PlanGame

SEED = 1
GAMES = 4
POSITIONS = 24
FEW, MANY = 200, 1000
"""Numbers of simulations at which a bot is timed; the difference gives the time of one simulation."""


class Calibration:
    """Thinking times of bots in one game, all measured in the same positions of random games.

    It measures processor time, so other programs do not distort it.
    """

    def __init__(self, plan_game: PlanGame) -> None:
        self.game = plan_game.declared
        positions = choice_positions(plan_game.setup)
        self.moves = len(positions) / GAMES / plan_game.players
        """The mean number of choices that a seat has in a game."""
        self.sample = positions[:: max(1, len(positions) // POSITIONS)]
        self.seconds: Callable[[str], float] = cache(self._seconds)
        """Returns the processor seconds per move of the bot with this name."""

    def _seconds(self, name: str) -> float:
        start = process_time()
        for number, (state, seat) in enumerate(self.sample):
            bot = make_bot(name, self.game, Rng(SEED, number))
            bot.choose(state.seen_by(seat, bot.recall))
        return (process_time() - start) / len(self.sample)

    def equal_time(self, name: str, opponent: str) -> str:
        """Return the name of the bot with the number of simulations that takes as long as the opponent."""
        few, many = (self.seconds(f"{name}@{simulations}") for simulations in (FEW, MANY))
        seconds_per_simulation = (many - few) / (MANY - FEW)
        simulations = FEW + (self.seconds(opponent) - few) / seconds_per_simulation
        return f"{name}@{max(10, round(simulations, -1)):.0f}"


def choice_positions(setup: Setup) -> list[tuple[State, int]]:
    """Return positions of random games in which a seat has a choice, with that seat."""
    positions = []
    for number in range(GAMES):
        for state in random_positions(setup, Rng(SEED, number)):
            if state.waiting and len(state.legal(seat := lowest(state.waiting))) > 1:
                positions.append((state.clone(), seat))
    return positions
