"""The winner of a trick places a stone, pushes one out, or suffers Bachiatari: AK-22 to AK-24."""

import pytest

from chabudai.testing.table import StackedTable
from games.ameno_kirifuda.positions import FOUR_WINS, ameno, first_trick, last_trick, lay_stones, picture, trick

SUMMER_WINS = "summer-8 spring-3 winter-2 summer-1"
WINTER_WINS = "winter-8 summer-3 autumn-2 winter-1"


def won(cards: str, board: str, in_hand: tuple[int, ...] = (1, 1, 1, 1)) -> StackedTable:
    """Play a trick of these cards with these stones on the board."""
    table = last_trick(cards)
    lay_stones(table, board.replace("|", ""), in_hand)
    trick(table, cards)
    return table


def three_stones_placed() -> StackedTable:
    """Let seat 0 win three tricks, so that it has no stone in hand."""
    table = first_trick(FOUR_WINS)
    trick(table, "summer-8 spring-2 spring-7 summer-1", "place summer-a")
    trick(table, "summer-7 spring-3 spring-8 winter-4", "place summer-b")
    trick(table, "summer-6 spring-4 winter-1 winter-5", "place summer-c")
    return table


def four_stones_placed() -> StackedTable:
    """Let seat 0 fill the Summer row and keep one stone, after discarding two Omegumi cards."""
    table = first_trick(FOUR_WINS, discards=2)
    trick(table, "summer-8 spring-2 spring-7 summer-1", "place summer-a")
    trick(table, "summer-7 spring-3 spring-8 winter-4", "place summer-b")
    trick(table, "summer-6 spring-4 winter-1 winter-5", "place summer-c")
    trick(table, "summer-5 spring-5 winter-2 winter-6", "place summer-d")
    return table


def test_a_player_who_wins_with_spring_8_places_a_stone_in_spring() -> None:  # AK-22
    """The rulebook's example."""
    table = first_trick(
        "spring-1 spring-2 … | spring-8 spring-3 … | spring-4 spring-5 spring-6 … | spring-7 winter-2 …"
    )
    trick(table, "spring-1 spring-8 spring-4 spring-7")
    assert table.legal(1) == ["place spring-a", "place spring-b", "place spring-c", "place spring-d"]
    table.play("place spring-c")
    assert picture(table) == ". . 1 . | . . . . | . . . . | . . . ."
    assert ameno(table).seats[1].stones == 2


def test_the_stone_goes_to_the_season_of_the_winning_card_not_the_led_season() -> None:  # AK-22
    table = won("spring-3 spring-8 summer-1 autumn-8", ". . . . | . . . . | . . . . | . . . .")
    assert table.legal(2) == ["place summer-a", "place summer-b", "place summer-c", "place summer-d"]


def test_a_stone_can_only_go_to_a_free_space() -> None:  # AK-22
    table = won(SUMMER_WINS, ". . . . | 1 . 0 . | . . . . | . . . .")
    assert table.legal(0) == ["place summer-b", "place summer-d"]


def test_the_only_free_space_is_not_chosen_automatically() -> None:  # AK-22
    table = won(SUMMER_WINS, ". . . . | 1 . 0 2 | . . . . | . . . .")
    assert table.legal(0) == ["place summer-b"]


def test_the_winner_leads_the_next_trick() -> None:  # AK-22
    table = first_trick("spring-1 … | spring-8 … | spring-2 … | spring-3 …")
    trick(table, "spring-1 spring-8 spring-2 spring-3", "place spring-a")
    table.play_on(moves=1)
    assert [seat for seat, _ in table.events("played")][-1] == 1


def test_if_the_row_is_full_the_winner_pushes_a_stone_to_the_next_season_and_takes_its_space() -> None:  # AK-23
    """The rulebook's example: a Summer card wins, and the Summer row is full."""
    table = four_stones_placed()
    trick(table, "summer-4 spring-6 winter-3 winter-7", "push summer-b", "to autumn-c")
    assert table.events("pushed") == [(0, "summer-b", "autumn-c")]
    assert table.events("placed")[-1] == (0, "summer-b")
    assert picture(table) == ". . . . | 0 0 0 0 | . . 0 . | . . . ."
    assert ameno(table).seats[0].stones == 0


def test_any_players_stone_in_the_row_can_be_pushed() -> None:  # AK-23
    table = won(SUMMER_WINS, ". . . . | 0 1 2 3 | . . . . | . . . .")
    assert table.legal(0) == ["push summer-a", "push summer-b", "push summer-c", "push summer-d"]
    table.play("push summer-d")
    assert table.legal(0) == ["to autumn-a", "to autumn-b", "to autumn-c", "to autumn-d"]
    table.play("to autumn-a")
    assert picture(table) == ". . . . | 0 1 2 0 | 3 . . . | . . . ."
    assert [player.stones for player in ameno(table).seats] == [0, 1, 1, 1]


