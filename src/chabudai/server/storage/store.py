"""The interface to a database: few calls, so that SQLite can be replaced."""

import math
from collections.abc import Sequence
from typing import Protocol

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.listing import Listing
from chabudai.session.log import LogRow


class StaleOwner(ChabudaiError):
    """Somebody else has appended to the log of a table since it was read."""


class StoreStopped(ChabudaiError):
    """The database cannot be used: writing failed, as on a full disk, or its file was deleted or replaced."""


class StoreClosed(StoreStopped):
    """The database cannot be used because the server is stopping."""


class Guest(msgspec.Struct, frozen=True):
    """A person, known only by the id in their cookie and the name they gave."""

    id: str
    name: str = ""
    banned: bool = False


class StoredGame(msgspec.Struct, frozen=True):
    """The record of a finished or uploaded game.

    `guest` is the host or the uploader, `game` the name of the game, `made` when it was stored, and `line` the record.
    """

    id: str
    guest: str
    game: str
    made: float
    line: bytes


class UploadsKept(msgspec.Struct, frozen=True):
    """How many uploads to keep: of each guest, from each address, and of all."""

    per_guest: int
    per_address: int
    in_all: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a player reported to the operator about somebody at their table.

    `reporter` and `guest` are the ids of the two, `seat` is where the reported guest sits, and `lines` are the last
    lines of the log as the reporter saw them, in English.
    """

    id: str
    at: float
    table: str
    reporter: str
    guest: str
    seat: int
    text: str
    lines: list[str]


class Store(Protocol):
    """Stores logs, guests, records and reports. Each call is atomic, and durable when it returns."""

    async def append(self, rows: Sequence[LogRow], listing: Listing) -> None:
        """Append to a table's log, and store its summary.

        Raise `StaleOwner` if the log already has an entry with the `seq` of one of these rows.
        """
        ...

    async def read_log(self, table: str, first: int = 0, limit: int = -1) -> list[LogRow]:
        """Return a table's log from this entry on, at most this many entries; empty if there is no such table.

        Without arguments, return the whole log.
        """
        ...

    async def read_listing(self, table: str) -> Listing | None:
        """Return the summary of a table."""
        ...

    async def listed_tables(self, limit: int) -> list[Listing]:
        """Return the public tables that are neither over nor closed, most recent first."""
        ...

    async def tables_of(self, guest: str, limit: int, before: float = math.inf) -> list[Listing]:
        """Return the tables where a guest is host or has had a seat, changed before this time, most recent first."""
        ...

    async def latest_tables(self, limit: int) -> list[Listing]:
        """Return all tables, most recent first."""
        ...

    async def due_tables(self, now: float, limit: int) -> list[str]:
        """Return the ids of the tables that need attention by now."""
        ...

    async def clear_wake_time(self, table: str) -> None:
        """Stop waking a table."""
        ...

    async def count_unfinished(self, host: str) -> int:
        """Count the tables of a host that are neither over nor closed."""
        ...

    async def remove_idle(self, before: float) -> int:
        """Remove the tables that have not changed since then, unless their game is over. Return how many."""
        ...

    async def read_guest(self, guest: str) -> Guest | None:
        """Return a guest, if known."""
        ...

    async def name_guest(self, guest: str, name: str) -> None:
        """Store a guest's name."""
        ...

    async def ban_guest(self, guest: str, banned: bool) -> None:
        """Store whether a guest is banned."""
        ...

    async def banned_guests(self) -> list[Guest]:
        """Return the banned guests."""
        ...

    async def save_game(self, game: StoredGame) -> None:
        """Store a finished game, unless it is stored already."""
        ...

    async def save_upload(self, game: StoredGame, address: str, kept: UploadsKept) -> None:
        """Store an uploaded game for its guest, and forget the oldest uploads beyond those to keep.

        A game that several guests have uploaded stays until all these uploads are forgotten. `address` may be any text
        that is the same for everything from an address; uploads of earlier versions have none.
        """
        ...

    async def read_game(self, game: str) -> StoredGame | None:
        """Return a finished or uploaded game, if stored."""
        ...

    async def save_report(self, report: Report) -> None:
        """Store a report, and forget the oldest ones if there are many."""
        ...

    async def latest_reports(self, limit: int) -> list[Report]:
        """Return the reports, most recent first."""
        ...

    async def heartbeat(self, now: float) -> None:
        """Store that the server runs at this time."""
        ...

    async def record_downtime(self, now: float) -> float:
        """Move the deadlines of tables that wait for a person under a time limit by the time since the last heartbeat.

        Each of these tables gets an entry `Downtime`. The last change of each unfinished table is moved, too, since
        idle tables are removed by it. Return that time: 0 if there was no heartbeat, negative if the
        machine's clock was set back. Call this once, before any table is loaded.
        """
        ...

    async def check(self) -> None:
        """Write a row and read it back; raise `StoreStopped` if that fails. Concurrent callers share the result."""
        ...

    async def close(self) -> None:
        """Flush pending writes, and close the database."""
        ...
