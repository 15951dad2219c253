"""What lies on the table of Kasane no Irome: kimono cards, rows, hands and fields, and the boxes of the melds.

A card is its number, 1 to 9, or PLUS_ONE. Cards that keep an order (a row, a hand, a field) are the digits of one
integer, four bits each, the top card lowest: the end of a row, the newest card of a hand, the newest of a field. Cards
that have none (the draw pile, the discards) are counts, four bits for each kind of card.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.kasane.melds import BOXES, TABLE
from chabudai.kernel.bits import below, bit, shifted
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup

KINDS: Final[i64] = 10
PLUS_ONE: Final[i64] = 10
DIGIT: Final[i64] = 4
CARD: Final[i64] = 15
"""The lowest digit."""

TURNS: Final[i64] = 12
"""The turns of a round, of all players together (KI-11); as many turns has each player in a game (KI-12)."""

COLOURED: Final[i64] = 8
"""So many cards in the field score for their colours (KI-30)."""
COLOURS: Final = bytes([0, 5, 4, 3, 2, 0, 2, 3, 4, 5])
"""The points for so many colours (KI-30)."""
ALL_TWELVE: Final[i64] = 2
"""The points for having all cards in the field (KI-31)."""

BOX_KINDS: Final[i64] = 21
"""The melds by length; some have two boxes, so that there are 27."""


class Equipment(Setup):
    """Cards, rows and rounds for so many players (KI-1, KI-10), and the worth of the boxes (KI-2)."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        sets: i64 = 5
        plus_ones: i64 = 7
        length: i64 = 4
        if players == 3:
            sets = 4
            plus_ones = 5
            length = 5
        deck: i64 = shifted(plus_ones, (PLUS_ONE - 1) * DIGIT)
        for kind in range(KINDS - 1):
            deck |= shifted(sets, kind * DIGIT)
        self.deck: Final[i64] = deck
        self.cards: Final[i64] = 9 * sets + plus_ones
        self.plus_ones: Final[i64] = plus_ones
        self.rounds: Final[i64] = self.players
        self.row_length: Final[i64] = length
        self.dealt_a_round: Final[i64] = length * self.players
        self.open_hands: Final = bool(options["open_hands"])
        self.plus_one_meld: Final = bool(options["plus_one_meld"])
        boxes = {**tables["boxes"], **tables["assumed_boxes"]}
        worth: list[int] = []
        lengths: list[int] = []
        pairs: i64 = 0
        blocked: i64 = 0
        for place, (meld, cards) in enumerate(BOXES):
            points = sorted(boxes[f"{meld}-{cards}"])
            worth += [points[-1], points[0]]
            lengths.append(cards)
            if len(points) == 2:
                pairs |= bit(place)
            if cards == 2:
                blocked |= bit(place)
        self.worth: Final = bytes(worth)
        """For each kind of box what it is worth while two are free, and what the last one is."""
        self.lengths: Final = bytes(lengths)
        self.free: Final[i64] = below(BOX_KINDS)
        self.twofold: Final[i64] = pairs
        """The kinds of box of which there are two."""
        self.twice_free: Final[i64] = pairs & ~blocked if options["blocked_pairs"] else pairs  # KI-40
        self.following: Final = TABLE.following
        self.made: Final = TABLE.made


@final
@mypyc_attr(acyclic=True)
class Row(Piece):
    """A row of the common field: its end is the card that can be taken."""

    def __init__(self) -> None:
        self.cards: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("cards",)

    def copy_from(self, other: "Row") -> None:
        self.cards = other.cards


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: its hand and its field, in their order, with their sizes, and its points so far."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.held: i64 = 0
        self.field: i64 = 0
        self.laid: i64 = 0
        self.points: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("hand", "held", "field", "laid", "points")

    def copy_from(self, other: "Player") -> None:
        self.hand = other.hand
        self.held = other.held
        self.field = other.field
        self.laid = other.laid
        self.points = other.points


def listed(digits: i64) -> list[int]:
    """The cards of a row, a hand or a field, the top one last."""
    cards: list[int] = []
    left = digits
    while left:
        cards.append(left & CARD)
        left >>= DIGIT
    cards.reverse()
    return cards


def counted(digits: i64) -> i64:
    """The same as counts of each kind."""
    counts: i64 = 0
    left = digits
    while left:
        counts += bit(((left & CARD) - 1) * DIGIT)
        left >>= DIGIT
    return counts


def colours(field: i64) -> i64:
    """How many different numbers lie in a field; "+1" is no colour (KI-30)."""
    counts = counted(field)
    different: i64 = 0
    for kind in range(KINDS - 1):
        if (counts >> kind * DIGIT) & CARD:
            different += 1
    return different
