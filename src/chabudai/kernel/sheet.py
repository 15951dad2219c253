"""The sheet that an observation is written on: zeros and ones, packed into bytes, the first one lowest."""

from typing import Final, final

from librt.strings import BytesWriter, write_i32_le
from mypy_extensions import i32, i64, mypyc_attr

from chabudai.kernel.bits import below, bit, shifted

_HALF: Final[i64] = 32
_HALF_WORD: Final[i64] = 0xFFFFFFFF
_SIGN: Final[i64] = 0x80000000


@final
@mypyc_attr(acyclic=True)
class Sheet:
    """Everything on it is a zero or a one: sets, one-hot numbers, counts as so many ones, numbers as binary digits.

    So a learner needs no scales; and a number in binary digits is linear in them, which one layer of weights can read.
    Seats are written as their distance from the viewer, clockwise. Observations are whole multiples of four bytes.
    """

    def __init__(self, players: i64) -> None:
        self.out: BytesWriter = BytesWriter()
        self.word: i64 = 0
        """What is not in `out` yet, less than half a word of it."""
        self.filled: i64 = 0
        self.players: i64 = players
        self.viewer: i64 = 0

    # ---- What a game writes ----------------------------------------------------------------------------------------

    def marks(self, numbers: i64, width: i64) -> None:
        """A set of numbers below `width`, which is at most 62: a one for each of them."""
        if width > _HALF:
            self._put(numbers & _HALF_WORD, _HALF)
            self._put(numbers >> _HALF, width - _HALF)
        else:
            self._put(numbers, width)

    def one_of(self, number: i64, width: i64) -> None:
        """A number below `width`, which is at most 62: a one at its place; nothing but zeros for NONE and its like."""
        if number < 0:
            self.marks(0, width)
        else:
            self.marks(bit(number), width)

    def count(self, number: i64, most: i64) -> None:
        """How many there are, from 0 to `most`, which is at most 62: so many ones, then zeros."""
        if number > most:
            number = most
        self.marks(below(number), most)

    def number(self, value: i64, digits: i64) -> None:
        """A whole number in so many binary digits, at most 32, the lowest first; the last one counts negative.

        Numbers that do not fit are written as the nearest one that does.
        """
        limit = bit(digits - 1)
        if value >= limit:
            value = limit - 1
        elif value < -limit:
            value = -limit
        self._put(value & below(digits), digits)

    def phase(self, first: i64, phases: bytes) -> None:
        """Which phase it is: of those that begin with these actions."""
        many: i64 = len(phases)
        for i in range(many):
            if phases[i] == first:
                self.marks(bit(i), many)
                return
        self.marks(0, many)

    def digits(self, code: i64, each: i64, places: i64, width: i64) -> None:
        """Numbers below `width` at so many places: the digits of one integer, the lowest first, `each` bits a digit.

        A digit is one more than its number; 0 where there is none.
        """
        left = code
        digit = below(each)
        for i in range(places):
            if left == 0:
                self.blanks((places - i) * width)
                return
            self.one_of((left & digit) - 1, width)
            left >>= each

    def blanks(self, width: i64) -> None:
        """Any number of zeros."""
        filled = self.filled + width
        if filled >= _HALF:
            self._put(0, _HALF - self.filled)
            filled -= _HALF
            while filled >= _HALF:
                write_i32_le(self.out, 0)
                filled -= _HALF
        self.filled = filled

    def flag(self, holds: bool) -> None:
        """A single zero or one."""
        if holds:
            self._put(1, 1)
        else:
            self._put(0, 1)

    # ---- Seats, counted from the viewer ------------------------------------------------------------------------------

    def at(self, distance: i64) -> i64:
        """The seat so many places after the viewer, clockwise."""
        seat = self.viewer + distance
        if seat >= self.players:
            seat -= self.players
        return seat

    def seat(self, seat: i64) -> None:
        """One seat, or NONE."""
        if seat < 0:
            self._put(0, self.players)
            return
        distance = seat - self.viewer
        if distance < 0:
            distance += self.players
        self._put(bit(distance), self.players)

    def seats(self, seats: i64) -> None:
        """A set of seats."""
        self._put(
            (seats >> self.viewer) | (shifted(seats, self.players - self.viewer) & below(self.players)), self.players
        )

    # ---- What callers use --------------------------------------------------------------------------------------------

    def length(self) -> int:
        """How many zeros and ones have been written."""
        return len(self.out) * 8 + self.filled

    def end_row(self) -> None:
        """Fill up with zeros to a whole number of half words."""
        if self.filled:
            self._put(0, _HALF - self.filled)

    def take(self) -> bytes:
        """All that was written; the sheet is empty then."""
        written = self.out.getvalue()
        self.out.truncate(0)
        return written

    def _put(self, value: i64, width: i64) -> None:
        """So many zeros and ones, at most half a word."""
        word = self.word | shifted(value, self.filled)
        filled = self.filled + width
        if filled >= _HALF:
            write_i32_le(self.out, i32(((word & _HALF_WORD) ^ _SIGN) - _SIGN))  # the highest bit is a sign there
            word >>= _HALF
            filled -= _HALF
        self.word = word
        self.filled = filled
