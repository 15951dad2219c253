"""Why a move is not legal: a reason for every kind of illegal move."""

from chabudai.games.ameno_kirifuda import GAME
from chabudai.testing.table import deal
from games.ameno_kirifuda.positions import FOUR_WINS, first_trick, last_trick, lay, trick

SUMMER_WINS = "summer-8 spring-3 winter-2 summer-1"


def test_in_the_draft_a_card_must_lie_face_up() -> None:  # AK-11
    table = deal(GAME, 4, chance={"omegumi": "spring-x1 …8 winter-x3 …", "deck": "spring-1 … | … | … | …"})
    assert table.refusal(1, "draft winter-x3") == "winter-x3 does not lie face up"
    assert table.refusal(1, "discard spring-x1") == "now an Omegumi card is drafted"
    assert table.refusal(1, "play spring-1") == "now an Omegumi card is drafted"
    assert table.refusal(0, "draft spring-x1") == "it is the turn of seat 1"
    assert table.refusal(1, "draft spring-x1") is None


def test_only_cards_before_the_seat_can_be_discarded() -> None:  # AK-12
    table = deal(GAME, 4, chance={"omegumi": "spring-x1 spring-x2", "deck": "… | … | … | spring-1 …"})
    table.play("draft spring-x1", "draft spring-x2")
    table.play_on(until=lambda state: state.first != 0)
    assert table.refusal(3, "discard spring-x2") == "spring-x2 does not lie before this seat"
    assert table.refusal(3, "play spring-1") == "now Omegumi cards may be discarded"
    assert table.refusal(3, "draft spring-x2") == "now Omegumi cards may be discarded"


def test_a_card_must_be_in_hand_and_follow_the_led_season() -> None:  # AK-20
    table = first_trick(FOUR_WINS)
    assert table.refusal(0, "play winter-8") == "winter-8 is not in hand"
    assert table.refusal(0, "done") == "now a card is played"
    table.play("play spring-1", "play spring-2")
    assert table.refusal(2, "play winter-1") == "it must follow spring"
    assert table.refusal(2, "play spring-2") == "spring-2 is not in hand"


def test_with_3_players_a_7_is_in_nobodys_hand() -> None:  # AK-1
    table = first_trick("spring-1 … | … | …", players=3)
    assert table.refusal(0, "play spring-7") == "spring-7 is not in hand"


def test_a_stone_goes_to_a_free_space_of_the_season_won_with() -> None:  # AK-22
    table = last_trick(SUMMER_WINS)
    lay(table, ". . . . 1 . . . . . . . . . . .")
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "a stone lies on summer-a already"
    assert table.refusal(0, "place spring-a") == "the trick was won with summer-8, so the stone goes to summer"
    assert table.refusal(0, "push summer-a") == "now a stone is placed"
    assert table.refusal(0, "play summer-8") == "now a stone is placed"


def test_a_stone_is_pushed_out_of_the_full_row_to_the_next_season() -> None:  # AK-23
    table = last_trick(SUMMER_WINS)
    lay(table, ". . . . 1 1 2 3 1 . . . . . . .")
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "the row is full: now a stone of it is pushed out"
    assert table.refusal(0, "push autumn-a") == "the stone pushed out must lie in summer"
    table.play("push summer-a")
    assert table.refusal(0, "to winter-a") == "the pushed stone goes to autumn"
    assert table.refusal(0, "to autumn-a") == "a stone lies on autumn-a already"
    assert table.refusal(0, "push summer-b") == "now the pushed stone is set down"


def test_at_bachiatari_only_ones_own_stones_come_back() -> None:  # AK-24
    table = last_trick(SUMMER_WINS)
    lay(table, "0 0 0 1 . . . . . . . . . . . .", in_hand=(0, 1, 1, 1))
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "Bachiatari: now three stones come back"
    assert table.refusal(0, "return spring-d") == "no stone of this seat lies on spring-d"
    assert table.refusal(0, "return winter-d") == "no stone of this seat lies on winter-d"
    table.play("return spring-a")
    assert table.refusal(0, "return spring-a") == "no stone of this seat lies on spring-a"


def test_nothing_can_be_done_when_the_game_is_over() -> None:  # AK-31
    table = last_trick(SUMMER_WINS, part=1)
    trick(table, SUMMER_WINS, "place summer-a")
    assert table.refusal(0, "play summer-8") == "the game is over"
