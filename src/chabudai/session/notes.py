"""What a table knows besides the game: who sits there and is present, the log so far, hints, a guide."""

from typing import Literal

import msgspec

from chabudai.bots.hint import Hint
from chabudai.scene.vocabulary import LogLine


class SeatNote(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat: `here` is false for a person without a connection, `stand_in` if a bot moves for them."""

    kind: Literal["person", "bot", "free"]
    level: str = ""
    here: bool = True
    left: bool = False
    stand_in: bool = False
    until: float | None = None
    """When the time for this move is over, in seconds since 1970."""


class Guide(msgspec.Struct, frozen=True):
    """What a guided first game says at this choice, and the chapter of the rules that it belongs to."""

    text: str
    chapter: str = ""


class TableNotes(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer is shown besides the scene."""

    log: list[LogLine] = []
    seats: list[SeatNote] = []
    hint: Hint | None = None
    guide: Guide | None = None
    moment: bool = False
    """Whether the viewer has still to confirm a moment."""
    can_undo: bool = False
    can_hint: bool = False
    asking: bool = False
    """Whether others are voting on whether the viewer may take a choice back."""
    can_sit: Literal["", "free", "own"] = ""
    """Whether the viewer may sit down: at a free seat, or at their own again."""
    can_begin: bool = False
    """Whether the viewer may begin the game, with bots at the free seats."""
    awaited: int = 0
    """How many people have to sit down before the game begins."""
