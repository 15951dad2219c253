"""The chance events and phases of Festival of Thousand Cats.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

from mypy_extensions import i64

# Chance events.
BOOZE_CARDS: Final[i64] = 0
DECK: Final[i64] = 1
DUMMY: Final[i64] = 2
"""The order of the dummy's deck."""
MULTIPLIERS: Final[i64] = 3
START: Final[i64] = 4
"""The start player of the first game."""
LOWEST: Final[i64] = 5
"""One of the players tied for the lowest total."""
ORDER: Final[i64] = 6
"""The order in which the first tokens are taken."""

# The first action of each phase.
REDEAL: Final[i64] = 0
"""Keep the hand, or ask for a re-deal."""
PLAY: Final[i64] = 2
SWAP: Final[i64] = 40
"""Swap a crow with Yorozu 0 or 13."""
NAME_START: Final[i64] = 42
MULTIPLIER: Final[i64] = 46
THREE_TOKENS: Final[i64] = 58
"""Each action leaves out one season."""
ONE_TOKEN: Final[i64] = 62

PASS: Final[i64] = 66
"""The last action of the phase `ONE_TOKEN`. As a choice, it is `PASS - ONE_TOKEN`."""
