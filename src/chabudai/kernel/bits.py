"""Small sets of numbers 0..61 as the bits of one integer: hands of cards, seats, spaces, legal actions.

A shift is always a variable shifted by a variable: mypyc computes `1 << n` in 32 bits, silently.
"""

from typing import Final

from mypy_extensions import i64

_ONE_IN_2: Final[i64] = 0x1555555555555555
_TWO_IN_4: Final[i64] = 0x3333333333333333
_FOUR_IN_8: Final[i64] = 0x0F0F0F0F0F0F0F0F
_EVERY_BYTE: Final[i64] = 0x0101010101010101
_TOP_OF_BYTES: Final[i64] = 0x0080808080808080
"""The highest bit of every byte but the last."""


def _places() -> bytes:
    places: list[int] = []
    for byte in range(256):
        held = [place for place in range(8) if (byte >> place) & 1]
        places += held + [0] * (8 - len(held))
    return bytes(places)


_PLACES: Final = _places()
"""For each byte, and each n: the place of its bit with n bits below it."""


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
    """How many numbers are in the set."""
    return (_running_count(mask) >> 56) & 127


def _running_count(mask: i64) -> i64:
    """In each of eight bytes, how many numbers of the set lie in that byte of it or before.

    Only these eight may be looked at: interpreted integers keep what the product has beyond them, compiled ones do not.
    """
    x: i64 = mask - ((mask >> 1) & _ONE_IN_2)
    x = (x & _TWO_IN_4) + ((x >> 2) & _TWO_IN_4)
    x = (x + (x >> 4)) & _FOUR_IN_8
    return x * _EVERY_BYTE


def lowest(mask: i64) -> i64:
    """The smallest number in a set that is not empty."""
    return count((mask & -mask) - 1)


def member(mask: i64, n: i64) -> i64:
    """The number with exactly `n` smaller ones in the set."""
    # Without a branch, which nobody could predict: first the byte that it lies in, then its place there.
    running: i64 = _running_count(mask)
    passed: i64 = ((n * _EVERY_BYTE | _TOP_OF_BYTES) - running) & _TOP_OF_BYTES  # marks the bytes before it
    start: i64 = (((passed >> 7) * _EVERY_BYTE) >> 45) & 56  # eight times the number of marks
    before: i64 = ((running << 8) >> start) & 127
    place: i64 = _PLACES[((mask >> start) & 255) * 8 + n - before]
    return start + place


def members(mask: i64, first: i64 = 0) -> list[int]:
    """The numbers of the set, rising, with `first` added to each."""
    numbers: list[int] = []
    left: i64 = mask
    while left:
        numbers.append(first + lowest(left))
        left &= left - 1
    return numbers


def mask_of(numbers: list[int]) -> i64:
    """The set of these numbers."""
    mask: i64 = 0
    for n in numbers:
        mask |= bit(n)
    return mask
