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
    takeover_at: float | None = None
    """When a bot will move for this person, who is away; None if none will, or one already does."""


class Guide(msgspec.Struct, frozen=True):
    """The guided game's comment on this choice, and the related chapter of the rules."""

    text: str
    chapter: str = ""


class NewsLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log, and the number of its entry."""

    seq: int
    text: str
    seat: int | None = None


class TableNotes(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer is shown in addition to the scene."""

    log: list[LogLine] = []
    seats: list[SeatNote] = []
    hint: Hint | None = None
    guided: bool = False
    """Whether the viewer is the learner of a guided game, who gets a `guide` at each choice."""
    guide: Guide | None = None
    moment: bool = False
    """Whether the viewer still has to confirm a moment."""
    can_undo: bool = False
    can_hint: bool = False
    asking: bool = False
    """Whether the others are voting on what the viewer asked for."""
    can_sit: Literal["", "free", "own", "bot"] = ""
    """Where the viewer may sit down: at a free seat, again at their own or, if the others agree, at that of a bot."""
    can_take_over: list[int] = []
    """The bots' seats that the viewer may ask the others for."""
    can_remove: list[int] = []
    """The seats of the players whom the viewer may remove, or ask the others to remove."""
    can_report: list[int] = []
    """The seats of all other people, whom the viewer may report to the operator of the server."""
    own_names: list[tuple[int, str]] = []
    """The viewer's own seats, and the names that others see there. People who share a device have a name each."""
    can_begin: bool = False
    """Whether the viewer may begin the game, with bots in the free seats."""
    awaited: int = 0
    """How many more people must sit down before the game begins."""
