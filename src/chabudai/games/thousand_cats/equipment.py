"""What lies in the box of Festival of Thousand Cats: cards, multiplier cards, tokens.

Cards are numbered season × 9 + place in the season, Yorozu 0 is 36 and Yorozu 13 is 37. Multiplier cards are numbered
set × 4 + number - 1.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, mask_of, shifted
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

SEATS: Final[i64] = 4
"""With 3 players the fourth seat is the dummy's (TC-70)."""
DUMMY_SEAT: Final[i64] = 3
HAND: Final[i64] = 9
BOOZE_DEALT: Final[i64] = 8
DECK_DEALT: Final[i64] = 30
YOROZU_0: Final[i64] = 36
YOROZU_13: Final[i64] = 37
NO_SEASON: Final[i64] = 4

ALL_CARDS: Final[i64] = 0x3FFFFFFFFF
SEASON_CARDS: Final[i64] = 0xFFFFFFFFF
YOROZU: Final[i64] = 0x3000000000
SEASON_BOOZE: Final[i64] = 0x412090482
"""The eight season cards with booze (TC-4)."""
BOOZE: Final[i64] = 0x3412090482
CROWS: Final[i64] = 0x80402010
"""TC-5."""
_ONE_SEASON: Final[i64] = 0x1FF

ALL_MULTIPLIERS: Final[i64] = 0xFFF
MULTIPLIER_CARDS: Final[i64] = 12

BASIC: Final[i64] = 0
EXPERIENCED: Final[i64] = 1
ADVANCED: Final[i64] = 2
RULE_SETS: Final = ("basic", "experienced", "advanced")

DIGIT: Final[i64] = 6
"""A row or a deck of cards is one number, six bits a card, the first card in the lowest ones."""
TIMES: Final[i64] = 4
"""What fish of each season count, and how many tokens, is one number too, four bits a season, Spring in the lowest."""
_ONCE: Final[i64] = 0x2222
"""Fish of every season count once. Each digit is one more than the multiplier, which can be -1."""
_NOTHING: Final[i64] = 0x1111


class Equipment(Setup):
    """The cards with all that is printed on them, and what differs by rules and number of players."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        self.mode: Final[i64] = RULE_SETS.index(str(options["rules"]))
        self.target: Final[i64] = int(options["target"])
        self.dummy: Final[bool] = players == 3
        self.hand_of_multipliers: Final[i64] = 12 // self.players  # TC-51, TC-71
        self.tokens: Final[i64] = self.players
        """Tokens of each season in the game: TC-60, TC-71."""
        seasons = [card // 9 for card in range(36)]
        self.season: Final = bytes([*seasons, 4, 4])
        # TC-2, TC-7: the value decides, then the cats, of which Spring has four and Winter one.
        self.rank: Final = bytes([4 * (1 + s + card % 9) + 3 - s for card, s in enumerate(seasons)] + [0, 4 * 13])
        self.above: Final[list[int]] = [
            mask_of([other for other in range(38) if self.rank[other] > self.rank[card]]) for card in range(38)
        ]
        """For each card the set of those that are higher."""
        self.fish: Final = bytes([fish for row in tables["fish"].values() for fish in row] + [0, 0])
        self.multipliers: Final[list[int]] = [
            sum([(times + 1) << (TIMES * season) for season, times in enumerate(row)])
            for row in tables["multipliers"].values()
        ]

    def value(self, card: i64) -> i64:
        """The number on a card."""
        return self.rank[card] >> 2


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: cards, tokens, points, and what all know of its hand.

    A card that was chosen stays in `hand` until all are revealed. `row` are the cards taken, in order (TC-26). `void`
    are the "no more" markers (TC-22). `shown_booze` and `shown_crows` count the season cards with booze and the crows
    that were dealt to the seat and have been revealed by it.
    """

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.played: i64 = NONE
        self.row: i64 = 0
        self.booze: i64 = 0
        self.void: i64 = 0
        self.shown_booze: i64 = 0
        self.shown_crows: i64 = 0
        self.total: i64 = 0
        self.multipliers: i64 = 0
        self.multiplier: i64 = NONE
        self.tokens: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return (
            "hand", "played", "row", "booze", "void", "shown_booze", "shown_crows", "total", "multipliers",
            "multiplier", "tokens",
        )  # fmt: skip

    def copy_from(self, other: "Player") -> None:
        self.hand = other.hand
        self.played = other.played
        self.row = other.row
        self.booze = other.booze
        self.void = other.void
        self.shown_booze = other.shown_booze
        self.shown_crows = other.shown_crows
        self.total = other.total
        self.multipliers = other.multipliers
        self.multiplier = other.multiplier
        self.tokens = other.tokens

    def clear_table(self) -> None:
        """Put away all cards and markers of a game."""
        self.hand = 0
        self.played = NONE
        self.row = 0
        self.booze = 0
        self.void = 0
        self.shown_booze = 0
        self.shown_crows = 0

    def owned(self, season: i64) -> i64:
        """How many tokens of a season the seat has."""
        return (self.tokens >> (TIMES * season)) & 15

    def add_token(self, season: i64) -> None:
        """One more token of a season."""
        self.tokens += bit(TIMES * season)


def cards_of(season: i64) -> i64:
    """The cards of a season."""
    return shifted(_ONE_SEASON, season * 9)


def card_at(row: i64, place: i64) -> i64:
    """The card at a place of a row or a deck."""
    return (row >> (DIGIT * place)) & 63


def times_of(rules: Equipment, player: Player) -> i64:
    """What the fish of each season count for a player (TC-30, TC-53, TC-61)."""
    if rules.mode == BASIC:
        return _ONCE
    if rules.mode == ADVANCED:
        return _NOTHING + player.tokens
    if player.multiplier < 0:
        return _ONCE
    return rules.multipliers[player.multiplier]


def times(code: i64, season: i64) -> i64:
    """What the fish of one season count."""
    return ((code >> (TIMES * season)) & 15) - 1
