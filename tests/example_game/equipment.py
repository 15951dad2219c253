"""The components of The Moon in the Pond: cards, and what each player has."""

from typing import Final, final

from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE

NIGHTS: Final = 2

ALL_CARDS: Final = [0, 0, 0, 0, 1, 1, 2, 2]
"""The kind of each card: cloud, half moon or full moon (EX-2). Cards of a kind are identical."""
KINDS: Final = 3

FACE_DOWN: Final = -2
"""In a view: a card or a choice that exists but is unknown to the viewer."""


class Equipment(Setup):
    """The components of a setup: the points of the cards, and the options."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        self.points: Final = [row[0] for row in tables["moons"].values()]
        self.lie: Final = int(options["lie"])
        self.whisper: Final = bool(options["whisper"])


@final
class CardSlot(Piece):
    """A place for one card: its kind, the seats that have seen it, and the seats that may look at it now."""

    def __init__(self) -> None:
        self.kind: int = NONE
        self.seen = 0
        self.in_sight = 0
        self.shuffles_before = 0
        """The number of shuffles before the card was drawn."""


@final
class Player(Piece):
    """A seat's cards, choices and points. A laid card stays in `dealt` or `drawn`; `laid` is its kind."""

    def __init__(self) -> None:
        self.dealt = CardSlot()
        self.drawn = CardSlot()
        self.place: int = NONE
        self.laid: int = NONE
        self.named: int = NONE
        self.points = 0


def face_down(value: int) -> int:
    """Hide a card or a choice, but not whether it exists."""
    return value if value < 0 else FACE_DOWN
