"""Table notes: what a viewer is shown in addition to the scene, such as seats, log, hint and guide."""

from typing import Literal

import msgspec

from chabudai.bots.hint import Hint
from chabudai.scene.vocabulary import LogLine


class SeatNote(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat; `here` is false for a person without a connection, `stand_in` true if a bot moves for them."""

    kind: Literal["person", "bot", "free"]
    level: str = ""
    here: bool = True
    left: bool = False
    stand_in: bool = False
    until: float | None = None
    """The deadline for this move, in seconds since 1970."""


class Guide(msgspec.Struct, frozen=True):
    """The guided game's comment on this choice, and the related chapter of the rules."""

    text: str
    chapter: str = ""


class TableNotes(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer is shown in addition to the scene."""

    log: list[LogLine] = []
    seats: list[SeatNote] = []
    hint: Hint | None = None
    guide: Guide | None = None
    moment: bool = False
    """Whether the viewer still has to confirm a moment."""
    can_undo: bool = False
    can_hint: bool = False
    asking: bool = False
    """Whether the others are voting on the viewer's undo request."""
    can_sit: Literal["", "free", "own"] = ""
    """Where the viewer may sit down: at a free seat, or again at their own."""
    can_begin: bool = False
    """Whether the viewer may begin the game, with bots in the free seats."""
    awaited: int = 0
    """How many more people must sit down before the game begins."""
