"""OpenSpiel's own algorithms play our games and compute strategies for them."""

from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.bots.uniform_random import UniformRandomBot
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from chabudai.envs.openspiel import load, resampler
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from envs.spiel import in_turns, walk
from example_game import GAME as POND

MAX_DECISIONS = 12
"""Limit of decisions in a game where an algorithm plays many games."""


class Searcher(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search. It searches afresh for every move, so it can be used at any state."""

    def restart_at(self, state: Any) -> None:
        """Do nothing: every search starts from the given state."""


def make_searcher(game: Any, simulations: int) -> Searcher:
    """Create OpenSpiel's search with worlds from our sampler."""
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=numpy.random.RandomState(1))
    bot = Searcher(game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=numpy.random.RandomState(2))
    bot.set_resampler(resampler(3))
    return bot


@pytest.mark.parametrize("name", games())
def test_ismcts_plays_a_game_against_random_bots(name: str) -> None:
    game = in_turns(games()[name], max_decisions=MAX_DECISIONS)
    bots = [UniformRandomBot(seat, numpy.random.RandomState(seat)) for seat in range(1, game.num_players())]
    returns = evaluate_bots(game.new_initial_state(), [make_searcher(game, 6), *bots], numpy.random.RandomState(4))
    assert sum(returns) == pytest.approx(game.utility_sum())


@pytest.mark.parametrize("name", games())
def test_ismcts_has_the_same_policy_in_worlds_that_look_the_same(name: str) -> None:
    game = in_turns(games()[name], max_decisions=MAX_DECISIONS)
    states = walk(game.new_initial_state(), 5)
    state = next(state for state in states if state.current_player() >= 0 and len(state.legal_actions()) > 2)
    world = state.imagine(state.current_player(), Rng(6))
    policy, policy_in_world = (make_searcher(game, 12).get_policy(position) for position in (state, world))
    assert policy == policy_in_world
    assert {action for action, _ in policy} <= set(state.legal_actions())


def test_ismcts_draws_worlds_without_a_resampler_too() -> None:
    game = in_turns(POND, players=2, max_decisions=4)
    bot = make_searcher(game, 8)
    bot.set_resampler(None)
    state = next(state for state in walk(game.new_initial_state(), 7) if state.current_player() >= 0)
    assert bot.step(state) in state.legal_actions()


def test_evaluate_bots_plays_a_game_with_simultaneous_choices() -> None:
    game = load(POND.name)
    bots = [SimultaneousBot(seat) for seat in range(game.num_players())]
    assert sum(evaluate_bots(game.new_initial_state(), bots, numpy.random.RandomState(4))) == 2


class SimultaneousBot(pyspiel.Bot):  # type: ignore[misc]
    """Chooses its first legal action, also at simultaneous nodes.

    OpenSpiel's own bots ask for the current player, which such a node does not have.
    """

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def restart_at(self, state: Any) -> None:
        """Do nothing: every choice depends only on the given state."""

    def step(self, state: Any) -> int:
        """Choose an action."""
        return int(state.legal_actions(self.seat)[0])


def test_cfr_gets_much_closer_to_an_equilibrium_than_random_play() -> None:
    game = pyspiel.convert_to_cached_tree(in_turns(POND, players=2, max_decisions=4))
    solver = pyspiel.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    at_random = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert pyspiel.nash_conv(game, solver.average_policy()) < at_random / 5


@pytest.mark.parametrize("name", games())
def test_outcome_sampling_mccfr_runs(name: str) -> None:
    game = in_turns(games()[name])
    numpy.random.seed(1)
    solver = OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    seats = set()
    for state in walk(game.new_initial_state(), 8):
        if state.current_player() >= 0:
            seats.add(state.current_player())
            probabilities = policy.action_probabilities(state)
            assert set(probabilities) == set(state.legal_actions())
            assert sum(probabilities.values()) == pytest.approx(1)
    assert seats == set(range(game.num_players()))


@pytest.mark.parametrize("name", games())
def test_shimmy_turns_a_game_into_a_pettingzoo_environment(name: str) -> None:
    game = in_turns(games()[name])
    env = OpenSpielCompatibilityV0(game_name=game.get_type().short_name, config=game.get_parameters())
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        assert env.observation_space(agent).shape == numpy.shape(observation)
        assert not truncated
        if terminated:
            break
        env.step(int(numpy.flatnonzero(info["action_mask"])[0]))
    assert list(env.rewards.values()) == env.game_state.returns()
    assert sum(env.rewards.values()) == pytest.approx(game.utility_sum())
