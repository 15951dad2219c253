"""The goodness-of-fit test itself: which counts it accepts and which it rejects."""

import pytest

from goodness_of_fit import assert_fits, even, p_value


def test_even_counts_fit() -> None:
    assert_fits({"a": 102, "b": 95, "c": 103}, even(["a", "b", "c"]))


def test_uneven_counts_do_not_fit() -> None:
    with pytest.raises(AssertionError, match="p = "):
        assert_fits({"a": 150, "b": 75, "c": 75}, even(["a", "b", "c"]))


def test_a_missing_case_does_not_fit() -> None:
    with pytest.raises(AssertionError, match="p = "):
        assert_fits({"a": 150, "b": 150}, even(["a", "b", "c"]))


def test_an_impossible_case_does_not_fit() -> None:
    with pytest.raises(AssertionError, match="impossible"):
        assert_fits({"a": 299, "x": 1}, even(["a", "b"]))


def test_rare_cases_are_pooled() -> None:
    rare = dict.fromkeys(range(500), 0.001) | {500: 0.5}
    fair = dict.fromkeys(range(0, 500, 5), 1) | {500: 100}
    skewed = dict.fromkeys(range(100, 200), 1) | {500: 100}
    assert p_value(fair, rare) > 0.5
    assert p_value(dict.fromkeys(range(50), 1) | {500: 150}, rare) < 1e-4
    assert p_value(skewed, rare) < 1e-4
