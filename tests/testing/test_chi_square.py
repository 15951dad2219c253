"""The χ² test of the suite, which does not need scipy, agrees with scipy."""

import pytest
from scipy.stats import chi2, norm  # type: ignore[import-untyped]

from chabudai.testing.chi_square import ChiSquare


@pytest.mark.parametrize("degrees", [1, 2, 5, 30, 300])
@pytest.mark.parametrize("deviations", [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
def test_deviations_are_those_of_the_normal_distribution(degrees: int, deviations: float) -> None:
    chi_square = ChiSquare()
    chi_square.degrees = degrees
    chi_square.statistic = float(chi2.isf(norm.sf(deviations), degrees))
    assert chi_square.deviations() == pytest.approx(deviations, abs=0.5 if degrees < 5 else 0.2)


def test_samples_add_up() -> None:
    chi_square = ChiSquare()
    chi_square.add({"a": 60, "b": 40}, {"a": 0.5, "b": 0.5})
    chi_square.add({"a": 30, "b": 30, "c": 30}, {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    assert chi_square.statistic == pytest.approx(4.0)
    assert chi_square.degrees == 3


def test_cells_with_small_expected_counts_are_pooled() -> None:
    chi_square = ChiSquare()
    chi_square.add({"a": 90, "b": 6}, {"a": 0.9, "b": 0.04, "c": 0.03, "d": 0.03})
    assert chi_square.degrees == 1


def test_a_single_case_has_no_deviation() -> None:
    chi_square = ChiSquare()
    chi_square.add({"a": 10}, {"a": 1.0})
    assert chi_square.deviations() == 0.0
