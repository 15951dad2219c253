"""The reason against every kind of illegal move in Kasane no Irome. Reasons call the field a "robe"."""

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.melds import BOXES
from chabudai.kernel.bits import bit
from games.kasane.positions import digits, kasane, last_turn, taken, turn


def test_a_turn_starts_with_taking_a_card() -> None:  # KI-20
    table = turn("9", "", "9")
    assert table.refusal(0, "meld kasane 2") == "it is time to take a card"
    assert table.refusal(0, "pass") == "it is time to take a card"
    assert table.refusal(1, "take 0") == "other seats must choose first: 0"
    assert table.refusal(0, "take 0") is None


def test_with_3_players_there_are_only_three_rows() -> None:  # KI-10
    assert turn(players=3).refusal(0, "take 3") == "there are only 3 rows"


def test_an_empty_row_has_no_card_to_take() -> None:  # KI-20
    table = turn()
    table.set_up(rows=[{"cards": digits(row)} for row in ("9", "", "9", "9")], ends=0b1101)
    assert table.refusal(0, "take 1") == "row-1 is empty"


def test_only_one_card_is_taken_each_turn() -> None:  # KI-20
    table = taken("9", "", "9")
    assert table.refusal(0, "take 1") == "it is time to play a meld or pass"
    assert table.refusal(0, "pass") is None


def test_a_meld_needs_a_free_box() -> None:  # KI-21
    table = taken("9", "", "9")
    table.set_up(free=kasane(table).free & ~bit(BOXES.index(("kasane", 4))))
    assert table.refusal(0, "meld kasane 4") == "no kasane box for 4 cards is left"


def test_a_meld_that_starts_from_the_field_needs_a_number_on_top_of_it() -> None:  # KI-21
    assert taken("9", "", "9").refusal(0, "meld kasane 2 field") == ("the robe is empty, so no meld can start from it")
    assert taken("9", "+1", "9").refusal(0, "meld kasane 2 field") == ("the +1 on top of the robe cannot start a meld")


def test_a_hand_must_have_enough_cards() -> None:  # KI-21
    table = taken("9", "9", "9")
    assert table.refusal(0, "meld kasane 4") == "it takes 4 cards from the hand, which has only 2"
    assert table.refusal(0, "meld kasane 4 field") == "it takes 3 cards from the hand, which has only 2"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("kasane 3", "7–9–9 are not all the same"),
        ("juu 2", "9–9 do not add up to 10"),
        ("juu 3 field", "8–9–9 do not add up to 10"),
        ("sakura 3", "7–9–9 are not 1, 2 and 6"),
        ("chidori 3 field", "8–9–9 are not 3, 8 and 9"),
        ("asanoha 3", "7–9–9 are not 4, 5 and 7"),
        ("kagen 3", "7–9–9 do not strictly rise or fall within 1 to 5"),
        ("jyougen 3", "7–9–9 do not strictly rise or fall within 5 to 9"),
        ("katyou 4", "4–7–9–9 are not all odd"),
        ("setsugetsu 3 field", "8–9–9 are not all even"),
    ],
)
def test_the_cards_must_meet_the_condition_of_the_meld(move: str, why: str) -> None:  # KI-2
    assert taken("4-7-9", "8", "9").refusal(0, f"meld {move}") == why


def test_no_move_is_legal_when_the_game_is_over() -> None:  # KI-12
    table = last_turn("1", "2", "3", "4")
    table.play("take 0")
    for seat in range(4):
        assert {table.refusal(seat, move) for move in GAME.actions} == {"the game is over"}
