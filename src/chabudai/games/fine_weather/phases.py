"""The chance events and phases of Wishing for Fine Weather!!.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

from mypy_extensions import i64

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase. Counted from there, an action is a wish or a card.
WISH: Final[i64] = 0
ANNOUNCE: Final[i64] = 8
PLAY: Final[i64] = 16
