"""No player is told more than its seat sees: neither in strings and tensors, nor by a state that was imagined."""

from collections.abc import Iterator
from typing import Any

import pytest

from chabudai.envs.openspiel import load, resampler
from chabudai.kernel.rng import Rng
from envs.spiel import in_turns, walk
from envs.variants import GAMES, variants

OPEN = ("kasane", "only_one")
"""Here a perfect memory knows all but the order of the deck, and a deck has no order before it is drawn."""


def looks(state: Any, seat: int) -> list[object]:
    """All that a player can ask about a state."""
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
    """States of short games with every option: some in the deal, most of them where somebody chooses."""
    for number, parameters in enumerate(variants(GAMES[name])):
        for step, state in enumerate(walk(load(name, **parameters).new_initial_state(), number)):
            if step % 29 == number % 29:
                yield state


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_the_same_to_a_seat_tell_it_the_same(name: str) -> None:
    for number, state in enumerate(positions(name)):
        seat = number % state.num_players()
        assert looks(state.imagined(seat, Rng(1, number)), seat) == looks(state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_state_is_made_of_what_the_seat_knows_and_nothing_else(name: str) -> None:
    different = 0
    for number, state in enumerate(positions(name)):
        seats = range(state.num_players())
        seat = number % len(seats)
        world = state.imagined(seat, Rng(2, number))
        one, two = (each.imagined(seat, Rng(3, number)) for each in (state, world))
        assert str(one) == str(two)
        assert all(event == event.seen_by(seat) for event in one.story.log)
        assert [looks(one, other) for other in seats] == [looks(two, other) for other in seats]
        different += str(state) != str(one)
    assert different or name in OPEN


@pytest.mark.parametrize("name", GAMES)
def test_worlds_tell_a_seat_the_same_until_it_could_see_a_difference(name: str) -> None:
    compared = 0
    for number, state in enumerate(walk(in_turns(GAMES[name]).new_initial_state(), 4)):
        if state.current_player() < 0 or number % 3:
            continue
        seat = state.current_player()
        one, two = state.clone(), resampler(number)(state, seat)
        action = one.legal_actions()[-1]
        one.apply_action(action)
        two.apply_action(action)
        if one.observation_string(seat) == two.observation_string(seat):
            assert looks(one, seat) == looks(two, seat)
            compared += 1
    assert compared
