"""A bot that sees hidden hands (the oracle) beats the same bot without them (its twin), so the twin does not see them.

The oracle exists only here: nothing in the package lets a bot search the true state.
"""

from math import sqrt
from statistics import mean, stdev

import pytest

import chabudai
from chabudai.bots.belief import Belief
from chabudai.bots.levels import Level
from chabudai.bots.search import Search
from chabudai.bots.searcher import Searcher
from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

TWIN = Level("twin", simulations=150)
DEALS = 16


class Truth(Belief):
    """A belief that always draws the true state."""

    def __init__(self, state: State, seat: int, rng: Rng) -> None:
        super().__init__(state.seen_by(seat, True), rng)
        self.truth = state

    def draw_into(self, world: State) -> None:
        world.copy_from(self.truth)
        world.listening = False


def margin_of_the_oracle(name: str) -> tuple[float, float]:
    """Return the oracle's mean margin over its three twins, and its standard error over deals."""
    margins = [mean(_play(name, deal, oracle) for oracle in range(4)) for deal in range(DEALS)]
    return mean(margins), stdev(margins) / sqrt(DEALS)


def _play(name: str, deal: int, oracle: int) -> float:
    """Play a deal with the oracle in this seat; return its margin over the mean of its twins."""
    game = find_game(name)
    knowledge = game.knowledge or Knowledge()
    chance, rng = Rng(1, deal), Rng(2, deal)
    twin = Searcher(game, TWIN, rng)
    state = game.setup(4).start()
    while not state.over():
        if state.due >= 0:
            state.resolve(chance)
            continue
        seat = lowest(state.waiting)
        choices = state.choices(seat)
        if seat != oracle or choices & (choices - 1) == 0:
            state.apply(seat, twin.choose(state.seen_by(seat, True)))
            continue
        search = Search(Truth(state, seat, rng), knowledge, rng, choices)
        search.run(TWIN.simulations)
        state.apply(seat, state.first + max(search.arms(), key=lambda arm: (arm.visits, arm.mean())).choice)
    points = state.scores()
    return (4 * points[oracle] - sum(points)) / 3


@pytest.mark.skipif(not chabudai.COMPILED, reason="takes minutes in plain Python")
@pytest.mark.parametrize("name", ["ameno_kirifuda", "fine_weather"])
def test_the_oracle_beats_its_fair_twin(name: str) -> None:
    margin, error = margin_of_the_oracle(name)
    assert margin > 2.0 * error
