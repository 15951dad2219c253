"""Small sets of numbers 0..61 as the bits of one integer: hands of cards, seats, spaces, legal actions.

A shift is always a variable shifted by a variable: mypyc computes `1 << n` in 32 bits, silently.
"""

from typing import Final

from mypy_extensions import i64

_ONE_IN_2: Final[i64] = 0x1555555555555555
_TWO_IN_4: Final[i64] = 0x3333333333333333
_FOUR_IN_8: Final[i64] = 0x0F0F0F0F0F0F0F0F


def shifted(mask: i64, n: i64) -> i64:
    """The set with `n` added to each member."""
    return mask << n


def bit(n: i64) -> i64:
    """The set that holds `n` alone."""
    one: i64 = 1
    return shifted(one, n)


def below(n: i64) -> i64:
    """The set of all numbers from 0 to n - 1."""
    return bit(n) - 1


def has(mask: i64, n: i64) -> bool:
    """Whether `n` is in the set."""
    return (mask >> n) & 1 != 0


def count(mask: i64) -> i64:
    """How many numbers are in the set. No multiplication: interpreted integers would not wrap as compiled ones do."""
    x: i64 = mask - ((mask >> 1) & _ONE_IN_2)
    x = (x & _TWO_IN_4) + ((x >> 2) & _TWO_IN_4)
    x = (x + (x >> 4)) & _FOUR_IN_8
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 127


def lowest(mask: i64) -> i64:
    """The smallest number in a set that is not empty."""
    return count((mask & -mask) - 1)


def member(mask: i64, n: i64) -> i64:
    """The number with exactly `n` smaller ones in the set."""
    # Halve the range that it lies in, by counts of ever smaller parts and without a branch, which nobody could predict.
    in_2: i64 = mask - ((mask >> 1) & _ONE_IN_2)
    in_4: i64 = (in_2 & _TWO_IN_4) + ((in_2 >> 2) & _TWO_IN_4)
    in_8: i64 = (in_4 + (in_4 >> 4)) & _FOUR_IN_8
    in_16: i64 = in_8 + (in_8 >> 8)
    here: i64 = (in_16 + (in_16 >> 16)) & 63
    beyond: i64 = _beyond(here, n)
    at: i64 = beyond & 32
    left: i64 = n - (here & beyond)
    here = (in_16 >> at) & 31
    beyond = _beyond(here, left)
    at += beyond & 16
    left -= here & beyond
    here = (in_8 >> at) & 15
    beyond = _beyond(here, left)
    at += beyond & 8
    left -= here & beyond
    here = (in_4 >> at) & 7
    beyond = _beyond(here, left)
    at += beyond & 4
    left -= here & beyond
    here = (in_2 >> at) & 3
    beyond = _beyond(here, left)
    at += beyond & 2
    left -= here & beyond
    here = (mask >> at) & 1
    return at + (_beyond(here, left) & 1)


def _beyond(here: i64, n: i64) -> i64:
    """All bits if member `n` is not among the first `here`, else none."""
    return (here - 1 - n) >> 62


def members(mask: i64) -> list[int]:
    """The numbers of the set, rising."""
    numbers: list[int] = []
    left: i64 = mask
    while left:
        numbers.append(lowest(left))
        left &= left - 1
    return numbers


def mask_of(numbers: list[int]) -> i64:
    """The set of these numbers."""
    mask: i64 = 0
    for n in numbers:
        mask |= bit(n)
    return mask
