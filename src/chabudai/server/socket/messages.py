"""The messages to clients, each named after its tag (docs/protocol.md)."""

from collections.abc import Sequence

import msgspec

from chabudai.bots import hint
from chabudai.scene import vocabulary
from chabudai.session.notes import NewsLine, TableNotes
from chabudai.session.views import UpdateHeader
from chabudai.web.fragments import Fragment


class SectionsMessage(UpdateHeader, frozen=True, kw_only=True, tag_field="t", tag="sections", omit_defaults=True):
    """The sections of the page that have changed, and the news since the last update.

    `now` is the time by the server's clock, sent with a countdown.
    """

    now: float | None = None
    sound: str | None
    news: Sequence[NewsLine] = ()
    sections: dict[str, list[Fragment]]


class SceneMessage(UpdateHeader, frozen=True, kw_only=True, tag_field="t", tag="scene"):
    """The scene and the notes of the table, and the news since the last update. `now` is the server's time."""

    now: float
    sound: str | None
    news: Sequence[NewsLine] = ()
    scene: vocabulary.Scene
    notes: TableNotes


def _tag(name: str) -> str:
    """Return the tag of a message on the wire: `DoneMessage` is "done"."""
    return name.removesuffix("Message").lower()


class _Message(msgspec.Struct, frozen=True, tag_field="t", tag=_tag):
    """Base of all other messages."""


class DoneMessage(_Message, frozen=True):
    """A command was carried out, and its entries are on disk."""

    id: str
    seq: int


class RefusedMessage(_Message, frozen=True):
    """A command was not carried out."""

    id: str | None
    why: str


class HintMessage(_Message, frozen=True):
    """The requested hint."""

    id: str
    seq: int
    hint: hint.Hint


class ChatLineOut(msgspec.Struct, frozen=True):
    """A line of chat, as sent to one client.

    `writer` is the number of the person among all who have written at this table; a client can mute them by it.
    """

    seq: int
    seat: int | None
    name: str
    text: str
    you: bool
    writer: int = 0
    reaction: str = ""


class ChatMessage(_Message, frozen=True):
    """New lines of chat."""

    lines: list[ChatLineOut]


class AnnouncedMessage(_Message, frozen=True):
    """Changes of seats since the last update, a sentence each."""

    lines: list[str]


class MovedMessage(_Message, frozen=True):
    """A rematch was opened at another address."""

    to: str


class ClosedMessage(_Message, frozen=True):
    """The table is closed or cannot be shown."""

    why: str


ServerMessage = (
    SectionsMessage
    | SceneMessage
    | DoneMessage
    | RefusedMessage
    | HintMessage
    | ChatMessage
    | AnnouncedMessage
    | MovedMessage
    | ClosedMessage
)
