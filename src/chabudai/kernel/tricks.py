"""Rules that trick-taking games share: dealing hands, following suit, revealed voids, and who can have unseen cards.

Cards, seats and suits are numbers. Hands, the cards of a suit, and the voids of a seat are bit sets. A seat's `past` is
one number with the cards that the seat has played this round, six bits for each trick. Who wins a trick is up to each
game.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import bit, count, has, member, members, shifted
from chabudai.kernel.rng import Rng
from chabudai.kernel.worlds import Worlds

PAST_BITS: Final[i64] = 6
"""The number of bits for each trick in a past. They hold the card plus 1, or 0 for none."""
_TRICK_MASK: Final[i64] = 63


def next_seat(seat: i64, players: i64) -> i64:
    """Return the next seat clockwise."""
    # Not `0 if … else …`: mypyc boxes both numbers if one is a literal.
    following: i64 = seat + 1
    if following == players:
        return 0
    return following


def draw_hand(undealt: i64, size: i64, rng: Rng) -> i64:
    """Draw a hand of this size from the undealt cards, one card at a time."""
    rest: i64 = undealt
    undealt_count: i64 = count(undealt)
    for i in range(size):
        rest ^= bit(member(rest, rng.below(undealt_count - i)))
    return undealt ^ rest


def follow(hand: i64, led_cards: i64) -> i64:
    """Return the cards of a hand that may be played: those of the led suit if there are any, otherwise all.

    `led_cards` holds all cards of the led suit; it is empty if this hand leads.
    """
    following: i64 = hand & led_cards
    return following if following else hand


def void_shown(led_suit: i64, played_suit: i64) -> i64:
    """Return the void that a seat reveals by playing this suit when `led_suit` was led: a set of one suit or none."""
    if played_suit == led_suit:
        return 0
    return bit(led_suit)


def cards_held(hand_size: i64, seat: i64, dealt: i64, tricks: i64, played: i64) -> i64:
    """Return how many cards a seat holds, which everybody knows.

    Hands of this size are dealt one after another; `dealt` counts the cards dealt to all seats so far. `tricks` counts
    the finished tricks. `played` is the seat's card in the current trick, or negative if it has not played yet.
    """
    cards: i64 = dealt - hand_size * seat
    cards = hand_size if cards > hand_size else cards
    if cards <= 0:
        return 0
    cards -= tricks
    return cards if played < 0 else cards - 1


def add_to_past(past: i64, trick: i64, card: i64) -> i64:
    """Return a seat's past with the card of one more trick. There are at most ten tricks; an empty past is 0."""
    return past | shifted(card + 1, trick * PAST_BITS)


def past_card(past: i64, trick: i64) -> i64:
    """Return the card that a seat played in a trick; -1 if the past has none."""
    return ((past >> (trick * PAST_BITS)) & _TRICK_MASK) - 1


def past_cards(past: i64) -> i64:
    """Return the set of all cards in a past."""
    cards: i64 = 0
    left: i64 = past
    while left:
        cards |= bit((left & _TRICK_MASK) - 1)
        left >>= PAST_BITS
    return cards


def put_by_suit(worlds: Worlds, unseen: i64, suits: list[int], voids: list[int], elsewhere: i64) -> None:
    """Add unseen cards to a world sampler, suit by suit, excluding seats that are known to be void in the suit.

    `suits` has the cards of each suit, `voids` the known voids of each seat. The first holders are the seats. Holders
    in `elsewhere` can have any card.
    """
    for suit in range(len(suits)):
        holders: i64 = elsewhere
        for seat in range(len(voids)):
            if not has(voids[seat], suit):
                holders |= bit(seat)
        worlds.put(members(unseen & suits[suit]), holders)
