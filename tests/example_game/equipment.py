"""The cards of The Moon in the Pond, and what belongs to a guest."""

from typing import Final, final

from chabudai.kernel.piece import Piece
from chabudai.kernel.state import NONE

ALL_CARDS: Final = [0, 0, 0, 0, 1, 1, 2, 2]
"""A card is known by its kind: cloud, half moon, full moon (EX-2)."""
KINDS: Final = 3

FACE_DOWN: Final = -2
"""On a view: a card lies here, or a choice was made, but the viewer does not know which."""


@final
class Card(Piece):
    """A place for one card: its kind, the seats that have seen it, those that may look at it now, and its deck."""

    def __init__(self) -> None:
        self.kind: int = NONE
        self.seen = 0
        self.in_sight = 0
        self.deck = 0
        """How often the deck had been shuffled anew when the card was drawn from it."""


@final
class Guest(Piece):
    """What belongs to a seat. The laid card is one of `dealt` and `drawn`: it stays there, and `laid` is its kind."""

    def __init__(self) -> None:
        self.dealt = Card()
        self.drawn = Card()
        self.place: int = NONE
        self.laid: int = NONE
        self.named: int = NONE
        self.points = 0


def face_down(kind: int) -> int:
    """What is left of a card or a choice for somebody who does not know it: only whether it is there."""
    return kind if kind < 0 else FACE_DOWN
