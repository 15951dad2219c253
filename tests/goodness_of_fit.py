"""Checks whether random draws have the expected frequencies: Pearson's χ² test, from scipy."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

from scipy.stats import chisquare  # type: ignore[import-untyped]

Case = TypeVar("Case", bound=Hashable)

_MIN_EXPECTED = 5.0
"""Minimum expected count of a cell; smaller cells are pooled."""
UNLIKELY = 1e-4
"""Counts with a smaller p-value do not fit."""


def p_value(counts: Mapping[Case, int], probabilities: Mapping[Case, float]) -> float:
    """Return the probability of counts at least this uneven, if each case has this probability."""
    impossible = counts.keys() - probabilities.keys()
    assert not impossible, f"drawn, but impossible: {impossible}"
    draws = sum(counts.values())
    cells: list[tuple[int, float]] = []
    observed, expected = 0, 0.0
    for case, probability in sorted(probabilities.items(), key=lambda item: item[1]):
        observed += counts.get(case, 0)
        expected += draws * probability
        if expected >= _MIN_EXPECTED:
            cells.append((observed, expected))
            observed, expected = 0, 0.0
    if expected > 0.0 and cells:
        last = cells.pop()
        cells.append((last[0] + observed, last[1] + expected))
    if len(cells) < 2:
        return 1.0
    return float(chisquare([observed for observed, _ in cells], [expected for _, expected in cells]).pvalue)


def assert_fits(counts: Mapping[Case, int], probabilities: Mapping[Case, float]) -> None:
    """Assert that the counts fit the probabilities. Seeds are fixed, so a test passes always or never."""
    p = p_value(counts, probabilities)
    assert p > UNLIKELY, f"p = {p:.2g} for {dict(counts)} against {dict(probabilities)}"


def even(cases: list[Case]) -> dict[Case, float]:
    """Return the same probability for each case."""
    return dict.fromkeys(cases, 1.0 / len(cases))
