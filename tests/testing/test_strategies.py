"""The strategy for positions: what holds in all of them, and the shortest game that shows a leak."""

import json

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from broken_games import BROKEN
from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.testing.strategies import positions
from example_count import examples
from example_game import GAME as POND

GAMES = pytest.mark.parametrize("game", [AMENO, POND], ids=lambda game: game.name)


def leaks(state: State, viewer: int, recall: bool) -> bool:
    """Check whether a view shows what an imagined world cannot: then the world looks different to the viewer."""
    view = state.seen_by(viewer, recall)
    return view.imagine(Rng(1)).seen_by(viewer, recall) != view


@GAMES
@settings(max_examples=examples(40), deadline=None, derandomize=True)
@given(data=st.data())
def test_a_position_is_the_same_after_a_round_trip_through_json(game: Game, data: st.DataObject) -> None:
    state = data.draw(positions(game))
    assert game.state_from_json(state.setup, json.loads(json.dumps(state.as_json()))) == state


@GAMES
@settings(max_examples=examples(40), deadline=None, derandomize=True)
@given(data=st.data(), recall=st.booleans())
def test_an_imagined_world_looks_the_same(game: Game, data: st.DataObject, recall: bool) -> None:
    state = data.draw(positions(game))
    assert not any(leaks(state, viewer, recall) for viewer in range(-1, state.setup.players))


def test_the_shortest_game_with_a_leak_is_found() -> None:
    state = find(
        positions(BROKEN, players=2, options={"lie": 1, "fault": "ShowsTheDeck"}, steps=6),
        lambda state: leaks(state, viewer=0, recall=True),
        settings=settings(max_examples=100, deadline=None, derandomize=True, database=None),
    )
    # Until seat 1 has a card too, seat 0 can deduce what is left in the deck: showing it leaks nothing.
    assert state.as_json()["turned"] == 2
