"""What trick-taking games share: dealing hands, following suit, voids that this shows, where unseen cards may lie.

Cards, seats and suits are numbers; hands, the cards of a suit and the voids of a seat are bit sets. Who wins a trick is
each game's own. The cards that a seat has played in a round are remembered in one number, its `past`, six bits a trick.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import bit, count, has, member, members, shifted
from chabudai.kernel.rng import Rng
from chabudai.kernel.worlds import Worlds

PAST_DIGIT: Final[i64] = 6
"""The bits of a trick in a past: the card and one more, 0 for none."""
_DIGITS: Final[i64] = 63


def after(seat: i64, players: i64) -> i64:
    """The next seat clockwise."""
    # Not `0 if … else …`: compiled, a literal in such an expression makes objects of both numbers.
    following: i64 = seat + 1
    if following == players:
        return 0
    return following


def drawn_hand(undealt: i64, size: i64, rng: Rng) -> i64:
    """So many cards from those not dealt yet, drawn one after the other."""
    rest: i64 = undealt
    number: i64 = count(undealt)
    for i in range(size):
        rest ^= bit(member(rest, rng.below(number - i)))
    return undealt ^ rest


def follow(hand: i64, led: i64) -> i64:
    """The cards of a hand that may be played: those of the led suit if there are any, else all.

    `led` are all cards of the led suit; none if this hand leads.
    """
    following: i64 = hand & led
    return following if following else hand


def void_shown(led: i64, suit: i64) -> i64:
    """The suits that a seat has shown to lack by playing this suit when that one was led: one or none."""
    if suit == led:
        return 0
    return bit(led)


def hand_left(size: i64, seat: i64, dealt: i64, tricks: i64, played: i64) -> i64:
    """How many cards a seat holds: of hands of this size, dealt whole one after the other, `dealt` cards in all so far.

    After so many tricks, and `played` (a card, or none) in the one that is being played. This is known to all.
    """
    held: i64 = dealt - size * seat
    held = size if held > size else held
    if held <= 0:
        return 0
    held -= tricks
    return held if played < 0 else held - 1


def remembered(past: i64, trick: i64, card: i64) -> i64:
    """A seat's past with the card of one more trick, of at most ten; a past of 0 remembers nothing."""
    return past | shifted(card + 1, trick * PAST_DIGIT)


def recalled(past: i64, trick: i64) -> i64:
    """The card that the seat played in this trick; -1 if it has not, or if that is not remembered."""
    return ((past >> (trick * PAST_DIGIT)) & _DIGITS) - 1


def all_recalled(past: i64) -> i64:
    """All cards that the seat is remembered to have played."""
    cards: i64 = 0
    left: i64 = past
    while left:
        cards |= bit((left & _DIGITS) - 1)
        left >>= PAST_DIGIT
    return cards


def put_by_suit(worlds: Worlds, unseen: i64, suits: list[int], voids: list[int], elsewhere: i64) -> None:
    """Put unseen cards into the worlds of a view, suit by suit: with the seats that have not shown to lack that suit.

    `suits` has the cards of each suit, `voids` what each seat has shown to lack; seats are the first holders. All cards
    may also lie with the holders of `elsewhere`.
    """
    for suit in range(len(suits)):
        holders: i64 = elsewhere
        for seat in range(len(voids)):
            if not has(voids[seat], suit):
                holders |= bit(seat)
        worlds.put(members(unseen & suits[suit]), holders)
