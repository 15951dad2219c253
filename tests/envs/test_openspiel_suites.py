"""OpenSpiel's own suites, on every game of ours."""

import unittest
from itertools import islice
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from chabudai.envs.openspiel import load
from chabudai.kernel.bits import members
from chabudai.kernel.setup import OptionValue
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from envs.spiel import in_turns, walk
from envs.variants import IDS, VARIANTS
from example_game import GAME as POND


@pytest.mark.parametrize(("table", "variant"), VARIANTS, ids=IDS)
def test_random_sim_test(table: Game, variant: dict[str, OptionValue]) -> None:
    game = load(table.name, **variant)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=1, serialize=True, verbose=False)
        pyspiel.random_sim_test(load(table.name, in_turn=True, **variant), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("table", "variant"), VARIANTS, ids=IDS)
def test_api_test_on_walked_states(table: Game, variant: dict[str, OptionValue]) -> None:
    at_once, turns = load(table.name, **variant), in_turns(table, **variant)
    for loaded in [turns] if at_once.get_type() == turns.get_type() else [at_once, turns]:

        class Walked(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
            game, game_name, game_type = loaded, table.name, loaded.get_type()

            @classmethod
            def setUpClass(cls) -> None:
                # What OpenSpiel samples are states of the deal, next to none in which somebody chooses.
                states = (state.clone() for state in walk(cls.game.new_initial_state(), 1))
                cls.some_states = list(islice(states, 0, 1000, 5))

        assert_passes(Walked)


def test_api_test_on_all_states_of_a_small_game() -> None:
    small = load(POND.name, players=2, max_decisions=3, in_turn=True)
    name = "the first choices at the pond"
    api_test.TOTAL_NUM_STATES[name] = counted(small.setup.start(), 3)

    class Whole(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
        game, game_name = small, name

        def test_game_is_perfect_recall(self) -> None:
            """Theirs compares with a number of information states that it was told; ours walks all there are."""
            assert api_test._assert_is_perfect_recall(self.game)

    assert_passes(Whole)


def counted(state: State, decisions: int) -> tuple[int, int, int]:
    """How many states there are in which chance is due, in which somebody chooses, and in which it is over."""
    if state.over() or decisions == 0:
        return 0, 0, 1
    below = [0, 0, 0]
    if state.due >= 0:
        below[0] = 1
        for outcome in members(state.odds()):
            after = state.clone()
            after.settle(outcome)
            below = [a + b for a, b in zip(below, counted(after, decisions), strict=True)]
    else:
        below[1] = 1
        seat = min(members(state.waiting))
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            below = [a + b for a, b in zip(below, counted(after, decisions - 1), strict=True)]
    return below[0], below[1], below[2]


def assert_passes(case: Any) -> None:
    """Run a test case of OpenSpiel's."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not [text for _, text in result.failures + result.errors]
