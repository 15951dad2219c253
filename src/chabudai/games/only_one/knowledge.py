"""What is known about playing Only One Collection well: what cards are worth to a seat, and when to stop exploring."""

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
from chabudai.games.only_one.rules import ADD, COLLECT, KEEP, ORDERS, PICK, TURN, WITH_FORESIGHT, OnlyOne
from chabudai.kernel.bits import below, bit, has, lowest, shifted
from chabudai.kernel.judging import POINT, Judgement, Judging
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import after

SURE: Final[i64] = 256
"""Chances are counted in 256ths."""

# These were found by playing against other values.
_BONUS: Final[i64] = 154
"""What a card that may count as bonus is worth, of those in the discard and before the right neighbour (OO-31)."""
_BEHIND: Final[i64] = 64
"""What a card is worth of a kind that others lead by more than one."""
_EXPLORED: Final[i64] = 160
"""What one card more on the table is worth to the seat that turns it up."""
_BUST: Final[i64] = 128
"""What is left of a round that ends with a bust."""
_FAMILIAR: Final[i64] = 256
_SPENT: Final[i64] = 77
"""What it costs to have used `foresight`."""
_RUINED: Final[i64] = 1024
"""How much worse it is to bust than to add a card where it fits."""

_DIGIT: Final[i64] = 15
"""What the columns are worth is one number, so many bits for each."""


# ---- What cards are worth --------------------------------------------------------------------------------------------

# Counts of all kinds at once, as in `Cards.kinds`: digits of 4 bits, here every second one with room above it.
_EVERY_OTHER: Final[i64] = 0x0F0F0F0F0F0F0F
_ROOM: Final[i64] = 0x10101010101010
_ONES: Final[i64] = 0x01010101010101


def larger(some: i64, others: i64) -> i64:
    """The larger one of two counts, for every kind."""
    return _larger(some & _EVERY_OTHER, others & _EVERY_OTHER) | shifted(
        _larger((some >> 4) & _EVERY_OTHER, (others >> 4) & _EVERY_OTHER), 4
    )


def _larger(some: i64, others: i64) -> i64:
    not_less: i64 = ((((some | _ROOM) - others) >> 4) & _ONES) * 15
    return (some & not_less) | (others & ~not_less)


def total(kinds: i64) -> i64:
    """How many cards these are, of all kinds together."""
    pairs: i64 = (kinds & _EVERY_OTHER) + ((kinds >> 4) & _EVERY_OTHER)
    return (pairs * _ONES >> 48) & 255


@mypyc_attr(acyclic=True)
class Collector(Judgement):
    """What cards are worth to a seat, from all that has been collected: its own, the most of others, and bonuses."""

    def __init__(self, state: OnlyOne, seat: i64) -> None:
        self.state: OnlyOne = state
        self.seat: i64 = seat
        self.mine: i64 = state.seats[seat].cards.kinds
        players = state.rules.players
        other = after(seat, players)
        most = state.seats[other].cards.kinds
        right = most
        other = after(other, players)
        while other != seat:
            right = state.seats[other].cards.kinds
            most = larger(most, right)
            other = after(other, players)
        self.most: i64 = most
        self.bonus: i64 = right
        """Of each kind the cards that count as bonus: the right neighbour's and the discard's (OO-31, OO-40)."""
        if players > 2:
            self.bonus = right + state.discard.kinds

    def card_worth(self, card: i64) -> i64:
        """What one more card is worth: its star, and its part in having most of the kind."""
        worth: i64 = 0
        if is_special(card):
            worth = POINT
        kind = kind_of(card)
        if kind == EGG:
            return worth
        ahead = self.ahead(kind)
        if ahead < -1:
            return worth + _BEHIND
        # The lead is worth the potion and its bonus; half of that to draw level, and a quarter to be safer.
        lead = POINT + ((self.bonus >> kind * 4) & 15) * _BONUS
        if ahead == 0:
            return worth + lead
        if ahead < 0:
            return worth + (lead >> 1)
        return worth + (lead >> 2)

    def ahead(self, kind: i64) -> i64:
        """By how many cards of a kind the seat leads; below 0, by how many it is behind."""
        return ((self.mine >> kind * 4) & 15) - ((self.most >> kind * 4) & 15)

    def column_worth(self, column: i64) -> i64:
        """What a whole column is worth."""
        lying = self.state.columns[column]
        worth: i64 = 0
        if lying.familiar >= 0:
            worth = _FAMILIAR
        left = lying.cards
        while left:
            worth += self.card_worth((left & 255) - 1)
            left >>= 8
        return worth


# ---- What may be turned up -------------------------------------------------------------------------------------------


_SETS_OF_VALUES: Final[i64] = 2048


def _kinds_by_values() -> list[int]:
    """For each set of values: the kinds that clash with it, as a mask of the digits of `Cards.kinds`."""
    masks: list[int] = []
    digit: i64 = 15
    for values in range(_SETS_OF_VALUES):
        mask: i64 = 0
        for kind in range(EGG):
            if has(values, VALUES[kind]):
                mask |= shifted(digit, kind * 4)
        if values & EGG_VALUES:
            mask |= shifted(digit, EGG * 4)
        masks.append(mask)
    return masks


_CLASHING: Final[list[int]] = _kinds_by_values()


