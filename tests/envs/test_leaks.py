"""No environment tells an agent more than its seat sees: worlds that look the same to the seat are told the same."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from chabudai.envs import pettingzoo
from chabudai.envs.gymnasium import SeatEnv
from chabudai.envs.openspiel.form import choose_at_once
from chabudai.kernel.bits import count, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game
from envs.variants import GAMES, variants

EVERY = 37
"""Of the positions of a game every so many is looked at."""


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Positions of a game with each player count and option in which somebody chooses, and a seat that looks on."""
    for number, parameters in enumerate(variants(game)):
        options = {name: value for name, value in parameters.items() if name != "players"}
        setup = game.setup(int(parameters["players"]), options)
        for step, state in enumerate(random_positions(setup, Rng(1, number))):
            if state.waiting and step % EVERY == number % EVERY:
                yield state, step % setup.players


def told(game: Game, state: State, seat: int) -> list[object]:
    """All that the environments tell an agent at a position, those who watch it included."""
    parameters: dict[str, Any] = {"players": int(state.setup.players), **state.setup.options}
    turns = pettingzoo.env(game, render_mode="ansi", **parameters)
    turns.reset(seed=1, options={"position": state})
    together = pettingzoo.parallel_env(game, **parameters)
    seen, infos = together.reset(seed=1, options={"position": state})
    agent = f"player_{seat}"
    heard = [turns.observe(agent), turns.infos[agent], turns.render(), seen[agent], infos[agent]]
    if state.legal(seat):
        env = SeatEnv(game, seat=seat, render_mode="ansi", **parameters)
        heard += [*env.reset(seed=1, options={"position": state}), env.render()]
    return [plain(each) for each in heard]


def plain(heard: object) -> object:
    """What was told, in a form that can be compared."""
    return {name: np.asarray(value).tolist() for name, value in heard.items()} if isinstance(heard, dict) else heard


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_the_same_to_a_seat_are_told_the_same(name: str) -> None:
    game = GAMES[name]
    for number, (state, seat) in enumerate(positions(game)):
        world = state.seen_by(seat, recall=True).imagine(Rng(2, number))
        assert told(game, world, seat) == told(game, state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_that_is_not_revealed_yet_makes_no_difference_to_others(name: str) -> None:
    game, compared = GAMES[name], 0
    for state, _ in positions(game):
        if count(state.waiting) < 2:
            continue
        compared += 1
        chooser, other, *_ = members(state.waiting)
        heard = []
        for action in state.legal(chooser)[:3]:
            after = state.clone()
            after.apply(chooser, action)
            heard.append(told(game, after, other))
        assert all(each == heard[0] for each in heard)
    assert bool(compared) == choose_at_once(game.setup(game.players[0]))
