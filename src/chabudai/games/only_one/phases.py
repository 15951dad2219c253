"""The numbers of Only One Collection's chance events and actions.

Actions are numbered phase by phase; `State.first` is the first action of the current phase.
"""

from typing import Final

from mypy_extensions import i64

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1
FAMILIARS: Final[i64] = 2

# What the next card of the deck is drawn for (`Position.wanted`).
HEAD: Final[i64] = 0
EXPLORE: Final[i64] = 1
LOOK: Final[i64] = 2

# The first action of each phase. TURN itself is "explore"; the other actions of a turn follow it.
TURN: Final[i64] = 0
WITH_FORESIGHT: Final[i64] = 1
COLLECT: Final[i64] = 2
ADD: Final[i64] = 6
PICK: Final[i64] = 10
ORDER: Final[i64] = 13
KEEP: Final[i64] = 19

LOOKED_AT: Final[i64] = 3
"""The number of cards that `foresight` looks at."""
ORDERS: Final = bytes([0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1])
"""For each action of ORDER, the two places it names: the new top card's first."""
