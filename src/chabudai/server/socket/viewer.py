"""A viewer with a connection: what they have been sent, and what is still to send."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from chabudai.server.address import Sender
from chabudai.server.socket.messages import ServerMessage
from chabudai.session.decide import Actor
from chabudai.session.views import Viewer, ViewerUpdate
from chabudai.web.fragments import Fragments
from chabudai.web.markup_cache import PageCache

Form = Literal["html", "json"]


@dataclass(eq=False)
class SocketViewer(Viewer):
    """A viewer with a connection. Updates are not queued: a slow reader gets only the newest one."""

    name: str = ""
    address: str = ""
    """The key of the address that they come from."""
    form: Form = "html"
    replies: list[ServerMessage] = field(default_factory=list)
    """Messages to send. They stay few, since a client that does not read is disconnected."""
    pending: int = 0
    """Commands without a reply so far."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there may be something to send."""
    on_disk: asyncio.Event = field(default_factory=asyncio.Event)
    """The table's event, set while all its entries are on disk."""
    sections: dict[str, str] = field(default_factory=dict)
    """The HTML of the page's sections."""
    page_cache: PageCache = field(default_factory=dict)
    """The scene parts that the sections were drawn from."""
    fragments: Fragments = field(default_factory=Fragments)
    """The HTML fragments that the page has received."""
    last_chat_seq: int = -1
    """The entry of the last chat line that was sent."""
    connected_seq: int = 0
    """The last entry of the table when the viewer connected."""
    news_seq: int = 0
    """The last entry whose news were sent: over this connection or, if the viewer said so, over an earlier one."""
    announced_seq: int = 0
    """The last entry whose change of a seat the viewer knows about."""
    rematch_sent: bool = False
    shown_position: int = -1
    """The id of the position that was last shown."""
    last_update: ViewerUpdate | None = None
    """The update that was last shown."""
    banned: bool = False
    """Whether to end the connection after the queued messages."""
    stale: bool = True
    """Whether the table may have changed since the last update."""
    show_when: Literal["now", "in turn", "not yet"] = "now"
    """When to show the table: as soon as possible, in turn (the render queue has time for it), or not yet."""

    @property
    def actor(self) -> Actor:
        """The viewer as `decide` knows them."""
        return Actor(self.guest, self.name)

    @property
    def sender(self) -> Sender:
        """The viewer as limits know them."""
        return Sender(self.guest, self.address)

    def show_now(self) -> None:
        """Show the table as soon as possible."""
        self.stale = True
        self.show_when = "now"
        self.wake.set()

    def show_in_turn(self) -> bool:
        """Show the table, now that the render queue has time.

        Return False if the table has not changed, or is about to be shown anyway.
        """
        if not self.stale or self.show_when != "not yet":
            return False
        self.show_when = "in turn"
        self.wake.set()
        return True

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.replies.append(message)
        self.wake.set()

    def reply(self, message: ServerMessage) -> None:
        """Queue the reply to a command."""
        self.pending -= 1
        self.send(message)

    def take_replies(self) -> list[ServerMessage]:
        """Return the queued messages, and empty the queue."""
        replies, self.replies = self.replies, []
        return replies
