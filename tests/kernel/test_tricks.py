"""Rules that trick-taking games share."""

import pytest

from chabudai.kernel.bits import below, bit, count, mask_of
from chabudai.kernel.rng import Rng
from chabudai.kernel.tricks import (
    add_to_past,
    cards_held,
    draw_hand,
    follow,
    next_seat,
    past_card,
    past_cards,
    put_by_suit,
    void_shown,
)
from chabudai.kernel.worlds import Worlds


@pytest.mark.parametrize(("seat", "players", "following"), [(0, 3, 1), (2, 3, 0), (2, 4, 3), (3, 4, 0)])
def test_the_first_seat_comes_after_the_last(seat: int, players: int, following: int) -> None:
    assert next_seat(seat, players) == following


def test_a_seat_with_cards_of_the_led_suit_may_play_only_those() -> None:
    assert follow(0b1011_0110, 0b0000_1111) == 0b0000_0110


def test_a_seat_that_leads_or_is_void_may_play_any_card() -> None:
    assert follow(0b1011_0000, 0b0000_1111) == 0b1011_0000
    assert follow(0b1011_0110, 0) == 0b1011_0110


def test_playing_another_suit_reveals_a_void_in_the_led_suit() -> None:
    assert void_shown(2, 2) == 0
    assert void_shown(2, 0) == bit(2)
    assert void_shown(0, 4) == bit(0)


def test_drawing_a_hand_equals_drawing_card_by_card() -> None:
    undealt = mask_of([1, 4, 5, 9, 12, 30, 35, 40])
    one_by_one = 0
    rng = Rng(seed=2)
    for _ in range(5):
        one_by_one |= bit(rng.member(undealt & ~one_by_one))
    assert draw_hand(undealt, 5, Rng(seed=2)) == one_by_one
    assert count(one_by_one) == 5
    assert one_by_one & ~undealt == 0


@pytest.mark.parametrize(
    ("seat", "dealt", "tricks", "played", "left"),
    [(0, 0, 0, -1, 0), (0, 5, 0, -1, 5), (1, 5, 0, -1, 0), (1, 13, 0, -1, 5), (2, 32, 0, -1, 8), (2, 32, 3, -1, 5),
     (2, 32, 3, 17, 4), (3, 32, 8, -1, 0)],
)  # fmt: skip
def test_the_number_of_cards_held_follows_from_deal_and_play(
    seat: int, dealt: int, tricks: int, played: int, left: int
) -> None:
    assert cards_held(8, seat, dealt, tricks, played) == left


def test_unseen_cards_are_elsewhere_or_held_by_seats_not_known_to_be_void() -> None:
    # Two seats and a pile; the suits are cards 0 to 3 and 4 to 7; seat 0 is void in the second suit.
    worlds = Worlds([2, 2, 2])
    put_by_suit(worlds, mask_of([0, 1, 2, 4, 5, 6]), [below(4), below(8) & ~below(4)], [bit(1), 0], bit(2))
    # Seat 0 has two of 0, 1, 2; the other four cards are divided between seat 1 and the pile.
    assert worlds.count_deals() == 3 * 6
    for seed in range(50):
        worlds.deal(Rng(seed))
        assert worlds.held_mask(0) & ~below(4) == 0


def test_a_past_holds_the_cards_of_ten_tricks_in_order() -> None:
    cards = [0, 35, 7, 33, 1, 30, 2, 61, 12, 35]
    past = 0
    for trick, card in enumerate(cards):
        assert past_card(past, trick) == -1
        past = add_to_past(past, trick, card)
        assert [past_card(past, earlier) for earlier in range(trick + 1)] == cards[: trick + 1]
    assert past < 2**62
    assert past_cards(past) == mask_of(cards)
    assert past_cards(0) == 0
