"""Every kind of move that is not legal is refused with its reason."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.kernel.errors import UnknownMove
from games.only_one.positions import begin, position


def test_a_phase_has_its_own_moves() -> None:
    table = begin("2 3 4A 5 6A")
    for move in ("add 0", "pick 1", "order 0 1", "keep 9"):
        assert table.refusal(0, move) == "now a turn begins: explore or collect"
    table.play("explore")
    for move in ("explore", "collect 0", "pick 1", "keep 9"):
        assert table.refusal(0, move) == "now the card that is turned up is added to a column"
    table = position("9 | 2 | 3", 3, familiars="foresight - -", deck="4A 6A 10")
    table.play("foresight")
    assert table.refusal(0, "add 0") == "now one of the three cards is picked"
    table.play("pick 1")
    assert table.refusal(0, "pick 0") == "now the other two cards are put back in order"
    assert table.refusal(0, "order 0 1") == "the card that was picked is not put back: the other two are put in order"
    table = position("9 | 2 | 3", 3, familiars="salvage - -", deck="9*")
    table.play("explore", "add 0")
    assert table.refusal(0, "collect 1") == "now a card of the broken column is kept"
    assert table.refusal(0, "keep 10") == "10 is not among the cards of column-0 and the one that broke it"


def test_a_column_that_is_not_there_cannot_be_chosen() -> None:  # OO-22, OO-23
    table = position("9 | - | 3", 3, out=[1])
    assert table.refusal(0, "collect 1") == "column-1 is gone"
    assert table.refusal(0, "collect 3") == "there is no column-3; the last is column-2"


def test_it_must_be_ones_turn() -> None:  # OO-21
    assert begin().refusal(2, "explore") == "it is the turn of seat 0"


@pytest.mark.parametrize("move", ["explore 1", "collect", "collect 4", "add six", "keep egg", "order 1 1", "dance"])
def test_what_is_no_move_is_told_apart_from_what_is_not_allowed(move: str) -> None:
    with pytest.raises(UnknownMove, match="is no move of only_one"):
        GAME.action(move)
