"""What lies in the box of Only One Collection: ingredient cards, columns of them, collections, familiars.

Kinds are numbered 1, 2, 3, 4A, 4B, … 10, egg. Each kind but 1 has one special card, and every Egg is special, so that a
card is known by its kind and whether it is special: the cards are numbered 1, 2, 2*, 3, 3*, … 10, 10*, egg*.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, count, has, mask_of, shifted
from chabudai.kernel.errors import BadTable
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

KINDS: Final[i64] = 14
EGG: Final[i64] = 13
"""The kind of the Eggs; all kinds before it have a potion."""
CARDS: Final[i64] = 26
ONE: Final[i64] = 0
"""The only card of kind 1."""
EGG_CARD: Final[i64] = 25
COUNTS: Final = bytes([1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 5])
"""How many cards there are of each kind (OO-1)."""
VALUES: Final = bytes([1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10])
"""The value of each kind but the Egg (OO-4)."""
EGG_VALUES: Final[i64] = 0b1010101000
"""An Egg is 3, 5, 7 and 9 at once (OO-4)."""
BELOW_THE_ONE: Final[i64] = 5
FULL: Final[i64] = 4
"""The cards of a full column (OO-22)."""

_KIND_4B: Final = 4
_KIND_6B: Final = 7
_KIND_8B: Final = 10

# The powers of familiars, in the order of OO-50.
ENCORE: Final[i64] = 0
EARLY_BIRD: Final[i64] = 1
WINDFALL: Final[i64] = 2
CROWN: Final[i64] = 3
FORESIGHT: Final[i64] = 4
SIXTEEN: Final[i64] = 5
SALVAGE: Final[i64] = 6
DAREDEVIL: Final[i64] = 7
POWERS: Final[i64] = 8
FAMILIAR_CARDS: Final[i64] = 4

# Cards in a column are digits of 8 bits, the head lowest; 0 where no card lies, so each is stored as its number + 1.
COLUMN_DIGIT: Final[i64] = 8
_ALL_DIGITS: Final[i64] = 0xFF


def kind_of(card: i64) -> i64:
    """The kind of a card."""
    return (card + 1) >> 1


def is_special(card: i64) -> bool:
    """Whether a card is special (OO-2)."""
    return card == EGG_CARD or (card & 1 == 0 and card != ONE)


def values_of(card: i64) -> i64:
    """The values of a card in a column, as a bit set (OO-4)."""
    return EGG_VALUES if card == EGG_CARD else bit(VALUES[kind_of(card)])


@final
@mypyc_attr(acyclic=True)
class Cards(Piece):
    """Any number of cards without an order: how many of each kind, and which kinds have their special card among them.

    `kinds` has a digit of 4 bits for each kind. Eggs are not in `special`: they all are.
    """

    def __init__(self) -> None:
        self.kinds: i64 = 0
        self.special: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("kinds", "special")

    def copy_from(self, other: "Cards") -> None:
        self.kinds = other.kinds
        self.special = other.special

    def number(self, kind: i64) -> i64:
        """How many cards of a kind there are."""
        return (self.kinds >> (kind * 4)) & 15

    def add(self, card: i64) -> None:
        """Put a card to the others."""
        kind = kind_of(card)
        self.kinds += bit(kind * 4)
        if card & 1 == 0 and card != ONE:
            self.special |= bit(kind)

    def take(self, card: i64) -> None:
        """Take a card out that is known to be there."""
        kind = kind_of(card)
        self.kinds -= bit(kind * 4)
        if card & 1 == 0 and card != ONE:
            self.special ^= bit(kind)

    def copies(self, card: i64) -> i64:
        """How many cards equal to this one there are."""
        kind = kind_of(card)
        special: i64 = (self.special >> kind) & 1
        if card & 1 == 0 and card != ONE:
            return special
        return self.number(kind) - special

    def specials(self) -> i64:
        """How many special cards there are."""
        return count(self.special) + self.number(EGG)

    def size(self) -> i64:
        """How many cards there are in all."""
        total: i64 = 0
        for kind in range(KINDS):
            total += self.number(kind)
        return total

    def at(self, place: i64) -> i64:
        """The card at a place when all lie side by side in the order of their numbers."""
        kind: i64 = 0
        here: i64 = self.kinds & 15
        rest: i64 = self.kinds >> 4
        while place >= here:
            place -= here
            kind += 1
            here = rest & 15
            rest >>= 4
        if kind == EGG:
            return EGG_CARD
        if has(self.special, kind) and place == here - 1:
            return kind * 2
        return kind * 2 - 1 if kind else ONE

    def listed(self) -> list[int]:
        """The cards in the order of their numbers."""
        cards: list[int] = []
        for place in range(self.size()):
            cards.append(self.at(place))
        return cards

    def clear(self) -> None:
        """Take all cards out."""
        self.kinds = 0
        self.special = 0


@final
@mypyc_attr(acyclic=True)
class Column(Piece):
    """A column: its cards in order, how many lie there with a familiar, their values, and the familiar at its head."""

    def __init__(self) -> None:
        self.cards: i64 = 0
        self.size: i64 = 0
        self.values: i64 = 0
        self.familiar: i64 = NONE

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("cards", "size", "values", "familiar")

    def copy_from(self, other: "Column") -> None:
        self.cards = other.cards
        self.size = other.size
        self.values = other.values
        self.familiar = other.familiar

    def add(self, card: i64) -> None:
        """Add a card to the end, one that clashes with none."""
        place = self.size if self.familiar < 0 else self.size - 1
        self.cards |= shifted(card + 1, place * COLUMN_DIGIT)
        self.size += 1
        self.values |= values_of(card)

    def head(self, familiar: i64) -> None:
        """Lay a familiar at the head (OO-50): it takes a place and has no value."""
        self.familiar = familiar
        self.size = 1

    def clear(self) -> None:
        """The column is gone."""
        self.cards = 0
        self.size = 0
        self.values = 0
        self.familiar = NONE

    def listed(self) -> list[int]:
        """The ingredient cards, the head first."""
        cards: list[int] = []
        left = self.cards
        while left:
            cards.append((left & _ALL_DIGITS) - 1)
            left >>= COLUMN_DIGIT
        return cards

    def give(self, cards: Cards) -> None:
        """Put the ingredient cards to others; the column itself stays."""
        left = self.cards
        while left:
            cards.add((left & _ALL_DIGITS) - 1)
            left >>= COLUMN_DIGIT


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: the collection, a familiar and whether its power is used up, and points.

    `points` are those won during play; `total` and `potions` are there once the game has been scored.
    """

    def __init__(self) -> None:
        self.cards: Cards = Cards()
        self.familiar: i64 = NONE
        self.used: bool = False
        self.points: i64 = 0
        self.total: i64 = 0
        self.potions: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("cards", "familiar", "used", "points", "total", "potions")

    def copy_from(self, other: "Player") -> None:
        self.cards.copy_from(other.cards)
        self.familiar = other.familiar
        self.used = other.used
        self.points = other.points
        self.total = other.total
        self.potions = other.potions


