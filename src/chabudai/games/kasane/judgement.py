"""How good a choice in Kasane no Irome is for a seat: points now, and boxes that the hand could fill next turn.

Worths are in units of 1/POINT of a point.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.kasane.equipment import BOX_KINDS, CARD_BITS, CARD_MASK, PLUS_ONE, TURNS_PER_ROUND
from chabudai.games.kasane.phases import PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import final_bonus
from chabudai.kernel.bits import below, count, lowest, shifted
from chabudai.kernel.judgement import POINT, Judgement

_TOP_TWO: Final[i64] = 0xFF
"""Mask of the top two cards of a hand.

With one more card they can form all melds but Katyou, with two or three cards. Looking at more cards did not make the
bot stronger.
"""

_REACHABLE_BOX_WORTH: Final[i64] = 154
"""The worth of each kind of box within reach (`reachable_boxes`); tuned by self-play."""


@final
@mypyc_attr(acyclic=True)
class TurnJudgement(Judgement):
    """Judges cards to take, melds and passing: the points now, plus what the remaining hand and field are worth."""

    def __init__(self, state: Kasane, seat: i64) -> None:
        self.state: Kasane = state
        self.hand: i64 = state.seats[seat].hand
        self.field: i64 = state.seats[seat].field
        self.last: bool = is_last_turn(state)
        """Whether this is the seat's last turn of the game."""

    def worth(self, choice: i64) -> i64:
        if self.state.first == TAKE:
            return self.take_worth(self.state.rows[choice].cards & CARD_MASK)
        return self.meld_worth(choice, self.hand, self.field)

    def take_worth(self, card: i64) -> i64:
        """Return the worth of taking a card and then playing the best meld."""
        state = self.state
        hand = self.hand
        field = self.field
        worth: i64 = 0
        offers: i64 = 0
        if card == PLUS_ONE:
            field = shifted(field, CARD_BITS) | card
            if state.equipment.plus_one_meld:
                offers = state.meld_choices(hand, field)
            # A +1 goes to the field. Unless a meld follows, the card missing from the hand costs about as much as the
            # +1 scores.
            if offers or self.last:
                worth = POINT
        else:
            hand = shifted(hand, CARD_BITS) | card
            offers = state.meld_choices(hand, field)
        if offers == 0:
            return worth + self.rest_worth(hand, field)
        best = self.meld_worth(lowest(offers), hand, field)
        offers &= offers - 1
        while offers:
            best = max(best, self.meld_worth(lowest(offers), hand, field))
            offers &= offers - 1
        return worth + best

    def meld_worth(self, choice: i64, hand: i64, field: i64) -> i64:
        """Return the worth of a meld, or of passing, with this hand and field."""
        if choice == PASS:
            return self.rest_worth(hand, field)
        bits = self.cards_laid(choice) * CARD_BITS
        points = self.state.points_for(box_of(choice))
        return points * POINT + self.rest_worth(hand >> bits, shifted(field, bits) | (hand & below(bits)))

    def cards_laid(self, choice: i64) -> i64:
        """Return how many cards a meld takes from the hand; its first card may already be in the field."""
        cards: i64 = self.state.equipment.meld_lengths[box_of(choice)]
        if choice >= BOX_KINDS:
            return cards - 1
        return cards

    def rest_worth(self, hand: i64, field: i64) -> i64:
        """Return the worth of what is left: reachable boxes or, after the last turn, the bonus for the field."""
        if self.last:
            return final_bonus(field) * POINT
        return count(reachable_boxes(self.state, hand)) * _REACHABLE_BOX_WORTH


def box_of(choice: i64) -> i64:
    """Return the kind of box that a meld fills."""
    if choice >= BOX_KINDS:
        return choice - BOX_KINDS
    return choice


def reachable_boxes(state: Kasane, hand: i64) -> i64:
    """Return the kinds of free box that the top two cards of a hand and one more card can fill, as a bit set."""
    boxes: i64 = state.equipment.reach[hand & _TOP_TWO]
    return boxes & state.free


def is_last_turn(state: Kasane) -> bool:
    """Check whether this is the last turn of the game for the seat to move."""
    return state.last_round() and state.turns >= TURNS_PER_ROUND - state.equipment.players
