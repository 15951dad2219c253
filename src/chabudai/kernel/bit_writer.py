"""Writes observations as bits, packed into bytes with the first bit lowest."""

from typing import Final, final

from librt.strings import BytesWriter, write_i32_le
from mypy_extensions import i32, i64, mypyc_attr

from chabudai.kernel.bits import below, bit, shifted

_WORD_BITS: Final[i64] = 32
"""The number of bits that are moved to the output together."""
_WORD_MASK: Final[i64] = 0xFFFFFFFF
_SIGN: Final[i64] = 0x80000000


@final
@mypyc_attr(acyclic=True)
class BitWriter:
    """A buffer of bits: sets as bit masks, categories one-hot, counts in unary, numbers in binary.

    A learner needs no scaling this way, and because a number is linear in its binary digits, one layer of weights can
    read it. Seats are written as their clockwise distance from the viewer. An observation is one row of bits, padded to
    a multiple of four bytes; the buffer may hold many rows.
    """

    def __init__(self, players: i64) -> None:
        self.out: BytesWriter = BytesWriter()
        self.word: i64 = 0
        """The bits that are not in `out` yet: fewer than 32."""
        self.filled: i64 = 0
        """The number of bits in `word`."""
        self.players: i64 = players
        self.viewer: i64 = 0
        """The seat whose observation is written."""

    # ---- For games ---------------------------------------------------------------------------------------------------

    def bit_set(self, numbers: i64, width: i64) -> None:
        """Write a set of numbers below `width` as a bit mask; `width` is at most 62."""
        if width > _WORD_BITS:
            self._put(numbers & _WORD_MASK, _WORD_BITS)
            self._put(numbers >> _WORD_BITS, width - _WORD_BITS)
        else:
            self._put(numbers, width)

    def one_hot(self, number: i64, width: i64) -> None:
        """Write a number below `width` one-hot; a negative number (NONE) as zeros only. `width` is at most 62."""
        if number < 0:
            self.bit_set(0, width)
        else:
            self.bit_set(bit(number), width)

    def count(self, number: i64, most: i64) -> None:
        """Write a count from 0 to `most` in unary: that many ones, then zeros. `most` is at most 62.

        A greater count is clamped.
        """
        if number > most:
            number = most
        self.bit_set(below(number), most)

    def number(self, value: i64, digits: i64) -> None:
        """Write a whole number in two's complement with the given number of digits, at most 32, lowest first.

        A number that is out of range is clamped.
        """
        limit = bit(digits - 1)
        if value >= limit:
            value = limit - 1
        elif value < -limit:
            value = -limit
        self._put(value & below(digits), digits)

    def phase(self, first: i64, phases: bytes) -> None:
        """Write a phase one-hot. `phases` lists the first action of each phase, `first` is that of the current one.

        If `phases` does not list `first`, write zeros only.
        """
        phase_count: i64 = len(phases)
        for i in range(phase_count):
            if phases[i] == first:
                self.bit_set(bit(i), phase_count)
                return
        self.bit_set(0, phase_count)

    def digits(self, code: i64, digit_bits: i64, digit_count: i64, width: i64) -> None:
        """Write the digits of a packed integer one-hot, the lowest first: `digit_count` digits of `digit_bits` bits.

        A digit n stands for the number n - 1, and the digit 0 for none. Numbers are below `width`.
        """
        left = code
        mask = below(digit_bits)
        for i in range(digit_count):
            if left == 0:
                self.zeros((digit_count - i) * width)
                return
            self.one_hot((left & mask) - 1, width)
            left >>= digit_bits

    def zeros(self, width: i64) -> None:
        """Write any number of zeros."""
        filled = self.filled + width
        if filled >= _WORD_BITS:
            self._put(0, _WORD_BITS - self.filled)
            filled -= _WORD_BITS
            while filled >= _WORD_BITS:
                write_i32_le(self.out, 0)
                filled -= _WORD_BITS
        self.filled = filled

    def flag(self, holds: bool) -> None:
        """Write one bit: 1 if `holds`, otherwise 0."""
        if holds:
            self._put(1, 1)
        else:
            self._put(0, 1)

    # ---- Seats, counted clockwise from the viewer --------------------------------------------------------------------

    def seat_at(self, distance: i64) -> i64:
        """Return the seat at this clockwise distance from the viewer."""
        seat = self.viewer + distance
        if seat >= self.players:
            seat -= self.players
        return seat

    def seat(self, seat: i64) -> None:
        """Write a seat, or NONE, one-hot."""
        if seat < 0:
            self._put(0, self.players)
            return
        distance = seat - self.viewer
        if distance < 0:
            distance += self.players
        self._put(bit(distance), self.players)

    def seats(self, seats: i64) -> None:
        """Write a set of seats as a bit mask."""
        self._put(
            (seats >> self.viewer) | (shifted(seats, self.players - self.viewer) & below(self.players)), self.players
        )

    # ---- For the code that asks a game for observations --------------------------------------------------------------

    def length(self) -> int:
        """Return how many bits the buffer holds, including padding."""
        return len(self.out) * 8 + self.filled

    def end_row(self) -> None:
        """Pad the row with zeros to a multiple of four bytes."""
        if self.filled:
            self._put(0, _WORD_BITS - self.filled)

    def take(self) -> bytes:
        """Return all rows, and empty the buffer. The last row must have been ended."""
        written = self.out.getvalue()
        self.out.truncate(0)
        return written

    def _put(self, value: i64, width: i64) -> None:
        """Write the lowest `width` bits of a value, at most 32."""
        word = self.word | shifted(value, self.filled)
        filled = self.filled + width
        if filled >= _WORD_BITS:
            write_i32_le(self.out, i32(((word & _WORD_MASK) ^ _SIGN) - _SIGN))  # an i32 is signed
            word >>= _WORD_BITS
            filled -= _WORD_BITS
        self.word = word
        self.filled = filled
