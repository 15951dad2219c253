"""What lies in the box of Wishing for Fine Weather!!: 36 weather cards, and the wishes.

Fine, Cloudy and Rainy cards are numbered suit × 10 + rank - 1, then come Thunder (30 to 32) and Snow (33 to 35). Wishes
0 to 4 are those for the five suits, 5 to 7 Very Fine, Very Cloudy and Very Rainy.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import shifted
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

ALL_CARDS: Final[i64] = 0xFFFFFFFFF
ALL_SKY: Final[i64] = 0x3FFFFFFF
"""Fine, Cloudy and Rainy cards."""
ALL_THUNDER: Final[i64] = 0x1C0000000
ALL_SNOW: Final[i64] = 0xE00000000

SUITS: Final[i64] = 5
FINE: Final[i64] = 0
CLOUDY: Final[i64] = 1
RAINY: Final[i64] = 2
THUNDER: Final[i64] = 3
SNOW: Final[i64] = 4

WISHES: Final[i64] = 8
VERY: Final[i64] = 5
"""What is added to Fine, Cloudy or Rainy to make it very much so; the wishes from here on are the Very ones."""

THUNDER_1: Final[i64] = 30
SNOW_1: Final[i64] = 33

VERY_FINE: Final = [3, -1, -1, -2, -2]
"""What a card of each suit is worth under that wish (FW-32)."""
MOST_ROUNDS: Final[i64] = 4

_TEN: Final[i64] = 0x3FF
_THREE: Final[i64] = 7


class Equipment(Setup):
    """The game for so many players: the deal (FW-1), rounds (FW-10), wishes (FW-2, FW-41) and points (FW-30)."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        hand: i64 = 8
        if players == 3:
            hand = 10
        rounds: i64 = 3
        if options["rounds"] == "players":
            rounds = self.players
        wishes: i64 = WISHES
        if options["wishes"] == 5:
            wishes = SUITS
        self.hand: Final[i64] = hand
        self.rounds: Final[i64] = rounds
        self.wishes: Final[i64] = wishes
        self.rotate: Final[bool] = options["first_lead"] == "rotate"
        self.hidden: Final[bool] = options["hidden_wishes"] is True
        # What a card of each suit is worth, wish by wish; the one for Snow does not look at cards.
        rows: list[list[int]] = [*tables["points"].values(), [0] * SUITS, VERY_FINE]
        self.worth: Final[list[int]] = [points for row in rows for points in row]


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: cards, what is known of its hand, its wishes and points."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.played: i64 = NONE
        self.void: i64 = 0
        self.past: i64 = 0
        """The cards played in this round, as `kernel.tricks` remembers them."""
        self.won: i64 = 0
        self.tricks: i64 = 0
        self.wish: i64 = NONE
        self.announced: i64 = NONE
        self.points: i64 = 0
        self.wished: list[int] = [NONE] * MOST_ROUNDS
        """The wish of each round that is scored."""
        self.tallies: list[int] = [0] * MOST_ROUNDS
        """What was won in each of them, as `tally` writes it."""

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("hand", "played", "void", "past", "won", "tricks", "wish", "announced", "points", "wished", "tallies")

    def copy_from(self, other: "Player") -> None:
        self.hand = other.hand
        self.played = other.played
        self.void = other.void
        self.past = other.past
        self.won = other.won
        self.tricks = other.tricks
        self.wish = other.wish
        self.announced = other.announced
        self.points = other.points
        for i in range(MOST_ROUNDS):
            self.wished[i] = other.wished[i]
            self.tallies[i] = other.tallies[i]


def suit_of(card: i64) -> i64:
    """The suit of a card."""
    if card < THUNDER_1:
        return card // 10
    return THUNDER if card < SNOW_1 else SNOW


def rank_of(card: i64) -> i64:
    """The number on a card."""
    if card < THUNDER_1:
        return card % 10 + 1
    return (card - THUNDER_1) % 3 + 1


def cards_of(suit: i64) -> i64:
    """The cards of a suit."""
    if suit < THUNDER:
        return shifted(_TEN, suit * 10)
    return shifted(_THREE, THUNDER_1 + (suit - THUNDER) * 3)
