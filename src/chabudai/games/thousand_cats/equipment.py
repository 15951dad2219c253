"""The components of Festival of Thousand Cats: number cards, multiplier cards and tokens.

The number of a card is season × 9 + place in the season; Yorozu 0 is 36 and Yorozu 13 is 37. The number of a multiplier
card is set × 4 + printed number - 1, where the sets kou, otsu and hei are 0, 1 and 2.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, mask_of, shifted
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

HANDS: Final[i64] = 4
"""The number of hands dealt: one for each player and, with 3 players, one for the dummy (TC-70)."""
DUMMY_SEAT: Final[i64] = 3
HAND_SIZE: Final[i64] = 9
"""The number of cards in a hand when it has been dealt (TC-10)."""
ROUNDS: Final[i64] = 9
"""The number of rounds in a game that no third booze ends early: one for each card of a hand."""
SEASON_SIZE: Final[i64] = 9
"""The number of cards of each season."""
BOOZE_DEALT: Final[i64] = 8
"""The number of season cards with booze, which are dealt first: two to each hand."""
DECK_DEALT: Final[i64] = 30
"""The number of cards dealt after them: the face-up pair, then seven to each hand."""
YOROZU_0: Final[i64] = 36
YOROZU_13: Final[i64] = 37
NO_SEASON: Final[i64] = 4
"""The season of both Yorozu."""

# Sets of cards, as bit masks.
ALL_CARDS: Final[i64] = 0x3FFFFFFFFF
SEASON_CARDS: Final[i64] = 0xFFFFFFFFF
YOROZU: Final[i64] = 0x3000000000
SEASON_BOOZE: Final[i64] = 0x412090482
"""The eight season cards with booze (TC-4)."""
BOOZE: Final[i64] = 0x3412090482
"""All cards with booze: these eight and both Yorozu."""
CROWS: Final[i64] = 0x80402010
"""The four crows (TC-5)."""
_ONE_SEASON: Final[i64] = 0x1FF
"""The cards of Spring."""

ALL_MULTIPLIERS: Final[i64] = 0xFFF
MULTIPLIER_CARDS: Final[i64] = 12

BASIC: Final[i64] = 0
EXPERIENCED: Final[i64] = 1
ADVANCED: Final[i64] = 2
RULE_SETS: Final = ("basic", "experienced", "advanced")

CARD_BITS: Final[i64] = 6
"""A row or a deck is packed into one integer: six bits for each card, the first card in the lowest bits."""
SEASON_BITS: Final[i64] = 4
"""Fish factors and tokens are packed too: four bits for each season, Spring in the lowest bits. Factors are stored
plus one, because they can be -1."""


class Equipment(Setup):
    """The components of a setup: cards (TC-2, TC-7), multiplier cards, tokens and the rule set."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        self.rule_set: Final[i64] = RULE_SETS.index(str(options["rules"]))
        self.target: Final[i64] = int(options["target"])
        self.with_dummy: Final[bool] = players == 3
        self.multipliers_per_hand: Final[i64] = 12 // self.players  # TC-51, TC-71
        self.tokens_per_season: Final[i64] = self.players
        """The number of tokens of each season in the game (TC-60, TC-71)."""
        seasons = [card // 9 for card in range(36)]
        self.season: Final = bytes([*seasons, 4, 4])
        """For each card, its season; NO_SEASON for a Yorozu."""
        # TC-2, TC-7: by value, then by the number of cats: Spring has four, Winter one.
        self.rank: Final = bytes([4 * (1 + s + card % 9) + 3 - s for card, s in enumerate(seasons)] + [0, 4 * 13])
        """For each card, a number that grows from the lowest card to the highest: four times its value, plus 0 to 3."""
        self.above: Final[list[int]] = [
            mask_of([other for other in range(38) if self.rank[other] > self.rank[card]]) for card in range(38)
        ]
        """For each card, the set of cards with a higher rank."""
        self.fish: Final = bytes([fish for row in tables["fish"].values() for fish in row] + [0, 0])
        """For each card, the number of fish on it."""
        self.multipliers: Final[list[int]] = [
            sum([(factor + 1) << (SEASON_BITS * season) for season, factor in enumerate(row)])
            for row in tables["multipliers"].values()
        ]
        """For each multiplier card, its factors, packed for `factor_of`."""

    def value(self, card: i64) -> i64:
        """Return the value printed on a card."""
        return self.rank[card] >> 2


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What a seat, or the dummy, has: cards, tokens, points, and what everybody knows about its hand."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        """The cards in hand. A chosen card stays in it until all cards are revealed."""
        self.played: i64 = NONE
        """The card in front of the seat: chosen, then revealed, then possibly swapped."""
        self.row: i64 = 0
        """The cards taken, one for each round, packed for `card_at` (TC-26)."""
        self.booze: i64 = 0
        """The number of booze cards taken."""
        self.void: i64 = 0
        """The seasons with a "no more" marker (TC-22)."""
        self.shown_booze: i64 = 0
        """The number of season cards with booze that have left the hand."""
        self.shown_crows: i64 = 0
        """The number of crows that have left the hand; not counted for the dummy."""
        self.total: i64 = 0
        """The points of the finished games."""
        self.multipliers: i64 = 0
        """The multiplier cards to choose from."""
        self.multiplier: i64 = NONE
        """The multiplier card chosen for this game."""
        self.tokens: i64 = 0
        """The number of tokens of each season, packed for `tokens_of`."""

    # Generated by tools/pieces.py from the fields that __init__ declares:
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
        """Put away the number cards, booze and markers of a game."""
        self.hand = 0
        self.played = NONE
        self.row = 0
        self.booze = 0
        self.void = 0
        self.shown_booze = 0
        self.shown_crows = 0

    def tokens_of(self, season: i64) -> i64:
        """Return the number of tokens of a season."""
        return (self.tokens >> (SEASON_BITS * season)) & 15

    def add_token(self, season: i64) -> None:
        """Add one token of a season."""
        self.tokens += bit(SEASON_BITS * season)


def cards_of(season: i64) -> i64:
    """Return the set of all cards of a season."""
    return shifted(_ONE_SEASON, season * 9)


def card_at(row: i64, place: i64) -> i64:
    """Return the card at a place of a row or a deck."""
    return (row >> (CARD_BITS * place)) & 63


def factor_of(factors: i64, season: i64) -> i64:
    """Return the factor of one season from packed factors."""
    return ((factors >> (SEASON_BITS * season)) & 15) - 1
