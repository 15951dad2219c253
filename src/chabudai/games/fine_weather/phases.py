"""Chance events of Wishing for Fine Weather!! and the first action of each phase."""

from typing import Final

from mypy_extensions import i64

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# Actions count from the first action of their phase: a wish, or a card.
WISH: Final[i64] = 0
ANNOUNCE: Final[i64] = 8
PLAY: Final[i64] = 16
