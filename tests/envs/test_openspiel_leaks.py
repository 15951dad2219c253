"""No player observes more than its seat sees, neither in strings and tensors nor in a sampled state."""

from collections.abc import Iterator
from typing import Any

import pytest

from chabudai.envs.openspiel import load, resampler
from chabudai.kernel.rng import Rng
from envs.spiel import in_turns, walk
from envs.variants import GAMES, variants

OPEN = ("kasane", "only_one")
"""Games in which a perfect memory knows the whole state: only the deck is unknown, and it has no order until drawn."""


def visible(state: Any, seat: int) -> list[object]:
    """Return everything that a player can ask about a state."""
    return [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        [] if state.is_chance_node() else state.legal_actions(seat),
        state.current_player(),
        state.is_terminal(),
    ]


def positions(name: str) -> Iterator[Any]:
    """Yield states of short games with every option: some during the deal, most where somebody chooses."""
    for number, parameters in enumerate(variants(GAMES[name])):
        for step, state in enumerate(walk(load(name, **parameters).new_initial_state(), number)):
            if step % 29 == number % 29:
                yield state


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_the_same_to_a_seat_show_it_the_same(name: str) -> None:
    for number, state in enumerate(positions(name)):
        seat = number % state.num_players()
        assert visible(state.imagine(seat, Rng(1, number)), seat) == visible(state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_state_is_made_only_from_what_the_seat_knows(name: str) -> None:
    different = 0
    for number, state in enumerate(positions(name)):
        seats = range(state.num_players())
        seat = number % len(seats)
        world = state.imagine(seat, Rng(2, number))
        from_state, from_world = (source.imagine(seat, Rng(3, number)) for source in (state, world))
        assert str(from_state) == str(from_world)
        assert all(event == event.seen_by(seat) for event in from_state.game_history.events)
        assert [visible(from_state, player) for player in seats] == [visible(from_world, player) for player in seats]
        different += str(state) != str(from_state)
    assert different or name in OPEN


@pytest.mark.parametrize("name", GAMES)
def test_worlds_show_a_seat_the_same_until_it_can_see_a_difference(name: str) -> None:
    compared = 0
    for number, state in enumerate(walk(in_turns(GAMES[name]).new_initial_state(), 4)):
        if state.current_player() < 0 or number % 3:
            continue
        seat = state.current_player()
        after, world_after = state.clone(), resampler(number)(state, seat)
        action = after.legal_actions()[-1]
        after.apply_action(action)
        world_after.apply_action(action)
        if after.observation_string(seat) == world_after.observation_string(seat):
            assert visible(after, seat) == visible(world_after, seat)
            compared += 1
    assert compared
