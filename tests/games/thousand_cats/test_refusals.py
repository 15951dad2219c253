"""The reasons against illegal moves in Festival of Thousand Cats; some are tested with their rules."""

from chabudai.games.thousand_cats import GAME
from chabudai.scene.words import words
from chabudai.testing.table import deal
from games.thousand_cats.positions import cats, chance_for, dealt, last_round, play


def test_the_reason_for_a_closed_season_names_an_open_card_in_hand() -> None:  # TC-20, TC-21
    table = dealt(
        "fall-3 summer-7 winter-4 winter-6 … | summer-2 summer-4 summer-5 … | summer-6 … | summer-3 summer-9 …",
        face_up="spring-3 fall-9",
        seed=1,
    )
    reason = GAME.why_not(table.state, 0, GAME.action("play fall-3"))
    assert reason is not None
    assert words(GAME).say("reason", reason) == "Fall is closed by the middle; you could play Summer 7"
    assert table.refusal(0, "play fall-3") == "fall is closed by the middle; you could play summer-7"


def test_a_card_must_be_in_hand() -> None:  # TC-21
    table = dealt("fall-3 … | summer-7 … | … | …", face_up="spring-3 fall-9")
    assert table.refusal(0, "play summer-7") == "summer-7 is not in hand"
    assert table.refusal(0, "keep") == "it is time to play a card"
    assert table.refusal(0, "swap yorozu-0") == "it is time to play a card"


def test_a_seat_that_has_chosen_cannot_choose_again() -> None:  # TC-21
    table = dealt()
    table.move(0, table.legal(0)[0])
    assert table.refusal(0, table.legal(1)[0]) == "other seats must choose first: 1 2 3"


def test_a_player_asked_about_a_re_deal_can_do_nothing_else() -> None:  # TC-11
    table = deal(GAME, 4, chance=chance_for("spring-5 summer-6 fall-7 … | … | … | …"))
    assert table.refusal(0, "play spring-5") == "it is time to keep the hand or ask for a new deal"


def test_the_owner_of_a_crow_between_two_yorozu_must_choose_one() -> None:  # TC-23
    table = dealt("fall-7 … | yorozu-0 … | yorozu-13 … | winter-9 …", face_up="spring-1 spring-3")
    play(table, "fall-7 yorozu-0 yorozu-13 winter-9")
    assert table.refusal(0, "play fall-7") == "it is time to choose a Yorozu for the crow"
    assert table.refusal(1, "swap yorozu-0") == "other seats must choose first: 0"


def test_a_multiplier_card_must_be_in_hand() -> None:  # TC-51
    table = dealt(rules="experienced")
    seat = next(seat for seat in range(4) if table.legal(seat))
    foreign = next(move for move in GAME.actions if move.startswith("multiplier") and move not in table.legal(seat))
    assert table.refusal(seat, foreign) == f"{foreign.split()[1]} is not one of your multiplier cards"
    assert table.refusal(seat, "start 0") == "it is time to choose a multiplier card"


def test_tokens_are_limited_to_two_of_a_season_and_to_the_supply() -> None:  # TC-62
    table = last_round(
        "summer-5 fall-6 fall-8 winter-9", "spring-4 winter-7", ["fall-4 fall-10 yorozu-0"], rules="advanced"
    )
    play(table, "summer-5 fall-6 fall-8 winter-9")
    assert table.refusal(0, "token fall") == "you already have two fall tokens, and two of a season is the limit"
    seats = [player.as_json() for player in cats(table).seats]
    seats[1]["tokens"] = seats[2]["tokens"] = 0x0002
    table.set_up(seats=seats)
    assert table.refusal(0, "token spring") == "no spring tokens are left"
    assert table.refusal(0, "tokens spring summer fall") == "it is time to take one token"


def test_nothing_can_be_done_when_the_match_is_over() -> None:  # TC-40
    table = dealt(target=1)
    table.play_on()
    for seat in range(4):
        assert {table.refusal(seat, move) for move in GAME.actions} == {"the game is over"}
