"""What people can ask of a table. docs/protocol.md describes the commands that clients send."""

from typing import Annotated

import msgspec

from chabudai.session.settings import Pace, Seconds

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]*\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=61)]


# ---- From clients ---------------------------------------------------------------------------------------------------


class ClientCommand(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower):
    """What all commands of clients have: an id, by which a resent command is recognised."""

    id: Id


class Choose(ClientCommand, frozen=True):
    """Make a choice, as asked after the entry `seq`; without a number, as asked now.

    A client leaves `seat` out unless it holds several seats.
    """

    action: int
    seat: _Seat | None = None
    seq: int | None = None


class Seen(ClientCommand, frozen=True):
    """The moment on the table after the entry `seq` has been seen; without a number, the present one."""

    seq: int | None = None


class Reveal(ClientCommand, frozen=True):
    """On a shared device: the person at this seat holds it now."""

    seat: _Seat


class Hint(ClientCommand, frozen=True):
    """Ask what a bot would do."""


class Chat(ClientCommand, frozen=True):
    """Say something to everybody at the table."""

    text: _Text


class Undo(ClientCommand, frozen=True):
    """Take back one's last choice."""


class Agree(ClientCommand, frozen=True):
    """Vote on whether somebody may take a choice back."""

    yes: bool


class Sit(ClientCommand, frozen=True):
    """Sit down."""

    seat: _Seat | None = None
    name: _Name = ""


class Leave(ClientCommand, frozen=True):
    """Leave one's seat."""


class Set(ClientCommand, frozen=True):
    """Change settings: one's own (name, forced), or as the host those of the table."""

    name: _Name | None = None
    forced: bool | None = None
    pace: Pace | None = None
    limit: Seconds | None = None
    takeover: Seconds | None = None
    listed: bool | None = None
    seat: _Seat | None = None
    level: str | None = None
    open: bool = False


class Begin(ClientCommand, frozen=True):
    """Begin the game, with bots at the free seats."""


class Close(ClientCommand, frozen=True):
    """Close the table."""


class Rematch(ClientCommand, frozen=True):
    """Play again with the same people, each one seat further."""


Command = Choose | Seen | Reveal | Hint | Chat | Undo | Agree | Sit | Leave | Set | Begin | Close | Rematch


# ---- From the pages of a server -------------------------------------------------------------------------------------


class AcceptInvitation(msgspec.Struct, frozen=True):
    """Be let in by an invitation."""


class MoveSeat(msgspec.Struct, frozen=True):
    """Go on playing the seat of `guest` on this device, which is another guest.

    `sat` is the entry by which the guest sat down there: after another one the link is worth nothing. Nor is it after
    the time `until`.
    """

    seat: int
    guest: str
    sat: int
    until: float


PageCommand = AcceptInvitation | MoveSeat
