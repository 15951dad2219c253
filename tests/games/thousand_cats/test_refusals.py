"""Why a move is not legal: a reason for every kind of illegal move."""

from chabudai.games.thousand_cats import GAME
from chabudai.scene.words import words
from chabudai.testing.table import deal
from games.thousand_cats.positions import cats, chance_for, dealt, last_round, play


def test_a_closed_season_is_told_with_an_open_card_that_is_held() -> None:  # TC-20, TC-21
    table = dealt(
        "fall-3 summer-7 winter-4 winter-6 … | summer-2 summer-4 summer-5 … | summer-6 … | summer-3 summer-9 …",
        face_up="spring-3 fall-9",
        seed=1,
    )
    told = GAME.why_not(table.state, 0, GAME.action("play fall-3"))
    assert told is not None
    assert words(GAME).say("reason", told) == "Fall is closed: a Fall card lies face up, and you hold Summer 7"
    assert table.refusal(0, "play fall-3") == "fall is closed: a fall card lies face up, and you hold summer-7"


def test_a_card_must_be_in_hand() -> None:  # TC-21
    table = dealt("fall-3 … | summer-7 … | … | …", face_up="spring-3 fall-9")
    assert table.refusal(0, "play summer-7") == "summer-7 is not in hand"
    assert table.refusal(0, "keep") == "now a card is played"
    assert table.refusal(0, "swap yorozu-0") == "now a card is played"


def test_a_seat_that_has_chosen_cannot_choose_again() -> None:  # TC-21
    table = dealt()
    table.move(0, table.legal(0)[0])
    assert table.refusal(0, table.legal(1)[0]) == "it is the turn of seat 1 2 3"


def test_when_asked_about_a_new_deal_there_is_nothing_else_to_do() -> None:  # TC-11
    table = deal(GAME, 4, chance=chance_for("spring-5 summer-6 fall-7 … | … | … | …"))
    assert table.refusal(0, "play spring-5") == "the question is now whether the hand is kept"


def test_a_crow_between_two_yorozu_chooses_one_of_them() -> None:  # TC-23
    table = dealt("fall-7 … | yorozu-0 … | yorozu-13 … | winter-9 …", face_up="spring-1 spring-3")
    play(table, "fall-7 yorozu-0 yorozu-13 winter-9")
    assert table.refusal(0, "play fall-7") == "now the crow's owner chooses a Yorozu"
    assert table.refusal(1, "swap yorozu-0") == "it is the turn of seat 0"


def test_a_multiplier_card_must_be_ones_own() -> None:  # TC-51
    table = dealt(rules="experienced")
    seat = next(seat for seat in range(4) if table.legal(seat))
    foreign = next(move for move in GAME.actions if move.startswith("multiplier") and move not in table.legal(seat))
    assert table.refusal(seat, foreign) == f"{foreign.split()[1]} is not among your multiplier cards"
    assert table.refusal(seat, "start 0") == "now multiplier cards are chosen"


def test_tokens_are_limited_to_two_of_a_season_and_to_the_supply() -> None:  # TC-62
    table = last_round(
        "summer-5 fall-6 fall-8 winter-9", "spring-4 winter-7", ["fall-4 fall-10 yorozu-0"], rules="advanced"
    )
    play(table, "summer-5 fall-6 fall-8 winter-9")
    assert (
        table.refusal(0, "token fall") == "nobody may have more than two tokens of a season, and you have two of fall"
    )
    seats = [player.as_json() for player in cats(table).seats]
    seats[1]["tokens"] = seats[2]["tokens"] = 0x0002
    table.set_up(seats=seats)
    assert table.refusal(0, "token spring") == "no spring token is left"
    assert table.refusal(0, "tokens spring summer fall") == "now one token is taken"


def test_nothing_can_be_done_when_the_match_is_over() -> None:  # TC-40
    table = dealt(target=1)
    table.play_on()
    assert table.refusal(0, "play spring-1") == "the game is over"
