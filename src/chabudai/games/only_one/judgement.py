"""How good a choice in Only One Collection is for a seat: what cards are worth, and when to stop exploring.

Worths are in units of 1/POINT of a point. The constants were tuned by self-play against other values.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.only_one.equipment import (
    DAREDEVIL,
    EARLY_BIRD,
    EGG,
    EGG_VALUES,
    FORESIGHT,
    ONE,
    SALVAGE,
    VALUES,
    is_special,
    kind_of,
    values_of,
)
from chabudai.games.only_one.phases import ADD, COLLECT, KEEP, ORDERS, PICK, WITH_FORESIGHT
from chabudai.games.only_one.rules import OnlyOne
from chabudai.kernel.bits import below, bit, has, lowest, shifted
from chabudai.kernel.judgement import POINT, Judgement
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import next_seat

CERTAIN: Final[i64] = 256
"""Probability 1: probabilities are counted in 256ths."""

_BONUS: Final[i64] = 154
"""The worth of each bonus card, in the discard or owned by the right neighbor, of a kind the seat leads (OO-31)."""
_BEHIND: Final[i64] = 64
"""The worth of a card of a kind in which the seat is more than one card behind."""
_EXPLORED_CARD: Final[i64] = 160
"""The worth of one more card on the table to the seat that turns it up."""
_BUST_ROUND: Final[i64] = 128
"""The worth of a round that ends with a bust."""
_FAMILIAR: Final[i64] = 256
"""The worth of a familiar."""
_SPENT: Final[i64] = 77
"""The cost of using up `foresight`."""
_BUST_COST: Final[i64] = 1024
"""The cost of a bust compared with adding the card where it fits."""

_WORTH_BITS: Final[i64] = 15
"""The worths of the columns are packed into one integer, this many bits each."""


# ---- What cards are worth --------------------------------------------------------------------------------------------

# `Cards.kinds` has 4 bits per kind. With every second kind masked out, each of the others has 8 bits. The spare bit
# above each count lets one subtraction compare all of them: it is cleared where the subtraction has to borrow.
_LOW_HALVES: Final[i64] = 0x0F0F0F0F0F0F0F
_SPARE_BITS: Final[i64] = 0x10101010101010
_ONES: Final[i64] = 0x01010101010101


def larger_counts(some: i64, others: i64) -> i64:
    """Return the larger of two counts for every kind, in the format of `Cards.kinds`."""
    return _larger(some & _LOW_HALVES, others & _LOW_HALVES) | shifted(
        _larger((some >> 4) & _LOW_HALVES, (others >> 4) & _LOW_HALVES), 4
    )


def _larger(some: i64, others: i64) -> i64:
    """Return the larger of two counts for every second kind; the others are masked out."""
    not_less: i64 = ((((some | _SPARE_BITS) - others) >> 4) & _ONES) * 15
    return (some & not_less) | (others & ~not_less)


def card_total(kinds: i64) -> i64:
    """Return the number of cards of all kinds together, from counts in the format of `Cards.kinds`."""
    pairs: i64 = (kinds & _LOW_HALVES) + ((kinds >> 4) & _LOW_HALVES)
    return (pairs * _ONES >> 48) & 255


@mypyc_attr(acyclic=True)
class CollectionJudgement(Judgement):
    """The worth of cards to a seat, from what everybody has collected and what would count as a bonus."""

    def __init__(self, state: OnlyOne, seat: i64) -> None:
        self.state: OnlyOne = state
        self.seat: i64 = seat
        self.mine: i64 = state.seats[seat].cards.kinds
        """The number of cards of each kind that the seat has."""
        players = state.equipment.players
        other = next_seat(seat, players)
        most = state.seats[other].cards.kinds
        right = most
        other = next_seat(other, players)
        while other != seat:
            right = state.seats[other].cards.kinds
            most = larger_counts(most, right)
            other = next_seat(other, players)
        self.most: i64 = most
        """The most cards of each kind that another seat has."""
        self.bonus: i64 = right
        """The bonus cards of each kind: the right neighbor's and those in the discard (OO-31, OO-40)."""
        if players > 2:
            self.bonus = right + state.discard.kinds

    def card_worth(self, card: i64) -> i64:
        """Return the worth of one more card: its star, and its share in winning the kind."""
        worth: i64 = 0
        if is_special(card):
            worth = POINT
        kind = kind_of(card)
        if kind == EGG:
            return worth
        ahead = self.lead_in(kind)
        if ahead < -1:
            return worth + _BEHIND
        # The lead is worth the potion and its bonus: all of it to go ahead, half to draw level, a quarter to extend.
        lead_worth = POINT + ((self.bonus >> kind * 4) & 15) * _BONUS
        if ahead == 0:
            return worth + lead_worth
        if ahead < 0:
            return worth + (lead_worth >> 1)
        return worth + (lead_worth >> 2)

    def lead_in(self, kind: i64) -> i64:
        """Return by how many cards of a kind the seat leads; negative if it is behind."""
        return ((self.mine >> kind * 4) & 15) - ((self.most >> kind * 4) & 15)

    def column_worth(self, column: i64) -> i64:
        """Return the worth of a whole column."""
        chosen = self.state.columns[column]
        worth: i64 = 0
        if chosen.familiar >= 0:
            worth = _FAMILIAR
        left = chosen.cards
        while left:
            worth += self.card_worth((left & 255) - 1)
            left >>= 8
        return worth


