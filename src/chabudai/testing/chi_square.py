"""Pearson's χ² test of counts against probabilities. The result is in standard deviations (Wilson–Hilferty)."""

from collections.abc import Mapping
from math import sqrt

_MIN_EXPECTED = 5.0
"""Cells with a smaller expected count are pooled."""


class ChiSquare:
    """The χ² statistic summed over any number of samples, so that weak evidence from many samples adds up."""

    def __init__(self) -> None:
        self.statistic = 0.0
        self.degrees = 0

    def add(self, counts: Mapping[str, int], probabilities: Mapping[str, float]) -> None:
        """Add a sample: the count of each case, and the probabilities of all possible cases."""
        draws = sum(counts.values())
        cells = [(counts.get(case, 0), draws * probability) for case, probability in probabilities.items()]
        large = [cell for cell in cells if cell[1] >= _MIN_EXPECTED]
        small = [cell for cell in cells if cell[1] < _MIN_EXPECTED]
        if small:
            pooled = sum(count for count, _ in small), sum(expected for _, expected in small)
            if pooled[1] < _MIN_EXPECTED and large:
                last = large.pop()
                pooled = pooled[0] + last[0], pooled[1] + last[1]
            large.append(pooled)
        self.statistic += sum((count - expected) ** 2 / expected for count, expected in large)
        self.degrees += len(large) - 1

    def deviations(self) -> float:
        """Return how many standard deviations the statistic is above its mean, on the scale of a normal distribution.

        >>> fair = ChiSquare()
        >>> fair.add({"heads": 52, "tails": 48}, {"heads": 0.5, "tails": 0.5})
        >>> round(fair.deviations(), 1)
        -0.5
        """
        if self.degrees == 0:
            return 0.0
        spread = 2.0 / (9.0 * self.degrees)
        return float(((self.statistic / self.degrees) ** (1 / 3) - (1.0 - spread)) / sqrt(spread))
