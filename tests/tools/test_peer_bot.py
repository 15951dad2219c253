"""OpenSpiel's bot in our games: its state adapter follows the rules and knows only what its seat knows."""

import pytest

from benchmarks.peer_bot import PeerBot, PlayoutEvaluator, StateAdapter
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions


def choices(name: str) -> list[tuple[State, int]]:
    """Return some states of a random game in which a seat has a choice."""
    positions = [state.clone() for state in random_positions(games()[name].setup(3), Rng(6)) if state.waiting]
    turns = [(state, lowest(state.waiting)) for state in positions]
    return [(state, seat) for state, seat in turns if len(state.legal(seat)) > 1][::9]


@pytest.mark.parametrize("name", games())
def test_indistinguishable_worlds_have_the_same_information_state(name: str) -> None:
    for state, seat in choices(name):
        view = state.seen_by(seat, True)
        known = StateAdapter(view, Rng(1), seat).information_state_string()
        for number in range(3):
            world = view.imagine(Rng(number))
            assert StateAdapter(world, Rng(1), seat).information_state_string() == known


@pytest.mark.parametrize("name", games())
def test_a_playout_ends_the_part_with_returns_that_sum_to_one(name: str) -> None:
    for state, seat in choices(name):
        position = StateAdapter(state, Rng(3), seat)
        assert position.current_player() == seat
        position.apply_action(position.legal_actions()[-1])
        returns = PlayoutEvaluator().evaluate(position)
        assert position.is_terminal()
        assert sum(returns) == pytest.approx(1)
        assert min(returns) >= 0


@pytest.mark.parametrize("name", games())
def test_the_bot_chooses_a_legal_move_determined_by_the_seed(name: str) -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: make bench installs it")
    for state, seat in choices(name)[:3]:
        view = state.seen_by(seat, True)
        moves = {PeerBot(Rng(2), simulations=30).choose(view) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(state.legal(seat))
