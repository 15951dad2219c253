"""A round: TC-20 to TC-22, TC-24 to TC-27."""

import pytest

from chabudai.games.thousand_cats.words import SEASONS
from chabudai.kernel.bits import members
from games.thousand_cats.positions import card_words, cats, dealt, last_round, pair, play, row


@pytest.mark.parametrize(
    ("face_up", "seasons"),
    [
        ("spring-3 fall-9", "summer winter"),  # Ex1
        ("fall-3 fall-9", "spring summer winter"),  # Ex2
        ("fall-3 yorozu-13", "spring summer winter"),  # Ex3, FAQ 5
        ("yorozu-0 fall-3", "spring summer winter"),
        ("yorozu-0 yorozu-13", "spring summer fall winter"),  # Ex4
    ],
)
def test_face_up_seasons_are_closed_and_a_yorozu_closes_nothing(face_up: str, seasons: str) -> None:  # TC-20
    for seed in range(5):
        table = dealt(face_up=face_up, seed=seed)
        assert " ".join(SEASONS[season] for season in members(cats(table).open_seasons())) == seasons
        for seat in range(4):
            hand = card_words(cats(table).seats[seat].hand).split()
            free = [card for card in hand if card.split("-")[0] in seasons]
            yorozu = [card for card in hand if card.startswith("yorozu")]
            assert table.legal(seat) == [f"play {card}" for card in (free + yorozu if free else hand)]


ONLY_SPRING_AND_SUMMER = "spring-1 spring-3 spring-4 spring-6 spring-2 summer-2 summer-4 summer-5 summer-3 | … | … | …"


def test_without_a_card_of_an_open_season_any_card_may_be_played() -> None:  # TC-21
    table = dealt(ONLY_SPRING_AND_SUMMER, face_up="spring-7 summer-8")
    assert len(table.legal(0)) == 9


def test_with_a_yorozu_but_no_open_season_the_yorozu_need_not_be_played() -> None:  # TC-21
    # FAQ 1
    hand = ONLY_SPRING_AND_SUMMER.replace("spring-6", "yorozu-0")
    table = dealt(hand, face_up="spring-7 summer-8")
    assert len(table.legal(0)) == 9
    assert {"play yorozu-0", "play spring-1", "play summer-5"} <= set(table.legal(0))


def test_cards_are_chosen_simultaneously_in_any_order() -> None:  # TC-21
    hands = "winter-9 … | fall-9 … | winter-7 … | fall-3 …"
    first, second = dealt(hands, face_up="spring-1 summer-10"), dealt(hands, face_up="spring-1 summer-10")
    cards = ["winter-9", "fall-9", "winter-7", "fall-3"]
    for seat in (0, 1, 2, 3):
        first.move(seat, f"play {cards[seat]}")
    for seat in (2, 3, 1, 0):
        assert second.state.events == [] or seat == 2
        second.move(seat, f"play {cards[seat]}")
    assert first.state.same_position(second.state)
    assert first.record().moves == second.record().moves


def test_a_card_of_a_closed_season_shows_that_its_owner_has_no_open_one() -> None:  # TC-22
    table = dealt(ONLY_SPRING_AND_SUMMER, face_up="spring-7 summer-8", seed=3)
    table.play("play spring-4")
    table.play_on(moves=3)
    assert table.events("no_more") == [(0, "fall", "winter")]
    assert [player.void for player in cats(table).seats] == [0b1100, 0, 0, 0]
    assert len(row(table, 0).split()) == 1, "it is resolved as usual: FAQ 3, FAQ 4"


def test_a_yorozu_shows_nothing_about_the_hand() -> None:  # TC-22
    hand = ONLY_SPRING_AND_SUMMER.replace("spring-6", "yorozu-0")
    table = dealt(hand, face_up="spring-7 summer-8")
    table.play("play yorozu-0")
    table.play_on(moves=3)
    assert cats(table).seats[0].void == 0


def test_no_marker_is_placed_in_the_last_round() -> None:  # TC-22
    table = last_round("spring-3 fall-7 fall-6 summer-5", face_up="spring-1 winter-12", target=200)
    play(table, "spring-3 fall-7 fall-6 summer-5")
    assert table.events("no_more") == []


def test_markers_are_removed_after_the_game() -> None:  # TC-22
    table = dealt(ONLY_SPRING_AND_SUMMER, face_up="spring-7 summer-8", seed=3, target=200)
    table.play("play spring-4")
    table.play_on(until=lambda state: state.part == 1 and state.waiting != 0)
    assert [player.void for player in cats(table).seats] == [0, 0, 0, 0]


