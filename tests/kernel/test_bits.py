"""Bit sets behave like sets of numbers."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chabudai.kernel.bits import below, bit, count, has, lowest, mask_of, member, members, shifted

NUMBERS = st.sets(st.integers(0, 61))
FULL = set(range(62))


@given(NUMBERS)
@example(set())
@example(FULL)
def test_a_mask_holds_its_numbers_and_no_others(numbers: set[int]) -> None:
    mask = mask_of(sorted(numbers))
    assert mask == sum(2**number for number in numbers)
    assert {number for number in range(62) if has(mask, number)} == numbers


@given(NUMBERS)
@example(set())
@example(FULL)
def test_members_are_the_numbers_in_ascending_order(numbers: set[int]) -> None:
    mask = mask_of(list(numbers))
    assert members(mask) == sorted(numbers)
    assert members(mask, 100) == [number + 100 for number in sorted(numbers)]


@given(NUMBERS)
@example(set())
@example(FULL)
def test_count_is_the_size(numbers: set[int]) -> None:
    assert count(mask_of(list(numbers))) == len(numbers)


@given(NUMBERS.filter(bool))
@example(FULL)
@example({61})
def test_lowest_is_the_minimum_and_member_counts_up_from_it(numbers: set[int]) -> None:
    mask = mask_of(list(numbers))
    assert lowest(mask) == min(numbers)
    assert [member(mask, n) for n in range(len(numbers))] == sorted(numbers)


@pytest.mark.parametrize("number", range(62))
def test_bit_holds_one_number_and_below_all_smaller_ones(number: int) -> None:
    assert bit(number) == 2**number
    assert below(number) == 2**number - 1
    assert (count(bit(number)), lowest(bit(number)), member(bit(number), 0)) == (1, number, number)
    assert members(below(number)) == list(range(number))


@given(st.sets(st.integers(0, 30)), st.integers(0, 31))
def test_shifting_adds_to_each_member(numbers: set[int], n: int) -> None:
    assert members(shifted(mask_of(list(numbers)), n)) == sorted(number + n for number in numbers)