def test_a_pushed_stone_goes_to_a_free_space() -> None:  # AK-23
    table = won(SUMMER_WINS, ". . . . | 0 1 2 3 | 2 . 1 . | . . . .")
    table.play("push summer-b")
    assert table.legal(0) == ["to autumn-b", "to autumn-d"]


def test_if_summer_and_autumn_are_full_the_stone_moves_on_to_winter() -> None:  # AK-23
    table = won(SUMMER_WINS, ". . . . | 0 1 2 3 | 0 1 2 3 | . . 1 .")
    table.play("push summer-c")
    assert table.legal(0) == ["to winter-a", "to winter-b", "to winter-d"]
    table.play("to winter-b")
    assert picture(table) == ". . . . | 0 1 0 3 | 0 1 2 3 | . 2 1 ."


@pytest.mark.parametrize(
    ("board", "onward"),
    [
        (". . . . | . . . . | . . . . | 0 1 2 3", "to spring-a to spring-b to spring-c to spring-d"),
        ("1 2 3 . | . . . . | . . . . | 0 1 2 3", "to spring-d"),
        ("1 2 3 1 | . 1 . 2 | . . . . | 0 1 2 3", "to summer-a to summer-c"),
        ("1 2 3 1 | 3 1 1 2 | 3 3 . 2 | 0 1 2 3", "to autumn-c"),
    ],
)
def test_a_stone_pushed_out_of_winter_goes_around_to_the_first_season_with_room(
    board: str, onward: str
) -> None:  # AK-23
    table = won(WINTER_WINS, board)
    table.play("push winter-a")
    assert " ".join(table.legal(0)) == onward


def test_a_winner_with_no_stone_in_hand_places_nothing_and_takes_back_three_stones() -> None:  # AK-24
    table = three_stones_placed()
    trick(table, "summer-5 spring-5 winter-2 winter-6")
    assert table.events("bachiatari") == [(0,)]
    assert table.legal(0) == ["return summer-a", "return summer-b", "return summer-c"]
    table.play("return summer-b", "return summer-a", "return summer-c")
    assert picture(table) == ". . . . | . . . . | . . . . | . . . ."
    assert len(table.events("placed")) == 3


def test_stones_taken_back_go_to_the_hand_and_not_to_the_supply() -> None:  # AK-24
    table = three_stones_placed()
    trick(table, "summer-5 spring-5 winter-2 winter-6", "return summer-a", "return summer-b", "return summer-c")
    assert (ameno(table).seats[0].stones, ameno(table).seats[0].supply) == (3, 4)


def test_after_bachiatari_the_winner_leads() -> None:  # AK-24
    table = three_stones_placed()
    trick(table, "summer-5 spring-5 winter-2 winter-6", "return summer-a", "return summer-b", "return summer-c")
    assert len(table.legal(0)) == 4
    trick(table, "summer-4 spring-6 winter-3 winter-7", "place summer-d")
    assert picture(table) == ". . . . | . . . 0 | . . . . | . . . ."


def test_at_bachiatari_the_winner_chooses_which_stones_to_take_back() -> None:  # AK-24
    table = won(SUMMER_WINS, "0 . . 1 | . 0 . . | 0 . . . | . 0 . 0", in_hand=(0, 1, 1, 1))
    assert len(table.legal(0)) == 5
    table.play("return winter-d", "return spring-a", "return winter-b")
    assert picture(table) == ". . . 1 | . 0 . . | 0 . . . | . . . ."


def test_at_bachiatari_nothing_is_pushed_even_if_the_row_is_full() -> None:  # AK-24
    table = won(SUMMER_WINS, "0 0 0 . | 1 1 2 3 | . . . . | . . . .", in_hand=(0, 1, 1, 1))
    table.play("return spring-a", "return spring-b", "return spring-c")
    assert picture(table) == ". . . . | 1 1 2 3 | . . . . | . . . ."
    assert table.events("pushed") == []


def test_with_3_players_bachiatari_can_happen_with_four_stones_on_the_board() -> None:  # AK-24
    table = won("summer-6 spring-3 winter-2", "0 0 0 0 | . . . . | . . . . | . . . .", in_hand=(0, 1, 1))
    table.play("return spring-a", "return spring-c", "return spring-d")
    assert picture(table) == ". 0 . . | . . . . | . . . . | . . . ."