# ---- The next card ---------------------------------------------------------------------------------------------------


_VALUE_SETS: Final[i64] = 2048
"""The number of bit masks of the values 0 to 10."""


def _kinds_by_values() -> list[int]:
    """Return, for each bit mask of values, the clashing kinds as a mask over `Cards.kinds`."""
    masks: list[int] = []
    count_mask: i64 = 15
    for values in range(_VALUE_SETS):
        mask: i64 = 0
        for kind in range(EGG):
            if has(values, VALUES[kind]):
                mask |= shifted(count_mask, kind * 4)
        if values & EGG_VALUES:
            mask |= shifted(count_mask, EGG * 4)
        masks.append(mask)
    return masks


_CLASHING_KINDS: Final[list[int]] = _kinds_by_values()


def shared_values(state: OnlyOne) -> i64:
    """Return the values that clash in every column that can be added to: all bits if there is no such column."""
    left = state.choosable() & ~state.full
    shared: i64 = -1
    while left:
        shared &= state.columns[lowest(left)].values
        left &= left - 1
    return shared


def bust_probability(state: OnlyOne, seat: i64) -> i64:
    """Return the probability, from what the seat knows, that the next card clashes wherever it can be added."""
    shared = shared_values(state)
    if shared == 0 or state.above_the_one() == 0:
        return 0
    known = foreseen_card(state, seat)
    if known >= 0:
        if values_of(known) & shared:
            return CERTAIN
        return 0
    kinds = kinds_to_come(state)
    clashing: i64 = _CLASHING_KINDS[shared]
    return card_total(kinds & clashing) * CERTAIN // card_total(kinds)


def kinds_to_come(state: OnlyOne) -> i64:
    """Count the cards of each kind that may come next: with recall, those left in the deck; without, all unseen."""
    if not state.recall:
        return state.equipment.kinds - kinds_of(state.in_sight())
    return state.deck.kinds + kinds_of(state.top)


def kinds_of(cards: list[int]) -> i64:
    """Count the cards of each kind, except the 1 and unknown cards."""
    kinds: i64 = 0
    for card in cards:
        if card > ONE:
            kinds += bit(kind_of(card) * 4)
    return kinds


def foreseen_card(state: OnlyOne, seat: i64) -> i64:
    """Return the next card if the seat has looked at it and the state shows it; otherwise a negative number."""
    if state.top and state.seats[seat].familiar == FORESIGHT:
        return state.top[0]
    return NONE


# ---- Judgements by phase ---------------------------------------------------------------------------------------------


