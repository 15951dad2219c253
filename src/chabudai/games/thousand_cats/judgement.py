"""How good a choice in Festival of Thousand Cats is for a seat, given what it knows.

Worths are in units of 1/POINT of a point.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.thousand_cats.equipment import (
    ALL_CARDS,
    BOOZE,
    CROWS,
    DUMMY_SEAT,
    HANDS,
    YOROZU_0,
    YOROZU_13,
    Equipment,
    cards_of,
    factor_of,
)
from chabudai.games.thousand_cats.phases import MULTIPLIER, NAME_START, ONE_TOKEN, PASS, REDEAL, SWAP
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import BOOZE_POINTS, fish_factors, fish_points, halved
from chabudai.kernel.bits import count, has, lowest
from chabudai.kernel.judgement import POINT, Judgement
from chabudai.kernel.state import NONE, WHOLE
from chabudai.kernel.tricks import next_seat

CERTAIN: Final[i64] = 256
"""Probability 1. Probabilities are in 256ths, which a shift by 8 removes again."""
_PRECISE_CERTAIN: Final[i64] = 65536
"""Probability 1 in 65536ths, for probabilities that are multiplied."""

_USUAL_PRIZE: Final[i64] = 192
"""What the highest or lowest card usually wins: the cost of spending such a card now."""
_URGENCY_SHIFT: Final[i64] = 2
"""Playing a card now gains a quarter (a shift by 2) of its own worth: the game may end before it can be played."""
_WINS_THE_MATCH: Final[i64] = 5120
"""The worth of a third booze that ends the match in favor of the seat."""
_AVERAGE_FISH: Final[i64] = 6
"""The fish in an average hand, which also has one crow."""


@final
@mypyc_attr(acyclic=True)
class CardJudgement(Judgement):
    """Judges the cards of a hand by what they are likely to take in this round.

    Each other player is assumed to play any of the `likely` cards, with equal probability: the unseen cards of open
    seasons and unseen Yorozu or, if there are none, all unseen cards.
    """

    def __init__(self, state: Cats, seat: i64) -> None:
        equipment = state.equipment
        self.equipment: Equipment = equipment
        self.factors: i64 = fish_factors(equipment, state.seats[seat])
        self.booze: i64 = booze_worth(state, seat)
        """The worth of one more booze."""
        self.low: i64 = self.card_worth(state.low)
        """The worth of taking the lower card of the face-up pair."""
        self.high: i64 = self.card_worth(state.high)
        """The worth of taking the higher card of the face-up pair."""
        likely = unseen_by(state, seat)
        if likely & ~state.closed:
            likely &= ~state.closed
        self.likely: i64 = likely
        self.likely_count: i64 = count(likely)
        self.share: i64 = 0
        """The probability that a player plays a given card of `likely`, in 65536ths."""
        if likely:
            self.share = _PRECISE_CERTAIN // self.likely_count
        self.others: i64 = equipment.players - 1
        self.top: i64 = 0
        """The probability that the card weighed last is the highest."""
        self.bottom: i64 = 0
        """The probability that the card weighed last is the lowest."""
        self.dummy: i64 = NONE
        """The dummy's card in this round."""
        if equipment.with_dummy:
            self.dummy = state.seats[DUMMY_SEAT].played

    def card_worth(self, card: i64) -> i64:
        """Return the worth of taking a card."""
        if has(BOOZE, card):
            return self.booze
        if has(CROWS, card):
            return -POINT
        fish: i64 = self.equipment.fish[card]
        if fish == 0:
            return 0
        return POINT * fish * factor_of(self.factors, self.equipment.season[card])

    def none_of(self, number: i64) -> i64:
        """Return the probability that nobody plays any of a given `number` of likely cards."""
        by_one = _PRECISE_CERTAIN - number * self.share
        if self.others == 2:
            return (by_one >> 4) * (by_one >> 4) >> 16
        return (by_one >> 8) * (by_one >> 8) * (by_one >> 8) >> 16

    def weigh(self, card: i64) -> None:
        """Set the probabilities that a card is the highest and the lowest."""
        self.top = 0
        self.bottom = 0
        if card == YOROZU_13:
            self.top = self.escape_probability()
        elif card == YOROZU_0:
            self.bottom = self.escape_probability()
        else:
            above: i64 = self.equipment.above[card]
            higher = count(self.likely & above)
            if self.dummy < 0 or not has(above, self.dummy):
                self.top = self.none_of(higher)
            if self.dummy < 0 or has(above, self.dummy):
                self.bottom = self.none_of(self.likely_count - higher)
            if has(CROWS, card):
                self.top = max(self.top, self.meeting_probability(YOROZU_13))
                self.bottom = min(max(self.bottom, self.meeting_probability(YOROZU_0)), CERTAIN - self.top)

    def worth(self, choice: i64) -> i64:
        self.weigh(choice)
        own = self.kept_worth(choice)
        won = self.top * (self.high - _USUAL_PRIZE) + self.bottom * (self.low - _USUAL_PRIZE)
        return won + ((CERTAIN - self.top - self.bottom) * own >> _URGENCY_SHIFT) >> 8

    def kept_worth(self, card: i64) -> i64:
        """Return the worth of a card that is neither highest nor lowest: its own, or a crow's for a Yorozu."""
        if card >= YOROZU_0:
            return -POINT
        return self.card_worth(card)

    def escape_probability(self) -> i64:
        """Return the probability that no crow swaps with a Yorozu (TC-23)."""
        if self.dummy >= 0 and has(CROWS, self.dummy):
            return 0
        return self.none_of(count(self.likely & CROWS))

    def meeting_probability(self, yorozu: i64) -> i64:
        """Return the probability that a crow meets this Yorozu."""
        if self.dummy == yorozu:
            return CERTAIN
        if not has(self.likely, yorozu):
            return 0
        return min(CERTAIN, self.others * self.share >> 8)


