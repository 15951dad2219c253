"""OpenSpiel's own test suites, on each of our games."""

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


@pytest.mark.parametrize(("declared", "variant"), VARIANTS, ids=IDS)
def test_random_simulations_pass(declared: Game, variant: dict[str, OptionValue]) -> None:
    game = load(declared.name, **variant)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=1, serialize=True, verbose=False)
        pyspiel.random_sim_test(load(declared.name, in_turn=True, **variant), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("declared", "variant"), VARIANTS, ids=IDS)
def test_the_api_test_passes_on_states_of_a_random_game(declared: Game, variant: dict[str, OptionValue]) -> None:
    simultaneous, turns = load(declared.name, **variant), in_turns(declared, **variant)
    for loaded in [turns] if simultaneous.get_type() == turns.get_type() else [simultaneous, turns]:

        class Walked(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
            game, game_name, game_type = loaded, declared.name, loaded.get_type()

            @classmethod
            def setUpClass(cls) -> None:
                # OpenSpiel samples mostly states during the deal, and hardly any in which somebody chooses.
                states = (state.clone() for state in walk(cls.game.new_initial_state(), 1))
                cls.some_states = list(islice(states, 0, 1000, 5))

        assert_passes(Walked)


def test_the_api_test_passes_on_all_states_of_a_small_game() -> None:
    small = load(POND.name, players=2, max_decisions=3, in_turn=True)
    name = "the first choices at the pond"
    api_test.TOTAL_NUM_STATES[name] = count_states(small.setup.start(), 3)

    class Whole(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
        game, game_name = small, name

        def test_game_is_perfect_recall(self) -> None:
            """OpenSpiel's version compares with a given number of information states; this one walks all of them."""
            assert api_test._assert_is_perfect_recall(self.game)

    assert_passes(Whole)


def count_states(state: State, decisions: int) -> tuple[int, int, int]:
    """Count the states within this many decisions: where chance is due, where somebody chooses, and terminal ones."""
    if state.over() or decisions == 0:
        return 0, 0, 1
    counts = [0, 0, 0]
    if state.due >= 0:
        counts[0] = 1
        for outcome in members(state.possible_outcomes()):
            after = state.clone()
            after.settle(outcome)
            counts = [a + b for a, b in zip(counts, count_states(after, decisions), strict=True)]
    else:
        counts[1] = 1
        seat = min(members(state.waiting))
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            counts = [a + b for a, b in zip(counts, count_states(after, decisions - 1), strict=True)]
    return counts[0], counts[1], counts[2]


def assert_passes(case: Any) -> None:
    """Run one of OpenSpiel's test cases."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not [text for _, text in result.failures + result.errors]
