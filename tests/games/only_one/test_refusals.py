"""The reasons against illegal moves in Only One Collection; some are tested with their rules."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.kernel.errors import UnknownMove
from games.only_one.positions import begin, position


def test_each_phase_allows_only_its_own_moves() -> None:
    table = begin("2 3 4A 5 6A")
    for move in ("add 0", "pick 1", "order 0 1", "keep 9"):
        assert table.refusal(0, move) == "it is time to explore or collect"
    table.play("explore")
    for move in ("explore", "collect 0", "pick 1", "keep 9"):
        assert table.refusal(0, move) == "it is time to add the card to a column"
    table = position("9 | 2 | 3", 3, familiars="foresight - -", deck="4A 6A 10")
    table.play("foresight")
    assert table.refusal(0, "add 0") == "it is time to pick a card"
    table.play("pick 1")
    assert table.refusal(0, "pick 0") == "it is time to put two cards back"
    assert table.refusal(0, "order 0 1") == "you picked that card: put the other two back"
    table = position("9 | 2 | 3", 3, familiars="salvage - -", deck="9*")
    table.play("explore", "add 0")
    assert table.refusal(0, "collect 1") == "it is time to keep one card"
    assert table.refusal(0, "keep 10") == "10 is neither in column-0 nor the card that ruined it"


def test_a_missing_column_cannot_be_chosen() -> None:  # OO-22, OO-23
    table = position("9 | - | 3", 3, out=[1])
    assert table.refusal(0, "collect 1") == "column-1 is gone"
    assert table.refusal(0, "collect 3") == "there is no column-3; the last one is column-2"


def test_a_player_out_of_turn_is_refused() -> None:  # OO-21
    assert begin().refusal(2, "explore") == "other seats must choose first: 0"


@pytest.mark.parametrize("move", ["explore 1", "collect", "collect 4", "add six", "keep egg", "order 1 1", "dance"])
def test_an_unknown_move_is_not_reported_as_illegal(move: str) -> None:
    with pytest.raises(UnknownMove, match="is not a move of only_one"):
        GAME.action(move)
