"""Means and their intervals."""

from math import inf

import pytest
from scipy.stats import binomtest, t  # type: ignore[import-untyped]

from chabudai.arena.estimate import Estimate, estimate, estimate_share, student
from chabudai.kernel.rng import Rng


def test_the_half_width_in_standard_errors_is_that_of_student_s_t_distribution() -> None:
    for freedom in (*range(1, 40), 99, 100, 399, 1000):
        assert student(freedom) == pytest.approx(t.ppf(0.975, freedom))


def test_an_interval_matches_scipy() -> None:
    values = [0.1, 0.4, 0.2, 0.3, 0.35]
    low, high = t.interval(0.95, 4, loc=0.27, scale=0.05388)
    interval = estimate(values)
    assert interval.mean == pytest.approx(0.27)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_contains_the_true_mean_in_95_of_100_samples() -> None:
    rng = Rng(4)
    contained = 0
    for _ in range(4000):
        # The share of a lone bot in four rotations, as if each were won with probability 0.3.
        interval = estimate([sum(rng.unit() < 0.3 for _ in range(4)) / 4 for _ in range(30)])
        contained += interval.low <= 0.3 <= interval.high
    # Within four standard errors.
    assert abs(contained / 4000 - 0.95) < 0.014


def test_a_single_value_has_an_unbounded_interval() -> None:
    assert estimate([0.5]) == Estimate(0.5, -inf, inf)


def test_shares_have_student_s_interval_clipped_to_0_and_1() -> None:
    assert estimate_share([0.5, 0.25, 0.5]) == estimate([0.5, 0.25, 0.5]).within(0, 1)
    assert estimate_share([1.0]) == Estimate(1.0, 0.0, 1.0)


@pytest.mark.parametrize("number", [2, 5, 100])
def test_if_all_shares_are_equal_the_interval_is_not_a_point(number: int) -> None:
    for share in (0.0, 1.0):
        exact = binomtest(int(share) * number, number).proportion_ci(method="exact")
        interval = estimate_share([share] * number)
        assert (interval.mean, interval.low, interval.high) == pytest.approx((share, exact.low, exact.high))
    half_width = estimate_share([0.0] * number).high
    # Equal shares that differ only by rounding, because their terms are added in a different order.
    almost_equal = [(1 / 3 + 1 / 3 + 1 / 3 + 0.1) / 4, *[(0.1 + 1 / 3 + 1 / 3 + 1 / 3) / 4] * (number - 1)]
    interval = estimate_share(almost_equal)
    assert (interval.low, interval.high) == pytest.approx(
        (max(0, almost_equal[0] - half_width), min(1, almost_equal[0] + half_width))
    )


def test_a_negated_or_clipped_estimate_keeps_its_ends_in_order() -> None:
    assert Estimate(0.4, 0.25, 0.5).scaled(-1, 1) == Estimate(0.6, 0.5, 0.75)
    assert Estimate(0.9, 0.7, 1.1).within(0, 1) == Estimate(0.9, 0.7, 1)
