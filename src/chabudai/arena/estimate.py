"""What a sample tells about the mean behind it: an interval that holds it in 95 of 100 samples."""

from collections.abc import Sequence
from functools import cache
from math import cos, fsum, inf, pi, sin, sqrt, tan

import msgspec

CONFIDENCE = 0.95

_SAME = 1e-9
"""Shares that differ by less than this are the same: they were only added up in another order."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    def within(self, low: float, high: float) -> "Estimate":
        """The same, with an interval that does not leave what is possible at all."""
        return Estimate(self.mean, max(low, self.low), min(high, self.high))

    def scaled(self, factor: float, shift: float = 0.0) -> "Estimate":
        """The estimate of each value times a factor, plus a shift."""
        low, high = sorted((self.low * factor + shift, self.high * factor + shift))
        return Estimate(self.mean * factor + shift, low, high)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with Student's interval; of fewer than two, an interval without ends."""
    number = len(values)
    mean = fsum(values) / number
    if number < 2:
        return Estimate(mean, -inf, inf)
    variance = fsum((value - mean) ** 2 for value in values) / (number - 1)
    reach = student(number - 1) * sqrt(variance / number)
    return Estimate(mean, mean - reach, mean + reach)


def estimate_share(values: Sequence[float]) -> Estimate:
    """The mean of independent shares, from 0 to 1, with an interval that does not leave these bounds.

    Where all shares are the same, Student's interval would be a point, as if a few deals could prove anything. Then it
    is as wide as for a bot that has won none of so many games, or all of them (Clopper and Pearson): a probability
    beyond its end would bring that about in fewer than 25 of 1000 samples.
    """
    found = estimate(values)
    if len(values) > 1 and max(values) - min(values) < _SAME:
        reach = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(values))
        found = Estimate(found.mean, found.mean - reach, found.mean + reach)
    return found.within(0.0, 1.0)


@cache
def student(freedom: int) -> float:
    """How many standard errors the interval reaches to each side, for a sample of `freedom` + 1 values.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 9, 99)]
    [12.706, 4.303, 2.262, 1.984]
    """
    low, high = 0.0, pi / 2
    while (middle := (low + high) / 2) not in (low, high):
        if _within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """How likely a Student variable is within ± sqrt(freedom) * tan(angle): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    series = term if freedom > 1 else 0.0
    for k in range(1 + odd, freedom - 2, 2):
        term *= k / (k + 1) * cos(angle) ** 2
        series += term
    return 2 / pi * (angle + sin(angle) * series) if odd else sin(angle) * series