def test_highest_and_lowest_take_the_pair_and_the_others_keep_their_card() -> None:  # TC-24
    table = dealt("summer-5 … | winter-12 … | winter-7 … | summer-2 …", face_up="spring-3 fall-9")
    play(table, "summer-5 winter-12 winter-7 summer-2")
    assert [row(table, seat) for seat in range(4)] == ["summer-5", "fall-9", "winter-7", "spring-3"]
    assert pair(table) == "summer-2 winter-12"
    assert table.events("took_high") == [(1, "fall-9")]
    assert table.events("took_low") == [(3, "spring-3")]
    assert table.events("took_own") == [(0, "summer-5"), (2, "winter-7")]


def test_summer_4_is_lower_than_spring_4() -> None:  # TC-7, TC-24
    # FAQ 6
    table = dealt("summer-4 … | spring-4 … | spring-6 … | spring-7 …", face_up="fall-3 winter-9")
    play(table, "summer-4 spring-4 spring-6 spring-7")
    assert row(table, 0) == "fall-3"
    assert row(table, 1) == "spring-4"


def test_a_card_with_booze_gives_a_token() -> None:  # TC-25
    table = dealt("summer-3 … | winter-11 … | summer-9 … | winter-4 …", face_up="spring-3 yorozu-13")
    play(table, "summer-3 winter-11 summer-9 winter-4")
    assert [row(table, seat) for seat in range(4)] == ["spring-3", "yorozu-13", "summer-9", "winter-4"]
    assert [player.booze for player in cats(table).seats] == [0, 1, 1, 0]
    assert table.events("booze") == [(1, 1), (2, 1)]


def test_the_third_booze_ends_the_game_immediately() -> None:  # TC-25
    table = dealt("summer-9 … | summer-2 … | winter-12 … | …", face_up="spring-3 fall-9", target=200)
    state = cats(table)
    seats = [player.as_json() for player in state.seats]
    seats[0]["booze"] = 2
    table.set_up(seats=seats)
    table.play("play summer-9", "play summer-2", "play winter-12")
    table.play_on(moves=1)
    assert table.state.part == 1
    assert table.events("third_booze") == [(0,)]


def test_two_booze_do_not_end_the_game() -> None:  # TC-25
    table = dealt("summer-9 … | summer-2 … | winter-12 … | …", face_up="spring-3 fall-9", target=200)
    seats = [player.as_json() for player in cats(table).seats]
    seats[0]["booze"] = 1
    table.set_up(seats=seats)
    table.play("play summer-9", "play summer-2", "play winter-12")
    table.play_on(moves=1)
    assert table.state.part == 0


def test_a_game_ends_when_the_hands_are_empty_or_somebody_has_three_booze() -> None:  # TC-25, TC-26
    lengths = set()
    for seed in range(40):
        table = dealt(seed=seed, target=200)
        rounds = 0
        while table.state.part == 0:
            table.play_on(moves=4)
            rounds += 1
            if table.state.part == 0:
                assert [len(row(table, seat).split()) for seat in range(4)] == [rounds] * 4
        assert rounds <= 9
        if rounds < 9:
            assert table.events("third_booze")
        lengths.add(rounds)
    assert {8, 9} <= lengths


def test_playing_the_last_card_is_still_a_move() -> None:  # TC-21
    table = last_round("spring-3 fall-7 fall-6 summer-5", target=200)
    assert table.legal(0) == ["play spring-3"]


def test_taken_cards_stay_in_order() -> None:  # TC-26
    table = dealt("winter-7 winter-9 … | winter-12 winter-4 … | …  | summer-2 …", face_up="spring-3 fall-9", seed=2)
    table.play("play winter-7", "play winter-12")
    table.play_on(moves=2)
    first = row(table, 0)
    table.play_on(moves=4)
    assert row(table, 0).split()[0] == first
    assert len(row(table, 0).split()) == 2


def test_cards_left_in_the_middle_score_for_nobody() -> None:  # TC-27
    table = last_round("spring-9 fall-3 fall-8 summer-7", face_up="fall-6 winter-9", target=200)
    play(table, "spring-9 fall-3 fall-8 summer-7")  # Spring 9 and Fall 3 stay in the middle
    assert table.state.scores() == [0, 0, 0, 0]
