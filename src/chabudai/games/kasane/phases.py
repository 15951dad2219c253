"""The chance events and phases of Kasane no Irome.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import BOX_KINDS

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase.
TAKE: Final[i64] = 0
MELD: Final[i64] = 4

PASS: Final[i64] = 2 * BOX_KINDS
"""Passing: the last choice of the meld phase, counted from MELD.

The choices before it are the melds from the hand alone, then the melds that start with the field's top card.
"""
