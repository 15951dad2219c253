"""The messages that a client is sent, each named after its tag, and how commands are read (docs/protocol.md)."""

import msgspec

from chabudai.bots import hint
from chabudai.scene import vocabulary
from chabudai.server.refusal import ServerRefused
from chabudai.session.commands import Command, Id
from chabudai.session.notes import TableNotes
from chabudai.session.views import Standing
from chabudai.web.pieces import Piece

# ---- From a client --------------------------------------------------------------------------------------------------

_READER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class _HasId(msgspec.Struct):
    """Enough to answer a message that is otherwise not understood."""

    id: Id


def read_command(text: str | bytes) -> Command:
    """The command in a message."""
    try:
        return _READER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ServerRefused("not_understood", detail=str(error)) from error


def id_of(text: str | bytes) -> str | None:
    """The id in a message, even if the rest is not understood."""
    try:
        return msgspec.json.decode(text, type=_HasId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


# ---- From the server ------------------------------------------------------------------------------------------------


class Sections(Standing, frozen=True, kw_only=True, tag_field="t", tag="sections"):
    """The sections of the page that have changed."""

    sound: str | None
    sections: dict[str, list[Piece]]


class Scene(Standing, frozen=True, kw_only=True, tag_field="t", tag="scene"):
    """The scene itself, and what the table knows besides."""

    sound: str | None
    scene: vocabulary.Scene
    notes: TableNotes


class _Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """What all other messages have in common."""


class Done(_Message, frozen=True):
    """A command was carried out, and is on disk."""

    id: str
    seq: int


class Refused(_Message, frozen=True):
    """A command was not carried out."""

    id: str | None
    why: str


class Hint(_Message, frozen=True):
    """The hint that was asked for."""

    id: str
    seq: int
    hint: hint.Hint


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the chat."""

    seq: int
    seat: int | None
    name: str
    text: str
    you: bool


class Chat(_Message, frozen=True):
    """New lines of the chat."""

    lines: list[ChatLine]


class Moved(_Message, frozen=True):
    """The game goes on at another address."""

    to: str


class Closed(_Message, frozen=True):
    """There is nothing more to be shown."""

    why: str


Message = Sections | Scene | Done | Refused | Hint | Chat | Moved | Closed
