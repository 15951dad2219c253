"""The reason against every kind of illegal move in Ameno Kirifuda."""

from chabudai.games.ameno_kirifuda import GAME
from chabudai.testing.table import deal
from games.ameno_kirifuda.positions import FOUR_WINS, first_trick, last_trick, lay_stones, trick

SUMMER_WINS = "summer-8 spring-3 winter-2 summer-1"


def test_a_drafted_card_must_be_face_up() -> None:  # AK-11
    table = deal(GAME, 4, chance={"omegumi": "spring-x1 …8 winter-x3 …", "deck": "spring-1 … | … | … | …"})
    assert table.refusal(1, "draft winter-x3") == "winter-x3 is not face up"
    assert table.refusal(1, "discard spring-x1") == "it is time to take an Omegumi card"
    assert table.refusal(1, "play spring-1") == "it is time to take an Omegumi card"
    assert table.refusal(0, "draft spring-x1") == "other seats must choose first: 1"
    assert table.refusal(1, "draft spring-x1") is None


def test_a_player_can_discard_only_their_own_cards() -> None:  # AK-12
    table = deal(GAME, 4, chance={"omegumi": "spring-x1 spring-x2", "deck": "… | … | … | spring-1 …"})
    table.play("draft spring-x1", "draft spring-x2")
    table.play_on(until=lambda state: state.first != 0)
    assert table.refusal(3, "discard spring-x2") == "spring-x2 is not yours"
    assert table.refusal(3, "play spring-1") == "it is time to discard Omegumi cards"
    assert table.refusal(3, "draft spring-x2") == "it is time to discard Omegumi cards"


def test_a_card_must_be_in_hand_and_follow_the_led_season() -> None:  # AK-20
    table = first_trick(FOUR_WINS)
    assert table.refusal(0, "play winter-8") == "winter-8 is not in hand"
    assert table.refusal(0, "done") == "it is time to play a card"
    table.play("play spring-1", "play spring-2")
    assert table.refusal(2, "play winter-1") == "you must follow spring"
    assert table.refusal(2, "play spring-2") == "spring-2 is not in hand"


def test_with_3_players_no_7_can_be_played() -> None:  # AK-1
    table = first_trick("spring-1 … | … | …", players=3)
    assert table.refusal(0, "play spring-7") == "spring-7 is not in hand"


def test_a_stone_goes_to_a_free_space_in_the_season_of_the_winning_card() -> None:  # AK-22
    table = last_trick(SUMMER_WINS)
    lay_stones(table, ". . . . 1 . . . . . . . . . . .")
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "summer-a already has a stone"
    assert table.refusal(0, "place spring-a") == "the trick was won with summer-8, so the stone goes in summer"
    assert table.refusal(0, "push summer-a") == "it is time to place a stone"
    assert table.refusal(0, "play summer-8") == "it is time to place a stone"


def test_a_stone_is_pushed_out_of_the_full_row_to_the_next_season() -> None:  # AK-23
    table = last_trick(SUMMER_WINS)
    lay_stones(table, ". . . . 1 1 2 3 1 . . . . . . .")
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "the row is full: a stone must be pushed out first"
    assert table.refusal(0, "push autumn-a") == "only a stone in summer can be pushed out"
    table.play("push summer-a")
    assert table.refusal(0, "to winter-a") == "the pushed stone goes to autumn"
    assert table.refusal(0, "to autumn-a") == "autumn-a already has a stone"
    assert table.refusal(0, "push summer-b") == "the pushed stone must move first"


def test_at_bachiatari_players_take_back_only_their_own_stones() -> None:  # AK-24
    table = last_trick(SUMMER_WINS)
    lay_stones(table, "0 0 0 1 . . . . . . . . . . . .", in_hand=(0, 1, 1, 1))
    trick(table, SUMMER_WINS)
    assert table.refusal(0, "place summer-a") == "three stones must come back first"
    assert table.refusal(0, "return spring-d") == "you have no stone on spring-d"
    assert table.refusal(0, "return winter-d") == "you have no stone on winter-d"
    table.play("return spring-a")
    assert table.refusal(0, "return spring-a") == "you have no stone on spring-a"


def test_no_move_is_legal_after_the_game_is_over() -> None:  # AK-31
    table = last_trick(SUMMER_WINS, part=1)
    trick(table, SUMMER_WINS, "place summer-a")
    for seat in range(4):
        assert {table.refusal(seat, move) for move in GAME.actions} == {"the game is over"}
