"""The chance events and phases of Only One Collection.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

from mypy_extensions import i64

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1
FAMILIARS: Final[i64] = 2

# What the next card of the deck is for (`Position.wanted`): the head of a column, exploring, or `foresight`.
FOR_HEAD: Final[i64] = 0
FOR_EXPLORING: Final[i64] = 1
FOR_LOOKING: Final[i64] = 2

# The first action of each phase.
TURN: Final[i64] = 0
ADD: Final[i64] = 6
PICK: Final[i64] = 10
ORDER: Final[i64] = 13
KEEP: Final[i64] = 19

# The actions of the phase TURN. COLLECT is the first of four, one for each column.
EXPLORE: Final[i64] = 0
WITH_FORESIGHT: Final[i64] = 1
COLLECT: Final[i64] = 2

LOOK_COUNT: Final[i64] = 3
"""The number of cards that `foresight` looks at."""
ORDERS: Final = bytes([0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1])
"""For each action of the phase ORDER, the places of the two cards: of the new top card, then of the one below."""