def shared_values(state: OnlyOne) -> i64:
    """The values that clash in every column that may be added to."""
    left = state.choosable() & ~state.full
    shared: i64 = -1
    while left:
        shared &= state.columns[lowest(left)].values
        left &= left - 1
    return shared


def bust_chance(state: OnlyOne, seat: i64) -> i64:
    """How likely the next card clashes in every column, as far as a seat with a perfect memory knows."""
    shared = shared_values(state)
    if shared == 0 or state.above_the_one() == 0:
        return 0
    known = foreseen(state, seat)
    if known >= 0:
        if values_of(known) & shared:
            return SURE
        return 0
    kinds = kinds_to_come(state)
    clashing: i64 = _CLASHING[shared]
    return total(kinds & clashing) * SURE // total(kinds)


def kinds_to_come(state: OnlyOne) -> i64:
    """How many cards of each kind may be the next one, those looked at included; without memory, all out of sight."""
    if not state.recall:
        return state.rules.kinds - kinds_of(state.in_sight())
    return state.deck.kinds + kinds_of(state.top)


def kinds_of(cards: list[int]) -> i64:
    """How many there are of each kind among these cards; the 1 and cards that the viewer does not know aside."""
    kinds: i64 = 0
    for card in cards:
        if card > ONE:
            kinds += bit(kind_of(card) * 4)
    return kinds


def foreseen(state: OnlyOne, seat: i64) -> i64:
    """The next card, if the seat has looked at it."""
    if state.top and state.seats[seat].familiar == FORESIGHT:
        return state.top[0]
    return NONE


# ---- Judgement by phase ----------------------------------------------------------------------------------------------


@final
@mypyc_attr(acyclic=True)
class TurnJudged(Collector):
    """Explore or collect: whoever explores may bust, or see the best column go to somebody else."""

    def __init__(self, state: OnlyOne, seat: i64) -> None:
        super().__init__(state, seat)
        self.columns: i64 = 0
        self.best: i64 = 0
        self.second: i64 = 0
        left = state.choosable()
        while left:
            column = lowest(left)
            left &= left - 1
            worth = self.column_worth(column)
            self.columns |= shifted(worth, column * _DIGIT)
            if worth > self.best:
                self.second = self.best
                self.best = worth
            elif worth > self.second:
                self.second = worth

    def worth(self, choice: i64) -> i64:
        if choice >= COLLECT:
            worth = (self.columns >> ((choice - COLLECT) * _DIGIT)) & 32767
            return worth + self.early_bird()
        bust = bust_chance(self.state, self.seat)
        if choice == WITH_FORESIGHT:
            return self.explore_worth(bust >> 2) - _SPENT
        return self.explore_worth(bust)

    def early_bird(self) -> i64:
        """The point for leaving first (OO-50)."""
        state = self.state
        if state.has_power(self.seat, EARLY_BIRD) and state.in_round == below(state.rules.players):
            return POINT
        return 0

    def explore_worth(self, bust: i64) -> i64:
        """What exploring is worth with this chance to bust."""
        later = self.best
        if self.state.in_round & (self.state.in_round - 1):
            later = (self.best + self.second) >> 1
        return ((SURE - bust) * (later + _EXPLORED) + bust * _BUST) >> 8


@final
@mypyc_attr(acyclic=True)
class CardJudged(Collector):
    """What is done with a card that is turned up, looked at, or kept."""

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
        """Where it fits, a card goes best to the column that is worth least: the others may take the best one."""
        state = self.state
        if state.columns[column].values & values_of(state.card):
            return self.bust_worth(column)
        return -(self.column_worth(column) >> 1)

    def bust_worth(self, column: i64) -> i64:
        """What is left when the card breaks a column."""
        state = self.state
        kept = self.card_worth(state.card)
        if state.has_power(self.seat, SALVAGE):
            left = state.columns[column].cards
            while left:
                kept = max(kept, self.card_worth((left & 255) - 1))
                left >>= 8
        if state.has_power(self.seat, DAREDEVIL):
            kept += POINT
        return kept - _RUINED

    def pick_worth(self, card: i64) -> i64:
        """What it is worth to turn up this card of three."""
        worth = self.card_worth(card)
        if values_of(card) & shared_values(self.state):
            return worth - _RUINED
        return worth

    def order_worth(self, order: i64) -> i64:
        """The next to explore gets the first of the two: nothing good, if it is somebody else."""
        following = self.following()
        first = self.first_of(order)
        if following == self.seat:
            return self.card_worth(first)
        return -CardJudged(self.state, following).card_worth(first)

    def following(self) -> i64:
        """The next seat to take a turn."""
        players = self.state.rules.players
        seat = after(self.seat, players)
        while not has(self.state.in_round, seat):
            seat = after(seat, players)
        return seat

    def first_of(self, order: i64) -> i64:
        """The card that an order puts on top."""
        if ORDERS[order * 2] > ORDERS[order * 2 + 1]:
            return self.state.top[1]
        return self.state.top[0]


@final
class OnlyOneKnowledge(Judging):
    """Collects when a column is worth more than what may still come."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, OnlyOne)
        if state.first == TURN:
            return TurnJudged(state, seat)
        return CardJudged(state, seat)


KNOWLEDGE: Final = OnlyOneKnowledge(whim=0.3, temper=0.4, folly=2.0)
