"""Somebody who looks at a table through one connection, and what is still to be sent to them."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from chabudai.bots.hint import Hint
from chabudai.scene.vocabulary import Scene
from chabudai.server.messages import Around, Message
from chabudai.web.notes import TableNotes
from chabudai.web.pieces import Pieces
from chabudai.web.remembered import Drawings

Form = Literal["html", "json"]


@dataclass(eq=False)
class Viewer:
    """A connection. The state of the table is not queued: whoever reads slowly gets the newest when there is room."""

    guest: str
    name: str
    language: str
    form: Form
    letters: list[Message] = field(default_factory=list)
    """Answers that are still to be sent: few, since the connection of one who does not read them ends."""
    pending: int = 0
    """Commands that were received and are not answered yet."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    on_disk: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while all that can be seen at the table is on disk."""
    revealed: int | None = None
    """Where one device is passed round: who said that they hold it."""
    seen: int = -1
    """The moment that was looked at."""
    hint: tuple[int, Hint] | None = None
    """A hint, and the turn that it is for."""
    sections: dict[str, str] = field(default_factory=dict)
    """What the page shows already."""
    drawings: Drawings = field(default_factory=dict)
    """What that was drawn from."""
    pieces: Pieces = field(default_factory=Pieces)
    """What the page needs only be reminded of."""
    chat: int = -1
    """The last line of the chat that was sent."""
    told_again: bool = False
    turned: int = -1
    """The turn that was last shown."""
    last: tuple[Around, Scene, TableNotes] | None = None
    """How the table was when it was last shown."""
    gone: bool = False
    """Nothing more is to be sent after what is there."""
    stale: bool = True
    """Whether the table may look otherwise than when it was last shown."""
    looks: Literal["now", "in turn", "not yet"] = "now"
    """Whether it is to be shown now: at once, or since the usher has time for it."""

    def look(self) -> None:
        """See the table as it is now."""
        self.stale = True
        self.looks = "now"
        self.wake.set()

    def look_in_turn(self) -> bool:
        """See the table, now that those are served who could not wait; whether there is anything new to see by now."""
        if not self.stale or self.looks != "not yet":
            return False
        self.looks = "in turn"
        self.wake.set()
        return True

    def send(self, message: Message) -> None:
        """Send something as soon as may be."""
        self.letters.append(message)
        self.wake.set()

    def answer(self, message: Message) -> None:
        """Send the answer to a command that was received."""
        self.pending -= 1
        self.send(message)
