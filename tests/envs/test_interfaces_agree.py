"""The same moves and chance through the kernel and every interface give the same results."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from chabudai.bots.random_bot import RandomBot
from chabudai.envs.batch import Batch
from chabudai.envs.gymnasium import SeatEnv
from chabudai.envs.openspiel import load, register
from chabudai.envs.pettingzoo import env, parallel_env
from chabudai.kernel.bits import count, lowest, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from envs.variants import IDS, VARIANTS
from example_game import GAME as POND

register(POND)

AGENT = 0
"""The agent's seat in the Gymnasium environment, where bots play the others."""

Bits = np.ndarray[Any, np.dtype[Any]]


class Script:
    """A game that the kernel plays one step at a time, so that every interface can repeat its choices and outcomes."""

    def __init__(self, game: Game, variant: dict[str, Any], seed: int) -> None:
        options = {name: value for name, value in variant.items() if name != "players"}
        setup = game.setup(int(variant["players"]), options)
        self.observer = game.observer(setup)
        self.state = setup.start()
        self._chance = Rng(seed)
        # The others choose like the bots of the Gymnasium environment, which use streams of the same seed.
        self._players = [RandomBot(Rng(seed, seat) if seat else Rng(seed, 77)) for seat in range(setup.players)]
        self.opening = self.settle()

    def settle(self) -> list[int]:
        """Resolve chance outcome by outcome, and return the outcomes. `State.resolve` draws the same."""
        outcomes = []
        while self.state.due >= 0:
            outcomes.append(int(self.state.draw(self._chance)))
            self.state.settle(outcomes[-1])
        return outcomes

    def choose(self) -> dict[int, int]:
        """Return the choices of all seats that must choose."""
        choices = {}
        for seat in members(self.state.waiting):
            choices[seat] = self._players[seat].choose(self.state.seen_by(seat, recall=True))
        return choices

    def make(self, choices: dict[int, int]) -> list[int]:
        """Make the choices, and return the outcomes of the chance that follows."""
        for seat, action in choices.items():
            self.state.apply(seat, action)
        return self.settle()

    def seen(self, seat: int) -> Bits:
        """Return what a seat sees."""
        return unpack_bits(self.observer.observe(self.state, seat), self.observer.size)


def unpack_bits(packed: bytes, size: int) -> Bits:
    """Unpack bytes into zeros and ones."""
    return np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little", count=size)


def mask_of(state: State, seat: int, actions: int) -> Bits:
    """Return the action mask of a seat."""
    mask = np.zeros(actions, np.int8)
    mask[state.legal(seat)] = 1
    return mask


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
def test_all_interfaces_play_the_same_game(game: Game, variant: dict[str, Any]) -> None:
    seed = 21
    script = Script(game, variant, seed)
    state = script.state
    players, actions = state.setup.players, len(game.actions)
    aec, parallel = env(game, **variant), parallel_env(game, **variant)
    aec.reset(seed=seed)
    seen_parallel, _ = parallel.reset(seed=seed)
    single = SeatEnv(game, seat=AGENT, **variant)
    seen_single, _ = single.reset(seed=seed)
    batch = Batch(game, games=1, seed=seed, **variant)
    spiel = load(game.name, **variant).new_initial_state()
    for outcome in script.opening:
        spiel.apply_action(outcome)
    agents = aec.possible_agents
    while not state.over():
        waiting = members(state.waiting)
        assert batch.rows.seat.tolist() == waiting
        for seat in range(players):
            seen, mask = script.seen(seat), mask_of(state, seat, actions)
            assert np.array_equal(seen_parallel[agents[seat]]["observation"], seen)
            assert np.array_equal(seen_parallel[agents[seat]]["action_mask"], mask)
            assert np.array_equal(aec.observe(agents[seat])["observation"], seen)
            assert spiel.observation_tensor(seat) == seen.tolist()
            assert spiel.legal_actions(seat) == np.flatnonzero(mask).tolist()
        for row, seat in enumerate(waiting):
            assert np.array_equal(batch.rows.observation[row], script.seen(seat))
            assert np.array_equal(batch.rows.action_mask[row], mask_of(state, seat, actions))
        if AGENT in waiting:
            assert np.array_equal(seen_single["observation"], script.seen(AGENT))
            assert np.array_equal(seen_single["action_mask"], mask_of(state, AGENT, actions))
        choices = script.choose()
        masks = {seat: mask_of(state, seat, actions) for seat in choices}
        for seat, action in choices.items():
            assert aec.agent_selection == agents[seat]
            assert np.array_equal(aec.last()[0]["action_mask"], masks[seat])
            aec.step(action)
        outcomes = script.make(choices)
        seen_parallel, rewards, terminated, _, _ = parallel.step({agents[seat]: choices[seat] for seat in choices})
        batch.step(list(choices.values()))
        if AGENT in choices:
            seen_single, reward, over, _, _ = single.step(choices[AGENT])
        if count(sum(1 << seat for seat in choices)) > 1:
            spiel.apply_actions([choices.get(seat, 0) for seat in range(players)])
        else:
            spiel.apply_action(choices[lowest(sum(1 << seat for seat in choices))])
        for outcome in outcomes:
            spiel.apply_action(outcome)
        assert set(terminated.values()) == {state.over()}
        assert aec.episode.state.same_position(state)
        assert parallel.episode.state.same_position(state)
    utilities = [state.utility(seat) for seat in range(players)]
    assert list(aec.rewards.values()) == list(rewards.values()) == utilities == spiel.returns()
    assert spiel.current_player() == pyspiel.PlayerId.TERMINAL
    assert single.episode.state.same_position(state)
    assert (over, reward) == (True, utilities[AGENT])
    assert batch.rows.terminated.all()
    assert np.allclose(batch.rows.reward[0], utilities)
