"""The components of Season: 32 cards of four seasons. Card numbers are season × 8 + value - 1."""

from typing import Final

from chabudai.kernel.setup import Setup

SEATS: Final = 4
SEASON_COUNT: Final = 4
CARDS_PER_SEASON: Final = 8
CARD_COUNT: Final = SEASON_COUNT * CARDS_PER_SEASON
TRICKS: Final = CARD_COUNT // SEATS


class Equipment(Setup):
    """The setup, which has no options."""


def season_of(card: int) -> int:
    """Return the season of a card."""
    return card // CARDS_PER_SEASON
