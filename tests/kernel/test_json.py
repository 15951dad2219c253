"""Positions as JSON: a round trip preserves them; malformed values are refused with their place and change nothing."""

import copy
import json
import pickle
from typing import Any

import pytest

from chabudai.kernel.errors import BadState
from chabudai.kernel.event import Event
from chabudai.kernel.state import SPECTATOR, restore_state
from kernel.toys import Coin, Purse, purse

BASE = "waiting, due, first, part, viewer, recall, listening, events"
OWN = "total, open, cards, rows, best, coins"


def well_used() -> Purse:
    """Return a purse in which all its own fields, and most of those of `State`, differ from a new one."""
    state = purse()
    state.total, state.open, state.cards, state.rows = 7, True, [5], [[], [9, 9, 9]]
    state.best.face, state.coins[1].face, state.coins[1].shown = 4, 6, True
    state.waiting, state.due, state.first, state.part, state.listening = 0b10, 1, 30, 2, True
    state.events = [Event("drew", 1, [3], [4], 0b10), Event("over", -1, [])]
    return state


def through_json(values: object) -> Any:
    """Return values after a round trip through JSON text."""
    return json.loads(json.dumps(values))


def test_a_position_is_the_same_after_a_round_trip() -> None:
    state = well_used()
    again = restore_state(state.setup, through_json(state.as_json()))
    assert again == state
    assert hash(again) == hash(state)
    assert again.events == state.events
    assert again != purse()


def test_a_position_is_the_same_after_pickling() -> None:
    state = well_used()
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.setup == state.setup
    assert pickle.loads(pickle.dumps(state.setup)) == state.setup


def test_a_loaded_position_shares_nothing_with_its_json() -> None:
    values = well_used().as_json()
    before = copy.deepcopy(values)
    state = restore_state(purse().setup, values)
    assert isinstance(state, Purse)
    state.cards.append(1)
    state.rows[0].append(1)
    state.coins[0].face = 99
    assert values == before


def test_json_shares_nothing_with_its_position() -> None:
    state = well_used()
    values: Any = state.as_json()
    values["cards"].append(1)
    values["rows"][0].append(1)
    values["coins"][0]["face"] = 99
    assert state == well_used()


def test_comparing_positions_ignores_the_events_of_the_last_step() -> None:
    state, other = well_used(), well_used()
    other.events, other.listening = [], False
    assert state != other
    assert state.same_position(other)
    other.coins[0].face = 1
    assert not state.same_position(other)


def changed(**changes: object) -> dict[str, object]:
    """Return the JSON of a well-used purse with these changes."""
    return well_used().as_json() | changes


COIN: dict[str, object] = {"face": 1, "shown": False}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, f"a position needs the fields {BASE}, {OWN}"),
        ([], f"a position needs the fields {BASE}, {OWN}"),
        ({}, f"a position needs the fields {BASE}, {OWN}"),
        (changed(more=1), f"a position needs the fields {BASE}, {OWN}"),
        (changed(total="7"), "position.total: needs an integer, not '7'"),
        (changed(total=7.0), "position.total: needs an integer, not 7.0"),
        (changed(total=True), "position.total: needs an integer, not True"),
        (changed(total=None), "position.total: needs an integer, not None"),
        (changed(total=2**62), f"position.total: {2**62} is out of range"),
        (changed(total=-(2**62) - 1), f"position.total: {-(2**62) - 1} is out of range"),
        (changed(open=1), "position.open: needs a boolean, not 1"),
        (changed(cards=3), "position.cards: needs a list"),
        (changed(cards=[1, "2"]), "position.cards[1]: needs an integer, not '2'"),
        (changed(cards=[True]), "position.cards[0]: needs an integer, not True"),
        (changed(cards=[10**30]), f"position.cards[0]: {10**30} is out of range"),
        (changed(rows=[[1]]), "position.rows: needs a list of length 2, not 1"),
        (changed(rows=[[1], 2]), "position.rows[1]: needs a list"),
        (changed(rows=[[1], [[2]]]), "position.rows[1][0]: needs an integer, not [2]"),
        (changed(best=[1]), "position.best: needs the fields face, shown"),
        (changed(best={"face": 1}), "position.best: needs the fields face, shown"),
        (changed(coins=[COIN]), "position.coins: needs a list of length 2, not 1"),
        (changed(coins=[COIN, COIN | {"face": "x"}]), "position.coins[1].face: needs an integer, not 'x'"),
        (changed(coins=[COIN, {**COIN, "edge": 1}]), "position.coins[1]: needs the fields face, shown"),
        (changed(waiting="1"), "position.waiting: needs an integer, not '1'"),
        (changed(recall=0), "position.recall: needs a boolean, not 0"),
        (changed(due=2**70), f"position.due: {2**70} is out of range"),
        (changed(waiting=0b100), "position: waiting or viewer names a seat that does not exist"),
        (changed(waiting=-1), "position: waiting or viewer names a seat that does not exist"),
        (changed(viewer=2), "position: waiting or viewer names a seat that does not exist"),
        (changed(viewer=-3), "position: waiting or viewer names a seat that does not exist"),
        (changed(events=1), "position.events: needs a list"),
        (
            changed(events=[["drew", 0, [], []]]),
            "position.events[0]: needs a name, a seat, two lists of numbers and an",
        ),
        (
            changed(events=[["drew", 0, [], {}, 1]]),
            "position.events[0]: needs a name, a seat, two lists of numbers and",
        ),
        (changed(events=[["drew", 0, ["x"], [], 1]]), "position.events[0][2]: needs an integer, not 'x'"),
        (changed(events=[["drew", True, [], [], 1]]), "position.events[0][0]: needs an integer, not True"),
        (changed(events=[["drew", 0, [], [2**80], 1]]), f"position.events[0][2]: {2**80} is out of range"),
    ],
)
def test_a_malformed_position_is_refused_and_changes_nothing(values: object, message: str) -> None:
    state = purse()
    with pytest.raises(BadState) as error:
        state.load_json(values)
    assert str(error.value).startswith(message)
    assert state == purse()


def test_a_malformed_piece_is_refused_and_changes_nothing() -> None:
    coin = Coin()
    with pytest.raises(BadState, match=r"Coin\.shown: needs a boolean, not 1"):
        coin.load_json({"face": 5, "shown": 1})
    assert coin == Coin()
    coin.load_json({"face": 5, "shown": True})
    assert coin.as_json() == {"face": 5, "shown": True}
    assert repr(coin) == "Coin({'face': 5, 'shown': True})"


def test_pieces_are_equal_by_their_fields() -> None:
    one, two = Coin(), Coin()
    assert one == two
    assert hash(one) == hash(two)
    two.face = 1
    assert one != two
    assert one != {"face": 0, "shown": False}


def test_a_view_is_loaded_as_a_view() -> None:
    values = purse().as_json() | {"viewer": SPECTATOR, "recall": False}
    assert restore_state(purse().setup, values).as_json() == values
