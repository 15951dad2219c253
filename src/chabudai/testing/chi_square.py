"""Whether counts fit probabilities: Pearson's χ² as a number of standard deviations, after Wilson and Hilferty."""

from collections.abc import Mapping
from math import sqrt

_LEAST_EXPECTED = 5.0
"""Cells that are expected to be smaller than this are put together."""


class ChiSquare:
    """χ² over any number of samples. It adds up, and so do weak signs from many samples to a strong one."""

    def __init__(self) -> None:
        self.statistic = 0.0
        self.degrees = 0

    def add(self, counts: Mapping[str, int], probabilities: Mapping[str, float]) -> None:
        """Add a sample: how often each case came, and how likely it is. All that came must be among what is likely."""
        draws = sum(counts.values())
        cells = [(counts.get(case, 0), draws * probability) for case, probability in probabilities.items()]
        large = [cell for cell in cells if cell[1] >= _LEAST_EXPECTED]
        small = [cell for cell in cells if cell[1] < _LEAST_EXPECTED]
        if small:
            rest = sum(came for came, _ in small), sum(expected for _, expected in small)
            if rest[1] < _LEAST_EXPECTED and large:
                last = large.pop()
                rest = rest[0] + last[0], rest[1] + last[1]
            large.append(rest)
        self.statistic += sum((came - expected) ** 2 / expected for came, expected in large)
        self.degrees += len(large) - 1

    def deviations(self) -> float:
        """How many standard deviations the statistic lies above its mean, on the scale of a normal distribution.

        >>> fair = ChiSquare()
        >>> fair.add({"heads": 52, "tails": 48}, {"heads": 0.5, "tails": 0.5})
        >>> round(fair.deviations(), 1)
        -0.5
        """
        if self.degrees == 0:
            return 0.0
        spread = 2.0 / (9.0 * self.degrees)
        return float(((self.statistic / self.degrees) ** (1 / 3) - (1.0 - spread)) / sqrt(spread))
