"""What the log of a table can say. A table is what its entries, read in order, make of it.

Moves and chance are in words of the record, so that a log can be read without the program that wrote it.
"""

from typing import Literal

import msgspec

from chabudai.kernel.chance import Word
from chabudai.server.plan import Pace, Plan

Way = Literal["person", "bot", "forced", "late"]
"""How a choice was made: by the person, by a bot in its or somebody's place, as the only one, or for want of time."""


class _Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="what", tag=str.lower):
    """What all entries are."""


class Opened(_Entry, frozen=True):
    """A table was set: `version` is that of the game's rules.

    A guided game has a `fixed` opening deal, as `--chance` has it, and a `seed` for the rest.
    """

    plan: Plan
    version: int
    host: str
    fixed: list[str] = []
    seed: int | None = None


class Invited(_Entry, frozen=True):
    """A guest has followed an invitation, and may sit down."""

    guest: str


class Sat(_Entry, frozen=True):
    """A guest has sat down, or come back to their seat."""

    seat: int
    guest: str
    name: str


class Bot(_Entry, frozen=True):
    """A bot has been given a seat."""

    seat: int
    level: str


class Freed(_Entry, frozen=True):
    """A seat is free again."""

    seat: int


class Left(_Entry, frozen=True):
    """A person has left in the middle of the game; the seat stays theirs."""

    seat: int


class Began(_Entry, frozen=True):
    """The game has begun."""


class Came(_Entry, frozen=True):
    """Chance has decided: each event with what it brought, in order."""

    outcomes: list[tuple[str, Word]]


class Chose(_Entry, frozen=True):
    """A seat has made its choice."""

    seat: int
    move: str
    way: Way = "person"


class TookBack(_Entry, frozen=True):
    """The game stands again as after so many moves."""

    moves: int


class Said(_Entry, frozen=True):
    """A line of the chat; `seat` is -1 for somebody who watches."""

    guest: str
    name: str
    seat: int
    text: str


class Named(_Entry, frozen=True):
    """A guest goes by another name."""

    guest: str
    name: str


class Prefers(_Entry, frozen=True):
    """Whether a person's moves without a choice play themselves."""

    guest: str
    forced: bool


class Changed(_Entry, frozen=True):
    """The host has changed how the table is run; None leaves something as it was."""

    pace: Pace | None = None
    limit: int | None = None
    takeover: int | None = None
    listed: bool | None = None


class Closed(_Entry, frozen=True):
    """The table was closed before its end."""


class Again(_Entry, frozen=True):
    """The same people have gone on to another table."""

    table: str


Entry = (
    Opened
    | Invited
    | Sat
    | Bot
    | Freed
    | Left
    | Began
    | Came
    | Chose
    | TookBack
    | Said
    | Named
    | Prefers
    | Changed
    | Closed
    | Again
)

_READER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def written(entry: Entry) -> bytes:
    """The entry as JSON."""
    return msgspec.json.encode(entry)


def read(entry: bytes) -> Entry:
    """The entry that was written so."""
    return _READER.decode(entry)
