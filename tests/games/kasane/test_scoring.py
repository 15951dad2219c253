"""Final scoring: colors, all twelve cards, ties: KI-30 to KI-32."""

import pytest

from chabudai.kernel.bits import members
from games.kasane.positions import kasane, last_turn


def final_scores(
    *fields: str, points: tuple[int, ...] = (0, 0, 0, 0), hands: tuple[str, ...] = ("", "", "", "")
) -> list[int]:
    """Return the scores of a game that ends with these fields, with these points and hands before the last turn."""
    table = last_turn(*fields, points=points, hands=hands)
    table.play("take 0")
    assert table.state.over()
    return table.state.scores()


@pytest.mark.parametrize(
    ("field", "colors", "points"),
    [
        ("1 1 1 1 1 1 1 1", 1, 5),
        ("1 2 1 2 1 2 1 2", 2, 4),
        ("1 2 3 1 2 3 1 2", 3, 3),
        ("1 2 3 4 1 2 3 4", 4, 2),
        ("1 2 3 4 5 1 2 3", 5, 0),
        ("1 2 3 4 5 6 1 2", 6, 2),
        ("1 2 3 4 5 6 7 1", 7, 3),
        ("1 2 3 4 5 6 7 8", 8, 4),
        ("1 2 3 4 5 6 7 8 9", 9, 5),
    ],
)
def test_eight_or_more_cards_score_by_their_number_of_colors(field: str, colors: int, points: int) -> None:  # KI-30
    table = last_turn(field, "", "", "", points=(10, 0, 0, 0))
    table.play("take 0")
    assert table.state.scores()[0] == 10 + points
    assert table.events("coloured") == [(0, colors, points)]


def test_seven_cards_score_nothing_for_their_colors() -> None:  # KI-30
    assert final_scores("1 1 1 1 1 1 1", "1 2 3 4 5 6 7", "", "") == [0, 0, 0, 0]


def test_a_plus_one_counts_as_a_card_but_has_no_color() -> None:  # KI-30
    assert final_scores("1 1 1 1 1 1 1 +1", "1 2 3 +1 +1 +1 +1 +1", "", "") == [5, 3, 0, 0]


def test_eight_colors_in_eleven_cards_with_one_in_hand_score_4() -> None:  # KI-30
    field = "1 2 4 5 6 7 8 9 9 8 +1"
    assert final_scores(field, "", "", "", hands=("3", "", "", ""))[0] == 4


def test_all_twelve_cards_with_nine_colors_score_5_and_2() -> None:  # KI-30, KI-31
    field = "1 2 4 5 6 7 8 9 9 8 +1 3"
    table = last_turn(field, "", "", "")
    table.play("take 0")
    assert table.state.scores()[0] == 5 + 2
    assert table.events("all_twelve") == [(0, 2)]


def test_cards_left_in_hand_cost_nothing() -> None:  # KI-30
    assert final_scores("1", "2", "3", "4", points=(3, 2, 1, 0), hands=("9 9 9 9", "", "", "")) == [3, 2, 1, 0]


def test_all_twelve_cards_in_the_field_score_2_more() -> None:  # KI-31
    assert final_scores("1 2 3 4 5 1 2 3 4 5 1 2", "1 2 3 4 5 1 2 3 4 5 1", "", "") == [2, 0, 0, 0]


def test_during_play_the_score_includes_the_bonus_as_if_the_game_ended_now() -> None:  # KI-30
    table = last_turn("1 1 1 1 1 1 1 1", "", "", "", points=(6, 0, 0, 0))
    assert table.state.scores()[0] == 11


def winners(*fields: str, points: tuple[int, ...]) -> list[int]:
    """Return the winners of a game that ends with these fields, with these points before the last turn."""
    table = last_turn(*fields, points=points)
    table.play("take 0")
    return members(table.state.winners())


def test_the_most_points_win() -> None:  # KI-32
    assert winners("1", "2 2", "3 3 3", "", points=(5, 4, 4, 4)) == [0]
    assert winners("1", "2 2", "3 3 3 3 3 3 3 3", "", points=(5, 4, 1, 4)) == [2], "with the colors"


def test_more_cards_in_the_field_break_a_tie() -> None:  # KI-32
    assert winners("1", "2 2", "3", "", points=(5, 5, 5, 4)) == [1]


def test_plus_ones_count_as_cards_when_breaking_a_tie() -> None:  # KI-32
    assert winners("1 1", "2 2 +1", "3", "", points=(5, 5, 5, 4)) == [1]


def test_if_the_cards_are_equal_too_the_victory_is_shared() -> None:  # KI-32
    assert winners("1", "2 2", "3 +1", "", points=(5, 5, 5, 4)) == [1, 2]
    assert winners("1", "2", "3", points=(0, 0, 0)) == [0, 1, 2]


def test_a_shared_victory_is_worth_a_share() -> None:  # KI-32
    table = last_turn("1", "2 2", "3 +1", "", points=(5, 5, 5, 4))
    table.play("take 0")
    assert [kasane(table).utility(seat) for seat in range(4)] == [0, 0.5, 0.5, 0]
