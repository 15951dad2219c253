"""Why a move is not legal: a reason for every kind of illegal move."""

from chabudai.games.fine_weather import GAME
from chabudai.testing.table import deal
from games.fine_weather.positions import first_trick, last_trick, trick


def test_a_card_must_be_in_hand_and_follow_the_led_suit() -> None:  # FW-20
    table = first_trick("fine-1 cloudy-1 … | fine-2 cloudy-2 … | … | …")
    assert table.refusal(0, "play fine-2") == "fine-2 is not in hand"
    assert table.refusal(0, "wish fine") == "now a card is played"
    assert table.refusal(1, "play fine-2") == "it is the turn of seat 0"
    table.play("play fine-1")
    assert table.refusal(1, "play cloudy-2") == "it must follow fine"
    assert table.refusal(1, "play fine-2") is None


def test_wishing_and_announcing_have_their_time() -> None:  # FW-12, FW-40
    table = deal(GAME, 4, options={"hidden_wishes": True}, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "now a wish is made"
    assert table.refusal(0, "play fine-1") == "now a wish is made"
    table.play("wish fine")
    assert table.refusal(0, "wish fine") == "now a wish is announced"
    assert table.refusal(0, "play fine-1") == "now a wish is announced"


def test_where_wishes_are_open_nothing_is_announced() -> None:  # FW-12
    table = deal(GAME, 4, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "now a wish is made"


def test_nothing_can_be_done_when_the_game_is_over() -> None:  # FW-10
    table = last_trick("fine-1 fine-2 fine-3", part=2)
    trick(table, "fine-1 fine-2 fine-3")
    assert table.refusal(0, "play fine-1") == "the game is over"
