"""The chance events and phases of The Moon in the Pond.

A phase is identified by its first action; its legal actions are counted from there.
"""

from typing import Final

# The only chance event.
DECK: Final = 0

# The first action of each phase.
GO: Final = 0
"""Choose a place: the first action of the phase is the veranda, the second the pond."""
LAY: Final = 2
"""Lay a card and name a kind: kind of the card × KINDS + named kind."""

TO_POND: Final = 1
"""Counted from GO."""

# What the next card of the deck is for.
DEAL, LOOK, SHOW, DRAW = range(4)
