"""Positions in JSON: the same after a round trip; what does not fit is refused by its place, and nothing is changed."""

import copy
import json
import pickle
from typing import Any

import pytest

from chabudai.kernel.errors import BadState
from chabudai.kernel.event import Event
from chabudai.kernel.state import SPECTATOR, revived
from kernel.toys import Coin, Purse, purse

BASE = "waiting, due, first, part, viewer, recall, listening, events"
OWN = "total, open, cards, rows, best, coins"


def well_used() -> Purse:
    state = purse()
    state.total, state.open, state.cards, state.rows = 7, True, [5], [[], [9, 9, 9]]
    state.best.face, state.coins[1].face, state.coins[1].shown = 4, 6, True
    state.waiting, state.due, state.first, state.part, state.listening = 0b10, 1, 30, 2, True
    state.events = [Event("drew", 1, [3], [4], 0b10), Event("over", -1, [])]
    return state


def read(values: object) -> Any:
    return json.loads(json.dumps(values))


def test_a_position_is_the_same_after_a_round_trip() -> None:
    state = well_used()
    again = revived(state.setup, read(state.as_json()))
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


def test_what_is_loaded_shares_nothing_with_what_it_came_from() -> None:
    values = well_used().as_json()
    before = copy.deepcopy(values)
    state = revived(purse().setup, values)
    assert isinstance(state, Purse)
    state.cards.append(1)
    state.rows[0].append(1)
    state.coins[0].face = 99
    assert values == before


def test_what_is_given_as_json_shares_nothing_with_the_position() -> None:
    state = well_used()
    values: Any = state.as_json()
    values["cards"].append(1)
    values["rows"][0].append(1)
    values["coins"][0]["face"] = 99
    assert state == well_used()


def test_the_position_is_all_but_what_the_last_step_did() -> None:
    state, other = well_used(), well_used()
    other.events, other.listening = [], False
    assert state != other
    assert state.same_position(other)
    other.coins[0].face = 1
    assert not state.same_position(other)


def changed(**changes: object) -> dict[str, object]:
    return well_used().as_json() | changes


COIN: dict[str, object] = {"face": 1, "shown": False}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, f"a position needs the fields {BASE}, {OWN}"),
        ([], f"a position needs the fields {BASE}, {OWN}"),
        ({}, f"a position needs the fields {BASE}, {OWN}"),
        (changed(more=1), f"a position needs the fields {BASE}, {OWN}"),
        (changed(total="7"), "position.total: needs a int, not '7'"),
        (changed(total=7.0), "position.total: needs a int, not 7.0"),
        (changed(total=True), "position.total: needs a int, not True"),
        (changed(total=None), "position.total: needs a int, not None"),
        (changed(total=2**62), f"position.total: {2**62} is out of range"),
        (changed(total=-(2**62) - 1), f"position.total: {-(2**62) - 1} is out of range"),
        (changed(open=1), "position.open: needs a bool, not 1"),
        (changed(cards=3), "position.cards: needs a list"),
        (changed(cards=[1, "2"]), "position.cards[1]: needs a int, not '2'"),
        (changed(cards=[True]), "position.cards[0]: needs a int, not True"),
        (changed(cards=[10**30]), f"position.cards[0]: {10**30} is out of range"),
        (changed(rows=[[1]]), "position.rows: needs 2 entries, not 1"),
        (changed(rows=[[1], 2]), "position.rows[1]: needs a list"),
        (changed(rows=[[1], [[2]]]), "position.rows[1][0]: needs a int, not [2]"),
        (changed(best=[1]), "position.best: needs the fields face, shown"),
        (changed(best={"face": 1}), "position.best: needs the fields face, shown"),
        (changed(coins=[COIN]), "position.coins: needs 2 entries, not 1"),
        (changed(coins=[COIN, COIN | {"face": "x"}]), "position.coins[1].face: needs a int, not 'x'"),
        (changed(coins=[COIN, {**COIN, "edge": 1}]), "position.coins[1]: needs the fields face, shown"),
        (changed(waiting="1"), "position.waiting: needs a int, not '1'"),
        (changed(recall=0), "position.recall: needs a bool, not 0"),
        (changed(due=2**70), f"position.due: {2**70} is out of range"),
        (changed(waiting=0b100), "position: waiting or viewer names a seat that is not there"),
        (changed(waiting=-1), "position: waiting or viewer names a seat that is not there"),
        (changed(viewer=2), "position: waiting or viewer names a seat that is not there"),
        (changed(viewer=-3), "position: waiting or viewer names a seat that is not there"),
        (changed(events=1), "position.events: needs a list"),
        (
            changed(events=[["drew", 0, [], []]]),
            "position.events[0]: needs a name, a seat, two lists of numbers and an",
        ),
        (
            changed(events=[["drew", 0, [], {}, 1]]),
            "position.events[0]: needs a name, a seat, two lists of numbers and",
        ),
        (changed(events=[["drew", 0, ["x"], [], 1]]), "position.events[0][2]: needs a int, not 'x'"),
        (changed(events=[["drew", True, [], [], 1]]), "position.events[0][0]: needs a int, not True"),
        (changed(events=[["drew", 0, [], [2**80], 1]]), f"position.events[0][2]: {2**80} is out of range"),
    ],
)
def test_a_position_that_does_not_fit_is_refused_and_nothing_is_changed(values: object, message: str) -> None:
    state = purse()
    with pytest.raises(BadState) as error:
        state.load_json(values)
    assert str(error.value).startswith(message)
    assert state == purse()


def test_a_piece_that_does_not_fit_is_refused_and_nothing_is_changed() -> None:
    coin = Coin()
    with pytest.raises(BadState, match=r"Coin\.shown: needs a bool, not 1"):
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
    assert revived(purse().setup, values).as_json() == values
