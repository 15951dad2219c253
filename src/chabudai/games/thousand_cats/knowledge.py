"""What is known about playing Festival of Thousand Cats well: what a card may bring, and how the rest is chosen."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.thousand_cats.equipment import (
    ALL_CARDS,
    BOOZE,
    CROWS,
    DUMMY_SEAT,
    SEATS,
    YOROZU_0,
    YOROZU_13,
    Equipment,
    cards_of,
    times,
    times_of,
)
from chabudai.games.thousand_cats.position import MULTIPLIER, NAME_START, PASS, PLAY, REDEAL, SWAP, TOKEN
from chabudai.games.thousand_cats.rules import Cats, halved
from chabudai.kernel.bits import count, has, lowest
from chabudai.kernel.judging import POINT, Judgement, Judging
from chabudai.kernel.state import NONE, WHOLE, State
from chabudai.kernel.tricks import after

SURE: Final[i64] = 256
"""Chances are counted in 256ths, which a shift by 8 takes off again."""
_PRECISE: Final[i64] = 65536

_ORDINARY: Final[i64] = 192
"""What the highest or lowest card will bring at another time: so much less is it worth to spend one now."""
_LATER: Final[i64] = 2
"""A quarter (a shift by 2) of its own worth a card gains by being played now: later the game may have ended."""
_WINS_THE_MATCH: Final[i64] = 5120
_ORDINARY_FISH: Final[i64] = 6
"""The fish in a hand, on the average; and it has one crow."""


@final
@mypyc_attr(acyclic=True)
class CardsJudged(Judgement):
    """What each card of a hand may bring in this round.

    The others are taken to play any card that they may hold, one of an open season if there are such: `likely`. `top`
    and `bottom` are how likely the card that was weighed last is the highest, and the lowest.
    """

    def __init__(self, state: Cats, seat: i64) -> None:
        rules = state.rules
        self.rules: Equipment = rules
        self.times: i64 = times_of(rules, state.seats[seat])
        self.booze: i64 = booze_worth(state, seat)
        self.low: i64 = self.card_worth(state.low)
        self.high: i64 = self.card_worth(state.high)
        likely = unseen_by(state, seat)
        if likely & ~state.closed:
            likely &= ~state.closed
        self.likely: i64 = likely
        self.number: i64 = count(likely)
        self.share: i64 = 0
        """How likely a player plays one of these cards rather than another, more precise than other chances."""
        if likely:
            self.share = _PRECISE // self.number
        self.others: i64 = rules.players - 1
        self.top: i64 = 0
        self.bottom: i64 = 0
        self.dummy: i64 = NONE
        if rules.dummy:
            self.dummy = state.seats[DUMMY_SEAT].played

    def card_worth(self, card: i64) -> i64:
        """What taking a card is worth."""
        if has(BOOZE, card):
            return self.booze
        if has(CROWS, card):
            return -POINT
        fish: i64 = self.rules.fish[card]
        if fish == 0:
            return 0
        return POINT * fish * times(self.times, self.rules.season[card])

    def none_of(self, cards: i64) -> i64:
        """How likely nobody plays one of so many of the likely cards."""
        one = _PRECISE - cards * self.share
        if self.others == 2:
            return (one >> 4) * (one >> 4) >> 16
        return (one >> 8) * (one >> 8) * (one >> 8) >> 16

    def weigh(self, card: i64) -> None:
        """Find out how likely a card is the highest, and the lowest."""
        self.top = 0
        self.bottom = 0
        if card == YOROZU_13:
            self.top = self.escapes()
        elif card == YOROZU_0:
            self.bottom = self.escapes()
        else:
            above: i64 = self.rules.above[card]
            higher = count(self.likely & above)
            if self.dummy < 0 or not has(above, self.dummy):
                self.top = self.none_of(higher)
            if self.dummy < 0 or has(above, self.dummy):
                self.bottom = self.none_of(self.number - higher)
            if has(CROWS, card):
                self.top = max(self.top, self.meets(YOROZU_13))
                self.bottom = min(max(self.bottom, self.meets(YOROZU_0)), SURE - self.top)

    def worth(self, choice: i64) -> i64:
        self.weigh(choice)
        own = self.kept_worth(choice)
        spent = self.top * (self.high - _ORDINARY) + self.bottom * (self.low - _ORDINARY)
        return spent + ((SURE - self.top - self.bottom) * own >> _LATER) >> 8

    def kept_worth(self, card: i64) -> i64:
        """What is taken by a card that is neither the highest nor the lowest: itself, but for a Yorozu a crow."""
        if card >= YOROZU_0:
            return -POINT
        return self.card_worth(card)

    def escapes(self) -> i64:
        """How likely no crow takes a Yorozu away, and leaves itself (TC-23)."""
        if self.dummy >= 0 and has(CROWS, self.dummy):
            return 0
        return self.none_of(count(self.likely & CROWS))

    def meets(self, yorozu: i64) -> i64:
        """How likely a crow meets this Yorozu."""
        if self.dummy == yorozu:
            return SURE
        if not has(self.likely, yorozu):
            return 0
        return min(SURE, self.others * self.share >> 8)


@final
@mypyc_attr(acyclic=True)
class PreparationJudged(Judgement):
    """What else is chosen: another deal, a Yorozu for the crow, who starts, multiplier cards and tokens.

    Of the fish in hand about half are won in the end, so they count by half a point each.
    """

    def __init__(self, state: Cats, seat: i64) -> None:
        self.state: Cats = state
        self.seat: i64 = seat

    def worth(self, choice: i64) -> i64:
        state = self.state
        phase = state.first
        if phase == REDEAL:
            return choice * self.redeal_worth()
        if phase == SWAP:
            return CardsJudged(state, self.seat).card_worth(state.high if choice else state.low)
        if phase == NAME_START:
            # Whoever chooses last has seen the multiplier cards of the others.
            if choice == after(self.seat, state.rules.players):
                return POINT
            return 0
        if phase == MULTIPLIER:
            return self.multiplied(state.rules.multipliers[choice]) * POINT // 2
        if phase == TOKEN:
            if choice == PASS - TOKEN:
                return 0
            return self.fish(choice) * POINT // 2
        return -self.fish(choice) * POINT // 2  # of three tokens, the season left out

    def redeal_worth(self) -> i64:
        """How much better another deal is likely to be."""
        crows = count(self.state.seats[self.seat].hand & CROWS)
        fish: i64 = 0
        for season in range(4):
            fish += self.fish(season)
        return (crows - 1) * POINT + (_ORDINARY_FISH - fish) * POINT // 2

    def fish(self, season: i64) -> i64:
        """How many fish of a season the seat holds."""
        fish: i64 = 0
        left = self.state.seats[self.seat].hand & cards_of(season)
        while left:
            fish += self.state.rules.fish[lowest(left)]
            left &= left - 1
        return fish

    def multiplied(self, code: i64) -> i64:
        """The fish that the seat holds, each season as often as a multiplier card says."""
        points: i64 = 0
        for season in range(4):
            points += self.fish(season) * times(code, season)
        return points


def unseen_by(state: Cats, seat: i64) -> i64:
    """The cards that a seat knows only to be in some other hand."""
    if state.viewer != WHOLE:
        return ALL_CARDS & ~state.in_sight() & ~state.seats[seat].hand
    unseen: i64 = 0
    for other in range(SEATS):
        if other != seat:
            unseen |= state.seats[other].hand
    return unseen


def booze_worth(state: Cats, seat: i64) -> i64:
    """What one booze more is worth: the less, the more there is to come, since the third one spoils all (TC-30)."""
    player = state.seats[seat]
    if player.booze < 2:
        return (2 - (player.booze + 1) * count(player.hand & BOOZE)) * POINT
    fish = state.fish_points(seat)
    # The first comparison rules most positions out at once.
    if player.total + halved(fish) >= state.rules.target and wins_by_ending(state, seat):
        return _WINS_THE_MATCH
    return (halved(fish) - fish - 4) * POINT


def wins_by_ending(state: Cats, seat: i64) -> bool:
    """Whether a seat with two booze wins the match by taking a third."""
    fish = state.fish_points(seat)
    best = state.rules.target - 1
    for other in range(state.rules.players):
        if other != seat:
            best = max(best, state.score(other))
    return state.score(seat) - fish + halved(fish) - 4 > best


@final
class CatsKnowledge(Judging):
    """Judges cards by what they bring, and all that is prepared by the fish in hand."""

    def judge(self, state: State, seat: i64) -> Judgement:
        assert isinstance(state, Cats)
        if state.first == PLAY:
            return CardsJudged(state, seat)
        return PreparationJudged(state, seat)


KNOWLEDGE: Final = CatsKnowledge(whim=0.3, temper=0.3, folly=3.0)
