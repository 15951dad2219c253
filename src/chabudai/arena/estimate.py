"""Estimates a mean from a sample, with a 95 % confidence interval."""

from collections.abc import Sequence
from functools import cache
from math import cos, fsum, inf, pi, sin, sqrt, tan

import msgspec

CONFIDENCE = 0.95

_SAME = 1e-9
"""Shares that differ by less than this count as equal: the difference is due to rounding."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    def within(self, low: float, high: float) -> "Estimate":
        """Return the estimate with its interval clipped to the possible values."""
        return Estimate(self.mean, max(low, self.low), min(high, self.high))

    def scaled(self, factor: float, shift: float = 0.0) -> "Estimate":
        """Return the estimate of `factor * value + shift`."""
        low, high = sorted((self.low * factor + shift, self.high * factor + shift))
        return Estimate(self.mean * factor + shift, low, high)


def estimate(values: Sequence[float]) -> Estimate:
    """Estimate the mean of independent values with Student's interval, which is unbounded for a single value."""
    size = len(values)
    mean = fsum(values) / size
    if size < 2:
        return Estimate(mean, -inf, inf)
    variance = fsum((value - mean) ** 2 for value in values) / (size - 1)
    half_width = student(size - 1) * sqrt(variance / size)
    return Estimate(mean, mean - half_width, mean + half_width)


def estimate_share(values: Sequence[float]) -> Estimate:
    """Estimate the mean of independent shares, from 0 to 1, with an interval within these bounds.

    If all shares are equal, Student's interval would be a single point, however few deals there are. The interval then
    extends to each side as far as the exact one (Clopper and Pearson) does for a bot that has won none, or all, of this
    many games.
    """
    share = estimate(values)
    if len(values) > 1 and max(values) - min(values) < _SAME:
        half_width = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(values))
        share = Estimate(share.mean, share.mean - half_width, share.mean + half_width)
    return share.within(0.0, 1.0)


@cache
def student(freedom: int) -> float:
    """Return the half-width of the interval in standard errors, for a sample of `freedom` + 1 values.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 9, 99)]
    [12.706, 4.303, 2.262, 1.984]
    """
    low, high = 0.0, pi / 2
    while (middle := (low + high) / 2) not in (low, high):
        if _probability_within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def _probability_within(angle: float, freedom: int) -> float:
    """Return the probability that |t| < sqrt(freedom) * tan(angle): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    series = term if freedom > 1 else 0.0
    for k in range(1 + odd, freedom - 2, 2):
        term *= k / (k + 1) * cos(angle) ** 2
        series += term
    return 2 / pi * (angle + sin(angle) * series) if odd else sin(angle) * series
