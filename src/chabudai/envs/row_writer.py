"""Writes what a seat sees and may do as one row of bits."""

from typing import Final, final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64

from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.bits import has, shifted
from chabudai.kernel.observation import Observer
from chabudai.kernel.state import State

_WORD_BITS: Final[i64] = 32
"""Number of bits in a word: action masks are written word by word."""
_WORD_MASK: Final[i64] = 0xFFFFFFFF
"""The bit mask of a word."""
_CHOICES: Final[i64] = 62
"""The most choices that a seat can have: see `State.choices`."""
_SEVEN_BITS: Final[i64] = 0x7F
_SPREAD: Final[i64] = 0x0002040810204081
"""Multiplying by this copies bit i to the lowest bit of byte i, and to other bits, which `_LOWEST` removes."""
_LOWEST: Final[i64] = 0x0101010101010101
"""The lowest bit of every byte."""


@final
class RowWriter:
    """Writes rows: an observation, and from bit `mask_start` on an action mask. A row has `width` bytes."""

    def __init__(self, observer: Observer, players: i64, actions: i64) -> None:
        self.observer: Final = observer
        self.bit_writer: Final = BitWriter(players)
        self.actions: Final[i64] = actions
        self._bytes: Final = BytesWriter()
        self.mask_start: Final[i64] = observer.row * 8
        self.width: Final[i64] = observer.row + (actions + _WORD_BITS - 1) // _WORD_BITS * 4

    def row(self, state: State, seat: i64, acts: bool) -> bytes:
        """Return the row of a seat. The mask is all zeros unless `acts` is true and the seat must choose."""
        self.write(state, seat, acts and has(state.waiting, seat))
        return self.bit_writer.take()

    def unpacked_row(self, state: State, seat: i64, acts: bool) -> bytes:
        """Return the row with one byte per bit: for a single row this is faster than unpacking it with NumPy."""
        packed = self.row(state, seat, acts)
        unpacked = self._bytes
        unpacked.truncate(0)
        for i in range(self.width):
            byte: i64 = packed[i]
            # One multiplication spreads seven bits (no two of its terms overlap); the eighth is added separately.
            write_i64_le(unpacked, ((byte & _SEVEN_BITS) * _SPREAD & _LOWEST) | shifted(byte >> 7, 56))
        return unpacked.getvalue()

    def write(self, state: State, seat: i64, acts: bool) -> None:
        """Append a row to `bit_writer`. The mask is all zeros unless `acts` is true; the seat must then be waiting."""
        self.observer.write(state, seat, self.bit_writer)
        choices: i64 = 0
        if acts:
            choices = state.choices(seat)
        # The word to be written begins `offset` actions after the first of the phase.
        offset: i64 = -state.first
        end: i64 = self.actions - state.first
        while offset < end:
            bits: i64 = 0
            if offset >= 0:
                if offset < _CHOICES:
                    bits = choices >> offset
            elif offset > -_WORD_BITS:
                bits = shifted(choices, -offset)
            self.bit_writer.bit_set(bits & _WORD_MASK, _WORD_BITS)
            offset += _WORD_BITS
