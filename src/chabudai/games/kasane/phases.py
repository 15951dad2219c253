"""The numbers of the chance events and actions of Kasane no Irome."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import BOX_KINDS

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase, which also identifies the phase.
TAKE: Final[i64] = 0
MELD: Final[i64] = 4
PASS: Final[i64] = 2 * BOX_KINDS
"""Counted from MELD; it follows the melds from the hand alone and those that start with the field's top card."""
