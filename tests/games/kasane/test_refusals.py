"""Why a move is not legal: a reason for every kind of illegal move."""

import pytest

from games.kasane.positions import last_turn, taken, turn


def test_first_a_card_is_taken() -> None:  # KI-20
    table = turn("9", "", "9")
    assert table.refusal(0, "meld kasane 2") == "first a card is taken from a row"
    assert table.refusal(0, "pass") == "first a card is taken from a row"
    assert table.refusal(1, "take 0") == "it is the turn of seat 0"
    assert table.refusal(0, "take 0") is None


def test_with_3_players_there_are_only_three_rows() -> None:  # KI-10
    assert turn(players=3).refusal(0, "take 3") == "there are only 3 rows"


def test_after_taking_a_card_no_other_is_taken() -> None:  # KI-20
    table = taken("9", "", "9")
    assert table.refusal(0, "take 1") == "a card was taken already: now a meld may be played, or none"
    assert table.refusal(0, "pass") is None


def test_a_meld_needs_a_free_box() -> None:  # KI-21
    table = taken("9", "", "9")
    table.set_up(free=table.state.setup.start().as_json()["free"] ^ 1 << 2)  # type: ignore[operator]
    assert table.refusal(0, "meld kasane 4") == "no box of kasane for 4 cards is left"


def test_a_field_must_have_a_card_that_can_begin() -> None:  # KI-21
    assert taken("9", "", "9").refusal(0, "meld kasane 2 field") == (
        "there is no card on the robe that could begin a meld"
    )
    assert taken("9", "+1", "9").refusal(0, "meld kasane 2 field") == (
        "+1 lies on top of the robe, and it cannot begin a meld"
    )


def test_a_hand_must_have_enough_cards() -> None:  # KI-21
    table = taken("9", "9", "9")
    assert table.refusal(0, "meld kasane 4") == "it needs 4 cards of the hand, which has 2"
    assert table.refusal(0, "meld kasane 4 field") == "it needs 3 cards of the hand, which has 2"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("kasane 3", "7–9–9 are not all the same"),
        ("juu 2", "9–9 do not add up to 10"),
        ("juu 3 field", "8–9–9 do not add up to 10"),
        ("sakura 3", "7–9–9 are not 1, 2 and 6"),
        ("chidori 3 field", "8–9–9 are not 3, 8 and 9"),
        ("asanoha 3", "7–9–9 are not 4, 5 and 7"),
        ("kagen 3", "7–9–9 are not numbers from 1 to 5 that only rise or only fall"),
        ("jyougen 3", "7–9–9 are not numbers from 5 to 9 that only rise or only fall"),
        ("katyou 4", "4–7–9–9 are not all odd"),
        ("setsugetsu 3 field", "8–9–9 are not all even"),
    ],
)
def test_the_cards_must_be_that_meld(move: str, why: str) -> None:  # KI-2
    assert taken("4-7-9", "8", "9").refusal(0, f"meld {move}") == why


def test_nothing_can_be_done_when_the_game_is_over() -> None:  # KI-12
    table = last_turn("1", "2", "3", "4")
    table.play("take 0")
    assert table.refusal(0, "take 0") == "the game is over"
