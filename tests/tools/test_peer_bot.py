"""OpenSpiel's bot at our table: its stand-in for a state plays by the rules and knows no more than its seat."""

import pytest

from benchmarks.peer_bot import PeerBot, Position, Rollout
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions


def choices(name: str) -> list[tuple[State, int]]:
    """Some positions of a random game in which a seat has a choice."""
    positions = [state.clone() for state in random_positions(games()[name].setup(3), Rng(6)) if state.waiting]
    found = [(state, lowest(state.waiting)) for state in positions]
    return [(state, seat) for state, seat in found if len(state.legal(seat)) > 1][::9]


@pytest.mark.parametrize("name", games())
def test_worlds_that_a_seat_cannot_tell_apart_are_one_position_to_it(name: str) -> None:
    for state, seat in choices(name):
        view = state.seen_by(seat, True)
        known = Position(view, Rng(1), seat).information_state_string()
        for number in range(3):
            world = view.imagine(Rng(number))
            assert Position(world, Rng(1), seat).information_state_string() == known


@pytest.mark.parametrize("name", games())
def test_a_rollout_ends_the_part_with_returns_that_add_up_to_one(name: str) -> None:
    for state, seat in choices(name):
        position = Position(state, Rng(3), seat)
        assert position.current_player() == seat
        position.apply_action(position.legal_actions()[-1])
        returns = Rollout().evaluate(position)
        assert position.is_terminal()
        assert sum(returns) == pytest.approx(1)
        assert min(returns) >= 0


@pytest.mark.parametrize("name", games())
def test_it_chooses_a_legal_move_and_the_same_from_the_same_numbers(name: str) -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: make bench installs it")
    for state, seat in choices(name)[:3]:
        view = state.seen_by(seat, True)
        moves = {PeerBot(Rng(2), simulations=30).choose(view) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(state.legal(seat))
