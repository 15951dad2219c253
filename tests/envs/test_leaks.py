"""No environment shows an agent more than its seat sees: worlds that look the same give the same observations."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from chabudai.envs import pettingzoo
from chabudai.envs.gymnasium import SeatEnv
from chabudai.envs.openspiel.spiel_game import has_simultaneous_choices
from chabudai.kernel.bits import count, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game
from envs.variants import GAMES, variants

EVERY = 37
"""Only every 37th position of a game is checked."""


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Yield positions in which somebody chooses, with a seat that observes, for every setup."""
    for number, parameters in enumerate(variants(game)):
        options = {name: value for name, value in parameters.items() if name != "players"}
        setup = game.setup(int(parameters["players"]), options)
        for step, state in enumerate(random_positions(setup, Rng(1, number))):
            if state.waiting and step % EVERY == number % EVERY:
                yield state, step % setup.players


def shown(game: Game, state: State, seat: int) -> list[object]:
    """Return everything that the environments show an agent at a position, including renderings."""
    parameters: dict[str, Any] = {"players": int(state.setup.players), **state.setup.options}
    aec = pettingzoo.env(game, render_mode="ansi", **parameters)
    aec.reset(seed=1, options={"position": state})
    parallel = pettingzoo.parallel_env(game, **parameters)
    seen, infos = parallel.reset(seed=1, options={"position": state})
    agent = f"player_{seat}"
    seen_by_agent = [aec.observe(agent), aec.infos[agent], aec.render(), seen[agent], infos[agent]]
    if state.legal(seat):
        env = SeatEnv(game, seat=seat, render_mode="ansi", **parameters)
        seen_by_agent += [*env.reset(seed=1, options={"position": state}), env.render()]
    return [plain(item) for item in seen_by_agent]


def plain(item: object) -> object:
    """Convert observations to a form that can be compared."""
    return {name: np.asarray(value).tolist() for name, value in item.items()} if isinstance(item, dict) else item


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_the_same_to_a_seat_give_the_same_observations(name: str) -> None:
    game = GAMES[name]
    for number, (state, seat) in enumerate(positions(game)):
        world = state.seen_by(seat, recall=True).imagine(Rng(2, number))
        assert shown(game, world, seat) == shown(game, state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_an_unrevealed_choice_makes_no_difference_to_others(name: str) -> None:
    game, compared = GAMES[name], 0
    for state, _ in positions(game):
        if count(state.waiting) < 2:
            continue
        compared += 1
        chooser, observer, *_ = members(state.waiting)
        seen_by_observer = []
        for action in state.legal(chooser)[:3]:
            after = state.clone()
            after.apply(chooser, action)
            seen_by_observer.append(shown(game, after, observer))
        assert all(shown_after == seen_by_observer[0] for shown_after in seen_by_observer)
    assert bool(compared) == has_simultaneous_choices(game.setup(game.players[0]))
