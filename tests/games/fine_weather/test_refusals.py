"""The reasons against illegal moves in Wishing for Fine Weather!!; those against Very wishes are in test_wishes.py."""

from chabudai.games.fine_weather import GAME
from chabudai.testing.table import deal
from games.fine_weather.positions import first_trick, last_trick, trick


def test_a_card_must_be_in_hand_and_follow_the_led_suit() -> None:  # FW-20
    table = first_trick("fine-1 cloudy-1 … | fine-2 cloudy-2 … | … | …")
    assert table.refusal(0, "play fine-2") == "fine-2 is not in hand"
    assert table.refusal(0, "wish fine") == "it is time to play"
    assert table.refusal(1, "play fine-2") == "other seats must choose first: 0"
    table.play("play fine-1")
    assert table.refusal(1, "play cloudy-2") == "you must follow fine"
    assert table.refusal(1, "play fine-2") is None


def test_wishes_and_announcements_take_turns() -> None:  # FW-12, FW-40
    table = deal(GAME, 4, options={"hidden_wishes": True}, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "it is time to wish"
    assert table.refusal(0, "play fine-1") == "it is time to wish"
    table.play("wish fine")
    assert table.refusal(0, "wish fine") == "it is time to announce"
    assert table.refusal(0, "play fine-1") == "it is time to announce"


def test_with_open_wishes_nothing_is_announced() -> None:  # FW-12
    table = deal(GAME, 4, chance={"start": "0"})
    assert table.refusal(0, "announce fine") == "it is time to wish"


def test_no_move_is_legal_after_the_game() -> None:  # FW-10
    table = last_trick("fine-1 fine-2 fine-3", part=2)
    trick(table, "fine-1 fine-2 fine-3")
    for seat in range(3):
        assert {table.refusal(seat, move) for move in GAME.actions} == {"the game is over"}
