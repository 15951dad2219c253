"""What lies in the box of Ameno Kirifuda: cards, stones, the board.

Cards are numbered season × 8 + rank - 1, spaces season × 4 + column, Omegumi cards season × 4 + place, the places being
those that ask for 1, 2, 3 and 0 stones.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import below, shifted
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

HAND: Final[i64] = 8
OMEGUMI_CARDS: Final[i64] = 16
SPACES: Final[i64] = 16
STONES: Final[i64] = 7

SPRING_1: Final[i64] = 0
ANY: Final[i64] = 255
"""In a condition of an Omegumi card: any number of stones."""

_SEASON: Final[i64] = 0xFF
_ROW: Final[i64] = 0xF
_BOARD: Final[i64] = 0xFFFF
_NOT_FIRST_COLUMN: Final[i64] = 0xEEEE
_NOT_LAST_COLUMN: Final[i64] = 0x7777


class Equipment(Setup):
    """Cards, stones and tricks for so many players (AK-1, AK-3, AK-25), and the Omegumi cards (AK-4)."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        ranks: i64 = 8
        stones: i64 = 3
        tricks: i64 = 8
        if players == 3:
            ranks = 6
            stones = 4
            if options["tricks_3p"] == 6:
                tricks = 6
        season = below(ranks)
        self.deck: Final[i64] = season | shifted(season, 8) | shifted(season, 16) | shifted(season, 24)
        self.cards: Final[i64] = 4 * ranks
        self.stones: Final[i64] = stones
        self.tricks: Final[i64] = tricks
        self.turned_up: Final[i64] = 2 * self.players
        rows = list(tables["omegumi"].values())
        self.needs: Final = bytes([ANY if need < 0 else need for row in rows for need in row[:4]])
        self.points: Final = bytes([row[4] for row in rows])


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: cards, stones, Omegumi cards, and what is known of its hand."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.played: i64 = NONE
        self.void: i64 = 0
        self.past: i64 = 0
        """The cards played in this round, as `kernel.tricks` remembers them."""
        self.before: i64 = 0
        """The stones when the first trick of this round began: a bit for each space, above these the number in hand."""
        self.stones: i64 = 0
        self.supply: i64 = 0
        self.board: i64 = 0
        self.omegumi: i64 = 0
        self.scored: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("hand", "played", "void", "past", "before", "stones", "supply", "board", "omegumi", "scored")

    def copy_from(self, other: "Player") -> None:
        self.hand = other.hand
        self.played = other.played
        self.void = other.void
        self.past = other.past
        self.before = other.before
        self.stones = other.stones
        self.supply = other.supply
        self.board = other.board
        self.omegumi = other.omegumi
        self.scored = other.scored


def cards_of(season: i64) -> i64:
    """The cards of a season."""
    return shifted(_SEASON, season * 8)


def row(season: i64) -> i64:
    """The four spaces of a season (AK-2)."""
    return shifted(_ROW, season * 4)


def longest_line(board: i64) -> i64:
    """The longest unbroken line of stones in a row, a column or a diagonal of the board (AK-32)."""
    longest = _run(board, 1, _NOT_LAST_COLUMN)
    longest = max(longest, _run(board, 4, _BOARD))
    longest = max(longest, _run(board, 5, _NOT_LAST_COLUMN))
    return max(longest, _run(board, 3, _NOT_FIRST_COLUMN))


def _run(board: i64, step: i64, onward: i64) -> i64:
    """The longest line whose spaces are `step` apart; `onward` are the spaces that such a step may start from."""
    length: i64 = 0
    ends = board
    while ends:
        length += 1
        ends = shifted(ends & onward, step) & board
    return length


def lengthening(board: i64, longest: i64) -> i64:
    """The spaces on which one more stone would make the longest line of these stones, so long now, longer."""
    spaces = _next(board, longest, 1, _NOT_LAST_COLUMN, _NOT_FIRST_COLUMN)
    spaces |= _next(board, longest, 4, _BOARD, _BOARD)
    spaces |= _next(board, longest, 5, _NOT_LAST_COLUMN, _NOT_FIRST_COLUMN)
    spaces |= _next(board, longest, 3, _NOT_FIRST_COLUMN, _NOT_LAST_COLUMN)
    return spaces & ~board


def _next(board: i64, longest: i64, step: i64, onward: i64, back: i64) -> i64:
    """The same for lines whose spaces are `step` apart, with the spaces that a step onward or back may start from."""
    if longest == 0:
        return _BOARD
    behind = shifted(board & onward, step) & _BOARD
    ahead = (board & back) >> step
    if longest == 1:
        return behind | ahead
    two_behind = shifted(behind & board & onward, step) & _BOARD
    two_ahead = (ahead & board & back) >> step
    if longest == 2:
        return two_behind | two_ahead | behind & ahead
    if longest > 3:
        return 0
    three_behind = shifted(two_behind & board & onward, step) & _BOARD
    three_ahead = (two_ahead & board & back) >> step
    return three_behind | three_ahead | two_behind & ahead | behind & two_ahead
