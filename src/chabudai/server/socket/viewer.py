"""Somebody who looks at a table through one connection, and what is still to be sent to them."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from chabudai.server.socket.messages import Message
from chabudai.session.decide import Who
from chabudai.session.views import Shown, Viewpoint
from chabudai.web.pieces import Pieces
from chabudai.web.remembered import Drawings

Form = Literal["html", "json"]


@dataclass(eq=False)
class Viewer(Viewpoint):
    """A connection. States of the table are not queued: a slow reader gets the newest one when there is room."""

    name: str = ""
    form: Form = "html"
    replies: list[Message] = field(default_factory=list)
    """Messages that are still to be sent. They are few, since a client that does not read them is disconnected."""
    pending: int = 0
    """Commands that were received and are not answered yet."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    on_disk: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while everything that can be seen at the table is on disk."""
    sections: dict[str, str] = field(default_factory=dict)
    """What the page shows now."""
    drawings: Drawings = field(default_factory=dict)
    """What that was drawn from."""
    pieces: Pieces = field(default_factory=Pieces)
    """The pieces of HTML that the page has."""
    chat: int = -1
    """The last line of the chat that was sent."""
    told_again: bool = False
    turned: int = -1
    """The turn that was last shown."""
    last: Shown | None = None
    """How the table was when it was last shown."""
    gone: bool = False
    """Nothing more is to be sent after what is queued."""
    stale: bool = True
    """Whether the table may have changed since it was last shown."""
    looks: Literal["now", "in turn", "not yet"] = "now"
    """Whether the table is to be shown now: at once, or because the render queue has time for it."""

    @property
    def who(self) -> Who:
        """The person, as `decide` knows them."""
        return Who(self.guest, self.name)

    def look(self) -> None:
        """See the table as it is now."""
        self.stale = True
        self.looks = "now"
        self.wake.set()

    def look_in_turn(self) -> bool:
        """See the table after those who could not wait; whether there is anything new to see by now."""
        if not self.stale or self.looks != "not yet":
            return False
        self.looks = "in turn"
        self.wake.set()
        return True

    def send(self, message: Message) -> None:
        """Send a message as soon as possible."""
        self.replies.append(message)
        self.wake.set()

    def answer(self, message: Message) -> None:
        """Send the answer to a command that was received."""
        self.pending -= 1
        self.send(message)

    def take_replies(self) -> list[Message]:
        """The messages that are to be sent now."""
        replies, self.replies = self.replies, []
        return replies
