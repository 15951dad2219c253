"""What goes over the socket: docs/protocol.md as types."""

from typing import Annotated

import msgspec

from chabudai.scene.vocabulary import Scene
from chabudai.server.plan import MONTH, Pace
from chabudai.server.refusal import Refused
from chabudai.server.store import Status
from chabudai.web.notes import TableNotes
from chabudai.web.pieces import Piece

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]*\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=61)]
_Seconds = Annotated[int, msgspec.Meta(ge=0, le=MONTH)]


# ---- From a client --------------------------------------------------------------------------------------------------


class _Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower):
    """What all commands have: an id by which a resend is known."""

    id: _Id


class Choose(_Command, frozen=True):
    """Make a choice, of what the table asked after this entry; without a number, of what it asks now."""

    action: int
    seat: _Seat | None = None
    seq: int | None = None


class Seen(_Command, frozen=True):
    """The moment has been looked at, as the table was after this entry; without a number, as it is now."""

    seq: int | None = None


class Reveal(_Command, frozen=True):
    """Where one device is passed round: it is me."""

    seat: _Seat


class Hint(_Command, frozen=True):
    """What would a bot do?"""


class Chat(_Command, frozen=True):
    """Say something."""

    text: _Text


class Undo(_Command, frozen=True):
    """Take back my last choice."""


class Agree(_Command, frozen=True):
    """Whether somebody may take a choice back."""

    yes: bool


class Sit(_Command, frozen=True):
    """Sit down."""

    seat: _Seat | None = None
    name: _Name = ""


class Leave(_Command, frozen=True):
    """Stand up."""


class Set(_Command, frozen=True):
    """Change something: for oneself (name, forced), or as the host."""

    name: _Name | None = None
    forced: bool | None = None
    pace: Pace | None = None
    limit: _Seconds | None = None
    takeover: _Seconds | None = None
    listed: bool | None = None
    seat: _Seat | None = None
    level: str | None = None
    open: bool = False


class Begin(_Command, frozen=True):
    """Begin, with bots at the seats that are free."""


class Close(_Command, frozen=True):
    """Close the table."""


class Rematch(_Command, frozen=True):
    """The same people once more, each a seat further."""


Command = Choose | Seen | Reveal | Hint | Chat | Undo | Agree | Sit | Leave | Set | Begin | Close | Rematch

_READER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class _HasId(msgspec.Struct):
    """As much as is needed to answer a message that is otherwise not understood."""

    id: _Id


def read_command(text: str | bytes) -> Command:
    """The command that a message holds."""
    try:
        return _READER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("not_understood", detail=str(error)) from error


def id_of(text: str | bytes) -> str | None:
    """The id of a message, though the rest of it may not be understood."""
    try:
        return msgspec.json.decode(text, type=_HasId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


# ---- From the server ------------------------------------------------------------------------------------------------


class Curtain(msgspec.Struct, frozen=True):
    """Whose turn it is at a device that is passed round."""

    seat: int
    name: str


class Ask(msgspec.Struct, frozen=True):
    """Who would like to take a choice back."""

    name: str


class Around(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag=str.lower):
    """How things stand, beside what is drawn."""

    seq: int
    title: str
    turn: bool
    moment: bool
    curtain: Curtain | None
    ask: Ask | None
    status: Status
    mine: list[int]
    host: bool


class Sections(Around, frozen=True, kw_only=True):
    """Those sections of the page that are not as they were."""

    sound: str | None
    sections: dict[str, list[Piece]]


class Shown(Around, frozen=True, kw_only=True, tag="scene"):
    """The scene itself, and what the table knows beside it."""

    sound: str | None
    scene: Scene
    notes: TableNotes


class _Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """What all other messages are."""


class Done(_Message, frozen=True):
    """A command was carried out, and is on disk."""

    id: str
    seq: int


class NotDone(_Message, frozen=True, tag="refused"):
    """A command was not carried out."""

    id: str | None
    why: str


class Hinted(_Message, frozen=True, tag="hint"):
    """The hint that was asked for."""

    id: str
    seq: int
    hint: object


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the chat."""

    seq: int
    seat: int | None
    name: str
    text: str
    you: bool


class ChatLines(_Message, frozen=True, tag="chat"):
    """New lines of the chat."""

    lines: list[ChatLine]


class Moved(_Message, frozen=True):
    """The game goes on elsewhere."""

    to: str


class Gone(_Message, frozen=True, tag="closed"):
    """There is nothing more to be shown."""

    why: str


Message = Sections | Shown | Done | NotDone | Hinted | ChatLines | Moved | Gone
