"""The chance events and phases of Season."""

from typing import Final

# The only chance event.
DECK: Final = 0

# The first action of the only phase: play a card.
PLAY: Final = 0
