"""What trick-taking games share."""

import pytest

from chabudai.kernel.bits import below, bit, count, mask_of
from chabudai.kernel.rng import Rng
from chabudai.kernel.tricks import (
    after,
    all_recalled,
    drawn_hand,
    follow,
    hand_left,
    put_by_suit,
    recalled,
    remembered,
    void_shown,
)
from chabudai.kernel.worlds import Worlds


@pytest.mark.parametrize(("seat", "players", "following"), [(0, 3, 1), (2, 3, 0), (2, 4, 3), (3, 4, 0)])
def test_after_the_last_seat_comes_the_first(seat: int, players: int, following: int) -> None:
    assert after(seat, players) == following


def test_who_has_cards_of_the_led_suit_may_play_only_these() -> None:
    assert follow(0b1011_0110, 0b0000_1111) == 0b0000_0110


def test_who_has_none_of_the_led_suit_or_leads_may_play_any_card() -> None:
    assert follow(0b1011_0000, 0b0000_1111) == 0b1011_0000
    assert follow(0b1011_0110, 0) == 0b1011_0110


def test_who_plays_another_suit_has_shown_to_lack_the_led_one() -> None:
    assert void_shown(2, 2) == 0
    assert void_shown(2, 0) == bit(2)
    assert void_shown(0, 4) == bit(0)


def test_a_drawn_hand_is_what_drawing_card_by_card_gives() -> None:
    undealt = mask_of([1, 4, 5, 9, 12, 30, 35, 40])
    one_by_one = 0
    rng = Rng(seed=2)
    for _ in range(5):
        one_by_one |= bit(rng.member(undealt & ~one_by_one))
    assert drawn_hand(undealt, 5, Rng(seed=2)) == one_by_one
    assert count(one_by_one) == 5
    assert one_by_one & ~undealt == 0


@pytest.mark.parametrize(
    ("seat", "dealt", "tricks", "played", "left"),
    [(0, 0, 0, -1, 0), (0, 5, 0, -1, 5), (1, 5, 0, -1, 0), (1, 13, 0, -1, 5), (2, 32, 0, -1, 8), (2, 32, 3, -1, 5),
     (2, 32, 3, 17, 4), (3, 32, 8, -1, 0)],
)  # fmt: skip
def test_how_many_cards_a_seat_holds_follows_from_deal_and_play(
    seat: int, dealt: int, tricks: int, played: int, left: int
) -> None:
    assert hand_left(8, seat, dealt, tricks, played) == left


def test_unseen_cards_lie_with_seats_that_have_not_shown_to_lack_their_suit_or_elsewhere() -> None:
    # Two seats and a pile; suits 0 to 3 and 4 to 7; seat 0 lacks the second suit.
    worlds = Worlds([2, 2, 2])
    put_by_suit(worlds, mask_of([0, 1, 2, 4, 5, 6]), [below(4), below(8) & ~below(4)], [bit(1), 0], bit(2))
    # Seat 0 has two of 0, 1, 2; the other four cards lie anyhow with seat 1 and the pile.
    assert worlds.count() == 3 * 6
    for seed in range(50):
        worlds.deal(Rng(seed))
        assert worlds.held_mask(0) & ~below(4) == 0


def test_a_seat_remembers_the_cards_of_ten_tricks_in_order() -> None:
    cards = [0, 35, 7, 33, 1, 30, 2, 61, 12, 35]
    past = 0
    for trick, card in enumerate(cards):
        assert recalled(past, trick) == -1
        past = remembered(past, trick, card)
        assert [recalled(past, earlier) for earlier in range(trick + 1)] == cards[: trick + 1]
    assert past < 2**62
    assert all_recalled(past) == mask_of(cards)
    assert all_recalled(0) == 0
