"""The commands that people give to a table. docs/protocol.md describes those that clients send."""

from typing import Annotated

import msgspec

from chabudai.session.chat import Reaction
from chabudai.session.settings import Pace, Seconds

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]*\Z")]
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
_ChatText = Annotated[str, msgspec.Meta(max_length=300)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=61)]


# ---- From clients ---------------------------------------------------------------------------------------------------


def _tag(name: str) -> str:
    """Return the tag of a command on the wire: `ChooseCommand` is "choose"."""
    return name.removesuffix("Command").lower()


class ClientCommand(msgspec.Struct, frozen=True, tag_field="do", tag=_tag):
    """Base of all commands that clients send. The id identifies a resent command."""

    id: CommandId


class ChooseCommand(ClientCommand, frozen=True):
    """Make a choice, based on the table after entry `seq` (None: on the present one).

    A client omits `seat` unless it holds several seats.
    """

    action: int
    seat: _Seat | None = None
    seq: int | None = None


class SeenCommand(ClientCommand, frozen=True):
    """Confirm the moment that was shown after entry `seq` (None: the present one)."""

    seq: int | None = None


class RevealCommand(ClientCommand, frozen=True):
    """Report that the person at this seat now holds the shared device."""

    seat: _Seat


class HintCommand(ClientCommand, frozen=True):
    """Ask a bot for a hint."""


class ChatCommand(ClientCommand, frozen=True):
    """Write a line of chat, or send a quick reaction, to everybody at the table."""

    text: _ChatText = ""
    reaction: Reaction | None = None


class UndoCommand(ClientCommand, frozen=True):
    """Take back the player's own last choice."""


class AgreeCommand(ClientCommand, frozen=True):
    """Vote on what another person asks for: an undo, a seat, or the removal of a player.

    With `vote`, the number of the vote that the person was shown, it counts for no other one.
    """

    yes: bool
    vote: int | None = None


class SitCommand(ClientCommand, frozen=True):
    """Sit down: at this seat or, if None, wherever the guest may.

    To take over a bot's seat during a game, all other people at the table must agree.
    """

    seat: _Seat | None = None
    name: _Name = ""


class LeaveCommand(ClientCommand, frozen=True):
    """Leave the player's own seats."""


class RemoveCommand(ClientCommand, frozen=True):
    """Remove the player at this seat: as the host before the game, during the game if all others agree."""

    seat: _Seat


class ReportCommand(ClientCommand, frozen=True):
    """Report the player at this seat to the operator of the server."""

    seat: _Seat
    text: _Text


class RevokeCommand(ClientCommand, frozen=True):
    """Revoke all invitations made so far."""


class SetCommand(ClientCommand, frozen=True):
    """Change settings: the person's own (name, forced) or, as the host, those of the table.

    With `name`, `seat` is one of the person's own seats: people who share a device have a name each. Otherwise the host
    may also give `seat` to a bot of this `level`, or make it free (`open`).
    """

    name: _Name | None = None
    forced: bool | None = None
    pace: Pace | None = None
    limit: Seconds | None = None
    takeover: Seconds | None = None
    listed: bool | None = None
    seat: _Seat | None = None
    level: str | None = None
    open: bool = False


class BeginCommand(ClientCommand, frozen=True):
    """Begin the game, with bots in the free seats."""


class CloseCommand(ClientCommand, frozen=True):
    """Close the table."""


class RematchCommand(ClientCommand, frozen=True):
    """Open a table for a rematch with the same people, each one seat further."""


TableCommand = (
    ChooseCommand
    | SeenCommand
    | RevealCommand
    | HintCommand
    | ChatCommand
    | UndoCommand
    | AgreeCommand
    | SitCommand
    | LeaveCommand
    | RemoveCommand
    | ReportCommand
    | RevokeCommand
    | SetCommand
    | BeginCommand
    | CloseCommand
    | RematchCommand
)


# ---- From a server's pages ------------------------------------------------------------------------------------------


class AcceptInvitationCommand(msgspec.Struct, frozen=True):
    """Follow an invitation of this generation."""

    generation: int


class TransferSeatCommand(msgspec.Struct, frozen=True):
    """Transfer the seat of `guest` to this device, which counts as another guest.

    `sat_seq` is the entry with which the guest sat down there. The command comes from a link, which expires when
    somebody else sits down there, and at the time `until`.
    """

    seat: int
    guest: str
    sat_seq: int
    until: float


PageCommand = AcceptInvitationCommand | TransferSeatCommand