@final
@mypyc_attr(acyclic=True)
class TurnJudgement(CollectionJudgement):
    """Judges exploring and collecting: exploring risks a bust, and that somebody else takes the best column."""

    def __init__(self, state: OnlyOne, seat: i64) -> None:
        super().__init__(state, seat)
        self.columns: i64 = 0
        """The worth of each column, packed."""
        self.best: i64 = 0
        """The worth of the best column."""
        self.second: i64 = 0
        """The worth of the second-best column."""
        left = state.choosable()
        while left:
            column = lowest(left)
            left &= left - 1
            worth = self.column_worth(column)
            self.columns |= shifted(worth, column * _WORTH_BITS)
            if worth > self.best:
                self.second = self.best
                self.best = worth
            elif worth > self.second:
                self.second = worth

    def worth(self, choice: i64) -> i64:
        if choice >= COLLECT:
            worth = (self.columns >> ((choice - COLLECT) * _WORTH_BITS)) & 32767
            return worth + self.early_bird_worth()
        bust = bust_probability(self.state, self.seat)
        if choice == WITH_FORESIGHT:
            # With three cards to pick from, about a quarter of the risk remains.
            return self.explore_worth(bust >> 2) - _SPENT
        return self.explore_worth(bust)

    def early_bird_worth(self) -> i64:
        """Return the worth of the point that `early_bird` scores for leaving first (OO-52)."""
        state = self.state
        if state.has_power(self.seat, EARLY_BIRD) and state.in_round == below(state.equipment.players):
            return POINT
        return 0

    def explore_worth(self, bust: i64) -> i64:
        """Return the worth of exploring with this probability of a bust."""
        later = self.best
        if self.state.in_round & (self.state.in_round - 1):
            # Another seat may take the best column first.
            later = (self.best + self.second) >> 1
        return ((CERTAIN - bust) * (later + _EXPLORED_CARD) + bust * _BUST_ROUND) >> 8


@final
@mypyc_attr(acyclic=True)
class CardJudgement(CollectionJudgement):
    """Judges what to do with a card: add, pick, put back or keep it."""

    def worth(self, choice: i64) -> i64:
        phase = self.state.first
        if phase == ADD:
            return self.add_worth(choice)
        if phase == KEEP:
            return self.card_worth(choice)
        if phase == PICK:
            return self.pick_worth(self.state.top[choice])
        return self.order_worth(choice)

    def add_worth(self, column: i64) -> i64:
        """Return the worth of adding the card: best where it fits and the column is worth least.

        Others may take the best column first, and each card makes a column riskier to add to.
        """
        state = self.state
        if state.columns[column].values & values_of(state.card):
            return self.bust_worth(column)
        return -(self.column_worth(column) >> 1)

    def bust_worth(self, column: i64) -> i64:
        """Return the worth of a bust in this column."""
        state = self.state
        kept = self.card_worth(state.card)
        if state.has_power(self.seat, SALVAGE):
            left = state.columns[column].cards
            while left:
                kept = max(kept, self.card_worth((left & 255) - 1))
                left >>= 8
        if state.has_power(self.seat, DAREDEVIL):
            kept += POINT
        return kept - _BUST_COST

    def pick_worth(self, card: i64) -> i64:
        """Return the worth of picking this card from the three that `foresight` looked at."""
        worth = self.card_worth(card)
        if values_of(card) & shared_values(self.state):
            return worth - _BUST_COST
        return worth

    def order_worth(self, order: i64) -> i64:
        """Return the worth of an order. The next seat turns up the top card: a rival should get what it needs less."""
        following = self.next_in_round()
        first = self.first_of(order)
        if following == self.seat:
            return self.card_worth(first)
        return -CardJudgement(self.state, following).card_worth(first)

    def next_in_round(self) -> i64:
        """Return the next seat to take a turn."""
        players = self.state.equipment.players
        seat = next_seat(self.seat, players)
        while not has(self.state.in_round, seat):
            seat = next_seat(seat, players)
        return seat

    def first_of(self, order: i64) -> i64:
        """Return the card that an order (a choice of the phase ORDER) puts on top."""
        if ORDERS[order * 2] > ORDERS[order * 2 + 1]:
            return self.state.top[1]
        return self.state.top[0]
