"""What is known about playing Kasane no Irome well: the points of a meld, and what the hand can become next turn."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.kasane.equipment import (
    ALL_TWELVE,
    BOX_KINDS,
    CARD,
    COLOURED,
    COLOURS,
    DIGIT,
    PLUS_ONE,
    TURNS,
    colours,
)
from chabudai.games.kasane.melds import BEGIN, NUMBERS, STRIDE, TABLE
from chabudai.games.kasane.position import PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.kernel.bits import below, count, lowest, shifted
from chabudai.kernel.judging import POINT, Judgement, Judging
from chabudai.kernel.state import State

_TOP: Final[i64] = 0xFF
"""The two top cards of a hand: with one more they make most melds, and to look deeper made nobody stronger."""

_CHANCE: Final[i64] = 154
"""What it is worth that a box comes within reach: found by playing against other values."""


def _boxes_within_reach() -> list[int]:
    """For the top cards of each hand: the boxes that some number more would fill, as a bit set."""
    boxes: list[int] = []
    for hand in range(_TOP + 1):
        found = 0
        for number in NUMBERS:
            state = TABLE.following[BEGIN * STRIDE + number]
            left = hand
            while state:
                found |= TABLE.made[state]
                state = TABLE.following[state * STRIDE + (left & 15)]
                left >>= 4
        boxes.append(found)
    return boxes


_WITHIN_REACH: Final[list[int]] = _boxes_within_reach()


@final
@mypyc_attr(acyclic=True)
class TurnJudged(Judgement):
    """What the choices of a turn are worth: the points now, and what may come of the cards that are left."""

    def __init__(self, state: Kasane, seat: i64) -> None:
        self.state: Kasane = state
        self.hand: i64 = state.seats[seat].hand
        self.field: i64 = state.seats[seat].field
        self.last: bool = is_last_turn(state)

    def worth(self, choice: i64) -> i64:
        if self.state.first == TAKE:
            return self.take_worth(self.state.rows[choice].cards & CARD)
        return self.meld_worth(choice, self.hand, self.field)

    def take_worth(self, card: i64) -> i64:
        """What taking a card is worth, with the best that can follow it."""
        state = self.state
        hand = self.hand
        field = self.field
        worth: i64 = 0
        offers: i64 = 0
        if card == PLUS_ONE:
            field = shifted(field, DIGIT) | card
            if state.rules.plus_one_meld:
                offers = state.offered(hand, field)
            # Without a meld its point is lost again with the turn, in which no card comes to the hand.
            if offers or self.last:
                worth = POINT
        else:
            hand = shifted(hand, DIGIT) | card
            offers = state.offered(hand, field)
        if offers == 0:
            return worth + self.rest_worth(hand, field)
        best = self.meld_worth(lowest(offers), hand, field)
        offers &= offers - 1
        while offers:
            best = max(best, self.meld_worth(lowest(offers), hand, field))
            offers &= offers - 1
        return worth + best

    def meld_worth(self, choice: i64, hand: i64, field: i64) -> i64:
        """What a meld is worth, or passing, with these cards."""
        if choice == PASS:
            return self.rest_worth(hand, field)
        digits = self.cards_laid(choice) * DIGIT
        points = self.state.worth(box_of(choice))
        return points * POINT + self.rest_worth(hand >> digits, shifted(field, digits) | (hand & below(digits)))

    def cards_laid(self, choice: i64) -> i64:
        """How many cards of the hand a meld takes; the first of it may lie in the field already."""
        cards: i64 = self.state.rules.lengths[box_of(choice)]
        if choice >= BOX_KINDS:
            return cards - 1
        return cards

    def rest_worth(self, hand: i64, field: i64) -> i64:
        """What a hand and a field are worth: for the next turn or, after the last one, for the bonus of the field."""
        if self.last:
            return bonus(field) * POINT
        return count(within_reach(self.state, hand)) * _CHANCE


def box_of(choice: i64) -> i64:
    """The kind of box that a meld fills."""
    if choice >= BOX_KINDS:
        return choice - BOX_KINDS
    return choice


def within_reach(state: Kasane, hand: i64) -> i64:
    """The free boxes that a hand can fill with one card more."""
    boxes: i64 = _WITHIN_REACH[hand & _TOP]
    return boxes & state.free


def bonus(field: i64) -> i64:
    """The points at the end for the colours of a field, and for having laid all cards (KI-30, KI-31)."""
    laid: i64 = 0
    left = field
    while left:
        laid += 1
        left >>= DIGIT
    points: i64 = 0
    if laid >= COLOURED:
        points = COLOURS[colours(field)]
    if laid == TURNS:
        points += ALL_TWELVE
    return points


def is_last_turn(state: Kasane) -> bool:
    """Whether the seat that is waited for has no turn after this one."""
    return state.last_round() and state.turns >= TURNS - state.rules.players


@final
class KasaneKnowledge(Judging):
    """Takes the card that brings most with its best meld, and keeps boxes within reach."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Kasane)
        return TurnJudged(state, seat)


KNOWLEDGE: Final = KasaneKnowledge(whim=0.5, temper=0.5, folly=4.0)
