"""The scoring of Wishing for Fine Weather!!: the points of a round under each wish (FW-30 to FW-34).

A tally packs the number of cards won of each suit into one integer, four bits per suit.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import (
    CLOUDY,
    FINE,
    RAINY,
    SNOW,
    SUIT_COUNT,
    THUNDER,
    VERY,
    cards_of,
)
from chabudai.kernel.bits import bit, count, shifted

NO_TRICK: Final[i64] = 6
"""Points for winning no trick under a wish for Snow (FW-31)."""
EACH_TRICK: Final[i64] = -3
"""Points for each trick won under a wish for Snow (FW-31)."""

_COUNT_BITS: Final[i64] = 4
_COUNT_MASK: Final[i64] = 15


def tally_of(cards: i64) -> i64:
    """Return the tally of a set of cards."""
    tally: i64 = 0
    for suit in range(SUIT_COUNT):
        tally |= shifted(count(cards & cards_of(suit)), suit * _COUNT_BITS)
    return tally


def suit_count(tally: i64, suit: i64) -> i64:
    """Return the number of cards of a suit in a tally."""
    return (tally >> (suit * _COUNT_BITS)) & _COUNT_MASK


def canceled_pairs(tally: i64) -> i64:
    """Return how many pairs of a Thunder and a Snow card cancel (FW-30)."""
    thunder = suit_count(tally, THUNDER)
    snow = suit_count(tally, SNOW)
    return thunder if thunder < snow else snow


def round_points(wish: i64, tally: i64, tricks: i64, card_points: list[int]) -> i64:
    """Return the points that a wish scores for a tally won in this many tricks; see `Equipment.card_points`."""
    if wish == SNOW:
        return tricks * EACH_TRICK if tricks else NO_TRICK  # FW-31
    if wish == CLOUDY + VERY:
        plain = suit_count(tally, FINE) + suit_count(tally, CLOUDY) + suit_count(tally, RAINY)
        odd = (suit_count(tally, THUNDER) + suit_count(tally, SNOW)) & 1
        return -plain if odd else plain  # FW-33
    if wish == RAINY + VERY:
        return thunder_snow_product(tally) - suit_count(tally, FINE) + 2 * suit_count(tally, RAINY)  # FW-34
    total: i64 = 0
    for suit in range(SUIT_COUNT):
        total += suit_count(tally, suit) * card_points[wish * SUIT_COUNT + suit]  # FW-30, FW-32
    if wish < VERY:
        total -= canceled_pairs(tally) * (
            card_points[wish * SUIT_COUNT + THUNDER] + card_points[wish * SUIT_COUNT + SNOW]
        )
    return total


def thunder_snow_product(tally: i64) -> i64:
    """Return the product of 1 for each Thunder and 2 for each Snow, or 0 without either (FW-34)."""
    if suit_count(tally, THUNDER) + suit_count(tally, SNOW) == 0:
        return 0
    return bit(suit_count(tally, SNOW))
