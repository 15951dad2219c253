"""Writes what a seat sees, and what it may do, as one row of zeros and ones."""

from typing import Final, final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from chabudai.kernel.bits import has, shifted
from chabudai.kernel.observation import Observer
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State

_HALF: Final[i64] = 32
_HALF_WORD: Final[i64] = 0xFFFFFFFF
_CHOICES: Final[i64] = 62
_SEVEN: Final[i64] = 0x7F
_SPREAD: Final[i64] = 0x0002040810204081
_LOWEST: Final[i64] = 0x0101010101010101
"""The lowest bit of every byte."""


@final
class Scribe:
    """Rows of an observation and an action mask, which begins at bit `mask_at`; `width` is the bytes of a row."""

    def __init__(self, observer: Observer, players: i64, actions: i64) -> None:
        self.observer: Final = observer
        self.sheet: Final = Sheet(players)
        self.actions: Final[i64] = actions
        self._wide: Final = BytesWriter()
        self.mask_at: Final[i64] = observer.row * 8
        self.width: Final[i64] = observer.row + (actions + _HALF - 1) // _HALF * 4

    def row(self, state: State, seat: i64, acts: bool) -> bytes:
        """The row of a seat; the mask is empty unless it acts."""
        self.write(state, seat, acts and has(state.waiting, seat))
        return self.sheet.take()

    def wide_row(self, state: State, seat: i64, acts: bool) -> bytes:
        """The same with a byte for each zero and one: for one row this is quicker than what NumPy does to unpack it."""
        packed = self.row(state, seat, acts)
        wide = self._wide
        wide.truncate(0)
        for i in range(self.width):
            byte: i64 = packed[i]
            # Seven bits are spread by one product, since no two of its terms meet; the eighth is put in its place.
            write_i64_le(wide, ((byte & _SEVEN) * _SPREAD & _LOWEST) | shifted(byte >> 7, 56))
        return wide.getvalue()

    def write(self, state: State, seat: i64, acts: bool) -> None:
        """Write a row below the others."""
        self.observer.write(state, seat, self.sheet)
        choices: i64 = 0
        if acts:
            choices = state.choices(seat)
        place: i64 = -state.first
        end: i64 = self.actions - state.first
        while place < end:
            part: i64 = 0
            if place >= 0:
                if place < _CHOICES:
                    part = choices >> place
            elif place > -_HALF:
                part = shifted(choices, -place)
            self.sheet.marks(part & _HALF_WORD, _HALF)
            place += _HALF