def _printed_on(card_of: list[int], card: int) -> int:
    """The powers that are printed on a card, as a bit set."""
    return mask_of([power for power in range(POWERS) if card_of[power] == card])


class Equipment(Setup):
    """The cards and columns for so many players (OO-3, OO-20, OO-40), and the familiars (OO-50)."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        left_out = [[_KIND_4B, _KIND_6B, _KIND_8B], [_KIND_4B, _KIND_8B], []][players - 2]
        cards: i64 = 1
        kinds: i64 = 0
        special: i64 = 0
        for kind in range(1, KINDS):
            if kind not in left_out:
                cards += COUNTS[kind]
                kinds += shifted(COUNTS[kind], kind * 4)
                if kind != EGG:
                    special |= bit(kind)
        self.cards: Final[i64] = cards
        """All cards of the deck, the 1 among them."""
        self.kinds: Final[i64] = kinds
        self.special: Final[i64] = special
        self.before_the_one: Final[i64] = cards - BELOW_THE_ONE - 1
        self.columns: Final[i64] = 4 if players == 4 else 3
        self.familiars: Final[bool] = bool(options["familiars"])
        self.teams: Final[bool] = bool(options["teams"])
        familiars = list(tables["familiars"].values())
        self.icons: Final = bytes([row[1] for row in familiars])
        card_of = [row[0] for row in familiars]
        for card in range(1, FAMILIAR_CARDS + 1):
            if card_of.count(card) != 2:
                raise BadTable(f"table familiars: card {card} needs two powers, one on each side")
        self.both_sides: Final = bytes([_printed_on(card_of, card) for card in card_of])
        """For each power the bit set of those on its card, itself included."""

    def plays_with(self, kind: i64) -> bool:
        """Whether cards of a kind are in the game."""
        return kind == 0 or (self.kinds >> (kind * 4)) & 15 != 0
