"""Chance events of Festival of Thousand Cats and the first action of each phase."""

from typing import Final

from mypy_extensions import i64

# Chance events, in the order of the game's declaration.
BOOZE_CARDS: Final[i64] = 0
DECK: Final[i64] = 1
DUMMY: Final[i64] = 2
MULTIPLIERS: Final[i64] = 3
START: Final[i64] = 4
LOWEST: Final[i64] = 5
ORDER: Final[i64] = 6

# The first action of each phase. `PASS` belongs to the phase `TOKEN`.
REDEAL: Final[i64] = 0
PLAY: Final[i64] = 2
SWAP: Final[i64] = 40
NAME_START: Final[i64] = 42
MULTIPLIER: Final[i64] = 46
TOKENS: Final[i64] = 58
TOKEN: Final[i64] = 62
PASS: Final[i64] = 66
