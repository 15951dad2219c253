"""The scoring of Kasane no Irome: boxes, the bonus for the field, and the winners (KI-2, KI-30 to KI-32)."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import CARD_BITS, CARD_MASK, KINDS, TURNS_PER_PLAYER, card_counts
from chabudai.games.kasane.position import Position
from chabudai.kernel.bits import bit, has
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

COLOR_BONUS_MINIMUM: Final[i64] = 8
"""The least number of cards in a field that scores for its colors (KI-30)."""
COLOR_BONUS: Final = bytes([0, 5, 4, 3, 2, 0, 2, 3, 4, 5])
"""The points for each number of colors (KI-30)."""
ALL_TWELVE_BONUS: Final[i64] = 2
"""The points for having all twelve cards in the field (KI-31)."""


class Scoring(Position):
    """A position with its points and winners."""

    def points_for(self, box: i64) -> i64:
        """Return what a box of this kind scores now: the better of two boxes is used first (KI-2)."""
        return (
            self.equipment.box_points[2 * box] if has(self.twice_free, box) else self.equipment.box_points[2 * box + 1]
        )

    def color_bonus(self, seat: i64) -> i64:
        """Return the points for the colors of a field of 8 cards or more (KI-30)."""
        player = self.seats[seat]
        return COLOR_BONUS[count_colors(player.field)] if player.laid >= COLOR_BONUS_MINIMUM else 0

    def score(self, seat: i64) -> i64:
        """Add up melds, "+1" cards, the colors of the field (KI-30), and the bonus for all twelve cards (KI-31)."""
        player = self.seats[seat]
        points = player.points + self.color_bonus(seat)
        return points + ALL_TWELVE_BONUS if player.laid == TURNS_PER_PLAYER else points

    def winners(self) -> i64:
        """Return the seats with the most points; more cards in the field break a tie, then it is shared (KI-32)."""
        best: i64 = NONE
        seats: i64 = 0
        for seat in range(self.equipment.players):
            rank = self.score(seat) * 16 + self.seats[seat].laid
            if rank > best:
                best = rank
                seats = 0
            if rank == best:
                seats |= bit(seat)
        return seats

    def tell_bonus(self) -> None:
        """Emit the events of the final bonus."""
        for seat in range(self.equipment.players):
            player = self.seats[seat]
            if player.laid >= COLOR_BONUS_MINIMUM:
                self.tell(Event("coloured", seat, [count_colors(player.field), self.color_bonus(seat)]))
            if player.laid == TURNS_PER_PLAYER:
                self.tell(Event("all_twelve", seat, [ALL_TWELVE_BONUS]))


def count_colors(field: i64) -> i64:
    """Count the different numbers in a field; "+1" has no color (KI-30)."""
    counts = card_counts(field)
    colors: i64 = 0
    for kind in range(KINDS - 1):
        if (counts >> kind * CARD_BITS) & CARD_MASK:
            colors += 1
    return colors


def final_bonus(field: i64) -> i64:
    """Return the final bonus of a field: for its colors, and for all twelve cards (KI-30, KI-31)."""
    laid: i64 = 0
    left = field
    while left:
        laid += 1
        left >>= CARD_BITS
    points: i64 = 0
    if laid >= COLOR_BONUS_MINIMUM:
        points = COLOR_BONUS[count_colors(field)]
    if laid == TURNS_PER_PLAYER:
        points += ALL_TWELVE_BONUS
    return points
