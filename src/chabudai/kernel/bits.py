"""Bit sets: small sets of numbers from 0 to 61 in one integer, such as hands, seats, spaces and legal actions.

Never shift a literal: mypyc silently computes `1 << n` in 32 bits. Use `bit` and `shifted`.
"""

from typing import Final

from mypy_extensions import i64

_ONE_IN_2: Final[i64] = 0x1555555555555555
_TWO_IN_4: Final[i64] = 0x3333333333333333
_FOUR_IN_8: Final[i64] = 0x0F0F0F0F0F0F0F0F
_EVERY_BYTE: Final[i64] = 0x0101010101010101
_TOP_OF_BYTES: Final[i64] = 0x0080808080808080
"""The highest bit of every byte, without the highest byte."""


def _positions_of_bits() -> bytes:
    positions: list[int] = []
    for byte in range(256):
        ones = [position for position in range(8) if (byte >> position) & 1]
        positions += ones + [0] * (8 - len(ones))
    return bytes(positions)


_POSITIONS: Final = _positions_of_bits()
"""The position of the n-th one (from 0) in each value of a byte, at index 8 * byte + n; 0 if there are too few ones."""


def shifted(mask: i64, n: i64) -> i64:
    """Return the set with `n` added to each member."""
    return mask << n


def bit(n: i64) -> i64:
    """Return the set that contains only `n`."""
    one: i64 = 1
    return shifted(one, n)


def below(n: i64) -> i64:
    """Return the set of all numbers from 0 to n - 1."""
    return bit(n) - 1


def has(mask: i64, n: i64) -> bool:
    """Check whether `n` is in the set."""
    return (mask >> n) & 1 != 0


def count(mask: i64) -> i64:
    """Return the size of the set."""
    return (_running_count(mask) >> 56) & 127


def _running_count(mask: i64) -> i64:
    """Return eight bytes, each with the number of members in that byte of the set and the bytes below it.

    Callers must ignore higher bits: interpreted integers keep the overflow of the product, compiled ones lose it.
    """
    x: i64 = mask - ((mask >> 1) & _ONE_IN_2)
    x = (x & _TWO_IN_4) + ((x >> 2) & _TWO_IN_4)
    x = (x + (x >> 4)) & _FOUR_IN_8
    return x * _EVERY_BYTE


def lowest(mask: i64) -> i64:
    """Return the smallest number in a nonempty set."""
    return count((mask & -mask) - 1)


def member(mask: i64, n: i64) -> i64:
    """Return the n-th smallest number in the set, counted from 0."""
    # Branch-free, since the branches would be unpredictable: find the byte first, then the bit in that byte.
    running: i64 = _running_count(mask)
    passed: i64 = ((n * _EVERY_BYTE | _TOP_OF_BYTES) - running) & _TOP_OF_BYTES  # flags the bytes below that byte
    start: i64 = (((passed >> 7) * _EVERY_BYTE) >> 45) & 56  # eight times the number of flags
    before: i64 = ((running << 8) >> start) & 127
    position: i64 = _POSITIONS[((mask >> start) & 255) * 8 + n - before]
    return start + position


def members(mask: i64, first: i64 = 0) -> list[int]:
    """Return the numbers in the set in ascending order, with `first` added to each."""
    numbers: list[int] = []
    left: i64 = mask
    while left:
        numbers.append(first + lowest(left))
        left &= left - 1
    return numbers


def mask_of(numbers: list[int]) -> i64:
    """Return the set of these numbers."""
    mask: i64 = 0
    for n in numbers:
        mask |= bit(n)
    return mask