@final
@mypyc_attr(acyclic=True)
class OtherJudgement(Judgement):
    """Judges all choices except cards to play: a re-deal, a swap, the start player, multiplier cards and tokens.

    About half of the fish in hand are won in the end, so each counts half a point.
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
            return CardJudgement(state, self.seat).card_worth(state.high if choice else state.low)
        if phase == NAME_START:
            # The last to choose has seen the multiplier cards of the others.
            if choice == next_seat(self.seat, state.equipment.players):
                return POINT
            return 0
        if phase == MULTIPLIER:
            return self.multiplied_fish(state.equipment.multipliers[choice]) * POINT // 2
        if phase == ONE_TOKEN:
            if choice == PASS - ONE_TOKEN:
                return 0
            return self.fish(choice) * POINT // 2
        return -self.fish(choice) * POINT // 2  # THREE_TOKENS: the choice is the season left out

    def redeal_worth(self) -> i64:
        """Return how much better another deal is likely to be."""
        crows = count(self.state.seats[self.seat].hand & CROWS)
        fish: i64 = 0
        for season in range(4):
            fish += self.fish(season)
        return (crows - 1) * POINT + (_AVERAGE_FISH - fish) * POINT // 2

    def fish(self, season: i64) -> i64:
        """Return the number of fish of a season in hand."""
        fish: i64 = 0
        left = self.state.seats[self.seat].hand & cards_of(season)
        while left:
            fish += self.state.equipment.fish[lowest(left)]
            left &= left - 1
        return fish

    def multiplied_fish(self, factors: i64) -> i64:
        """Return the points for all fish in hand, with these factors."""
        points: i64 = 0
        for season in range(4):
            points += self.fish(season) * factor_of(factors, season)
        return points


def unseen_by(state: Cats, seat: i64) -> i64:
    """Return the cards that a seat has not seen: those in other hands."""
    if state.viewer != WHOLE:
        return ALL_CARDS & ~state.in_sight() & ~state.seats[seat].hand
    unseen: i64 = 0
    for other in range(HANDS):
        if other != seat:
            unseen |= state.seats[other].hand
    return unseen


def booze_worth(state: Cats, seat: i64) -> i64:
    """Return the worth of one more booze, which falls with every booze card in hand: a third is costly (TC-30)."""
    player = state.seats[seat]
    if player.booze < 2:
        return (BOOZE_POINTS - (player.booze + 1) * count(player.hand & BOOZE)) * POINT
    fish = fish_points(state, seat)
    # The first comparison is cheap and rules out most positions.
    if player.total + halved(fish) >= state.equipment.target and wins_by_ending(state, seat):
        return _WINS_THE_MATCH
    return (halved(fish) - fish - 4) * POINT


def wins_by_ending(state: Cats, seat: i64) -> bool:
    """Check whether a seat with two booze wins the match by taking a third."""
    fish = fish_points(state, seat)
    best = state.equipment.target - 1
    for other in range(state.equipment.players):
        if other != seat:
            best = max(best, state.score(other))
    return state.score(seat) - fish + halved(fish) - 4 > best
