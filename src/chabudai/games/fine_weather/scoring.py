"""What won cards are worth under each wish: FW-30 to FW-34.

A tally is how many cards of each suit were won, four bits for each suit.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import (
    CLOUDY,
    FINE,
    RAINY,
    SNOW,
    SUITS,
    THUNDER,
    VERY,
    cards_of,
)
from chabudai.kernel.bits import bit, count, shifted

NO_TRICK: Final[i64] = 6
EACH_TRICK: Final[i64] = -3

_DIGIT: Final[i64] = 4
_FIFTEEN: Final[i64] = 15


def tally(cards: i64) -> i64:
    """How many of these cards are of each suit."""
    counts: i64 = 0
    for suit in range(SUITS):
        counts |= shifted(count(cards & cards_of(suit)), suit * _DIGIT)
    return counts


def tallied(counts: i64, suit: i64) -> i64:
    """How many cards of a suit a tally has."""
    return (counts >> (suit * _DIGIT)) & _FIFTEEN


def cancelled(counts: i64) -> i64:
    """How many Thunder and Snow cards cancel each other, one for one (FW-30)."""
    thunder = tallied(counts, THUNDER)
    snow = tallied(counts, SNOW)
    return thunder if thunder < snow else snow


def points(wish: i64, counts: i64, tricks: i64, worth: list[int]) -> i64:
    """The points of a round: a wish, what was won, in how many tricks, and what cards are worth."""
    if wish == SNOW:
        return tricks * EACH_TRICK if tricks else NO_TRICK  # FW-31
    if wish == CLOUDY + VERY:
        sky = tallied(counts, FINE) + tallied(counts, CLOUDY) + tallied(counts, RAINY)
        odd = (tallied(counts, THUNDER) + tallied(counts, SNOW)) & 1
        return -sky if odd else sky  # FW-33
    if wish == RAINY + VERY:
        return product(counts) - tallied(counts, FINE) + 2 * tallied(counts, RAINY)  # FW-34
    total: i64 = 0
    for suit in range(SUITS):
        total += tallied(counts, suit) * worth[wish * SUITS + suit]  # FW-30, FW-32
    if wish < VERY:
        total -= cancelled(counts) * (worth[wish * SUITS + THUNDER] + worth[wish * SUITS + SNOW])
    return total


def product(counts: i64) -> i64:
    """The product of 1 for each Thunder and 2 for each Snow; 0 where there is none of either (FW-34)."""
    if tallied(counts, THUNDER) + tallied(counts, SNOW) == 0:
        return 0
    return bit(tallied(counts, SNOW))
