"""The scoring of Ameno Kirifuda: lines of stones (AK-32) and Omegumi cards (AK-4, AK-30)."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import ANY, row
from chabudai.games.ameno_kirifuda.position import Position
from chabudai.kernel.bits import bit, count, lowest, shifted

_BOARD: Final[i64] = 0xFFFF
_NOT_FIRST_COLUMN: Final[i64] = 0xEEEE
_NOT_LAST_COLUMN: Final[i64] = 0x7777


class Scoring(Position):
    """A position with its points."""

    def fulfilled(self, seat: i64) -> i64:
        """Return the seat's Omegumi cards whose condition holds now: exact numbers of its own stones (AK-4)."""
        player = self.seats[seat]
        needs = self.equipment.needs
        count_all = self.equipment.count_all
        fulfilled: i64 = 0
        left = player.omegumi
        while left:
            omegumi = lowest(left)
            left &= left - 1
            holds = True
            for season in range(4):
                need: i64 = needs[omegumi * 4 + season]
                if need != ANY and need != count(player.board & row(season)):
                    holds = False
            if holds and (not count_all or self._holds_for_all(omegumi)):
                fulfilled |= bit(omegumi)
        return fulfilled

    def _holds_for_all(self, omegumi: i64) -> bool:
        """Check whether all players together have the numbers of stones that a corrected card requires (AK-4)."""
        board: i64 = 0
        for seat in range(self.equipment.players):
            board |= self.seats[seat].board
        for season in range(4):
            need: i64 = self.equipment.all_needs[omegumi * 4 + season]
            if need != ANY and need != count(board & row(season)):
                return False
        return True

    def score(self, seat: i64) -> i64:
        """Return stones on the board × longest line, plus the points of scored Omegumi cards (AK-32)."""
        player = self.seats[seat]
        return count(player.board) * longest_line(player.board) + self.omegumi_points(seat)

    def omegumi_points(self, seat: i64) -> i64:
        """Return the points of the seat's scored Omegumi cards."""
        points = self.equipment.points
        total: i64 = 0
        left = self.seats[seat].scored
        while left:
            total += points[lowest(left)]
            left &= left - 1
        return total


def longest_line(board: i64) -> i64:
    """Return the length of the longest unbroken line of a seat's stones: a row, a column or a diagonal (AK-32).

    `board` is the set of spaces with these stones; without stones, the length is 0.
    """
    longest = _run(board, 1, _NOT_LAST_COLUMN)
    longest = max(longest, _run(board, 4, _BOARD))
    longest = max(longest, _run(board, 5, _NOT_LAST_COLUMN))
    return max(longest, _run(board, 3, _NOT_FIRST_COLUMN))


def _run(board: i64, step: i64, onward: i64) -> i64:
    """Return the length of the longest line whose spaces are `step` apart; a step can start only in `onward`."""
    length: i64 = 0
    ends = board
    while ends:
        length += 1
        ends = shifted(ends & onward, step) & board
    return length


def lengthening_spaces(board: i64, longest: i64) -> i64:
    """Return the spaces where one more stone would make a line longer than the longest, of length `longest`."""
    spaces = _extending(board, longest, 1, _NOT_LAST_COLUMN, _NOT_FIRST_COLUMN)
    spaces |= _extending(board, longest, 4, _BOARD, _BOARD)
    spaces |= _extending(board, longest, 5, _NOT_LAST_COLUMN, _NOT_FIRST_COLUMN)
    spaces |= _extending(board, longest, 3, _NOT_FIRST_COLUMN, _NOT_LAST_COLUMN)
    return spaces & ~board


def _extending(board: i64, longest: i64, step: i64, onward: i64, back: i64) -> i64:
    """Return the spaces of `lengthening_spaces` for the lines of one direction.

    The spaces of a line are `step` apart; a step forward can start only in `onward`, a step back only in `back`.
    """
    if longest == 0:
        return _BOARD
    # Spaces with a stone, or two or three in a row, directly behind or ahead of them.
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
