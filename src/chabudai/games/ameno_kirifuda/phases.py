"""The chance events and phases of Ameno Kirifuda.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

from mypy_extensions import i64

# Chance events.
OMEGUMI_DECK: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase.
DRAFT: Final[i64] = 0
DISCARD: Final[i64] = 16
PLAY: Final[i64] = 33
PLACE: Final[i64] = 65
PUSH: Final[i64] = 81
MOVE_TO: Final[i64] = 97
RETURN: Final[i64] = 113

DONE: Final[i64] = 32
"""The last action of the discard phase: discard no more cards."""
