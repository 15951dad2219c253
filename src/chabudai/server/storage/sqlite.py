"""The store in one SQLite file."""

import asyncio
import math
import sqlite3
from pathlib import Path

import msgspec

from chabudai.server.storage.database import Database
from chabudai.server.storage.downtime import after_downtime, waits_under_limit
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import Guest, Report, StoredGame, StoreStopped, UploadsKept
from chabudai.session import log
from chabudai.session.log import LogRow

_MAX_REPORTS = 1000
_MAX_REPORTS_BY_REPORTER = 20
"""Reports to keep: in all, and from each reporter."""

_REMOVE_REPORTS_BY_REPORTER = """
    DELETE FROM report WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (
            PARTITION BY json_extract(CAST(report AS TEXT), '$.reporter') ORDER BY at DESC, id
        ) AS place FROM report
    ) WHERE place > ?)
"""

_REMOVE_REPORTS = "DELETE FROM report WHERE id IN (SELECT id FROM report ORDER BY at DESC, id LIMIT -1 OFFSET ?)"

_CHECK_SECONDS = 1.0
"""Seconds for which the result of a check is valid."""

_SET_STATUS = "INSERT OR REPLACE INTO status VALUES (?, ?)"


class SqliteStore(Database):
    """A `Store` in an SQLite file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._checked_at = -math.inf
        self._check: asyncio.Task[None] | None = None

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def read_log(self, table: str, first: int = 0, limit: int = -1) -> list[LogRow]:
        """Return a table's log from this entry on, at most this many entries; empty if there is no such table."""
        rows = await self._read(
            "SELECT seq, at, command, entry FROM event WHERE table_id = ? AND seq >= ? ORDER BY seq LIMIT ?",
            table,
            first,
            limit,
        )
        return [LogRow(*columns) for columns in rows]

    async def read_listing(self, table: str) -> Listing | None:
        """Return the summary of a table."""
        return next(iter(await self._listings("id = ?", table)), None)

    async def listed_tables(self, limit: int) -> list[Listing]:
        """Return the public tables that are neither over nor closed, most recent first."""
        return await self._listings("listed AND status IN ('open', 'playing') ORDER BY touched DESC LIMIT ?", limit)

    async def tables_of(self, guest: str, limit: int, before: float = math.inf) -> list[Listing]:
        """Return the tables where a guest is host or has had a seat, changed before this time, most recent first."""
        condition = "id IN (SELECT table_id FROM sitter WHERE guest = ?) AND touched < ? ORDER BY touched DESC LIMIT ?"
        return await self._listings(condition, guest, before, limit)

    async def latest_tables(self, limit: int) -> list[Listing]:
        """Return all tables, most recent first."""
        return await self._listings("TRUE ORDER BY touched DESC LIMIT ?", limit)

    async def due_tables(self, now: float, limit: int) -> list[str]:
        """Return the ids of the tables that need attention by now."""
        return [row[0] for row in await self._read("SELECT id FROM listing WHERE wake <= ? LIMIT ?", now, limit)]

    async def clear_wake_time(self, table: str) -> None:
        """Stop waking a table."""
        await self._write(
            lambda connection: connection.execute("UPDATE listing SET wake = NULL WHERE id = ?", (table,))
        )

    async def count_unfinished(self, host: str) -> int:
        """Count the tables of a host that are neither over nor closed."""
        rows = await self._read("SELECT count(*) FROM listing WHERE host = ? AND status IN ('open', 'playing')", host)
        return int(rows[0][0])

    async def remove_idle(self, before: float) -> int:
        """Remove the tables that have not changed since then, unless their game is over. Return how many."""

        def write(connection: sqlite3.Connection) -> int:
            idle = "SELECT id FROM listing WHERE touched < ? AND status <> 'over'"
            for table in ("event", "sitter"):
                connection.execute(f"DELETE FROM {table} WHERE table_id IN ({idle})", (before,))
            return connection.execute(f"DELETE FROM listing WHERE id IN ({idle})", (before,)).rowcount

        return await self._write(write)

    async def _listings(self, condition: str, *values: object) -> list[Listing]:
        rows = await self._read(f"SELECT listing FROM listing WHERE {condition}", *values)
        return [msgspec.json.decode(row[0], type=Listing) for row in rows]

    # ---- Guests and games -------------------------------------------------------------------------------------------

    async def read_guest(self, guest: str) -> Guest | None:
        """Return a guest, if known."""
        rows = await self._read("SELECT id, name, banned FROM guest WHERE id = ?", guest)
        return Guest(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None

    async def name_guest(self, guest: str, name: str) -> None:
        """Store a guest's name."""
        statement = "INSERT INTO guest VALUES (?, ?, FALSE) ON CONFLICT DO UPDATE SET name = excluded.name"
        await self._write(lambda connection: connection.execute(statement, (guest, name)))

    async def ban_guest(self, guest: str, banned: bool) -> None:
        """Store whether a guest is banned."""
        statement = "INSERT INTO guest VALUES (?, '', ?) ON CONFLICT DO UPDATE SET banned = excluded.banned"
        await self._write(lambda connection: connection.execute(statement, (guest, banned)))

    async def banned_guests(self) -> list[Guest]:
        """Return the banned guests."""
        return [Guest(row[0], row[1], True) for row in await self._read("SELECT id, name FROM guest WHERE banned")]

    async def save_game(self, game: StoredGame) -> None:
        """Store a finished game, unless it is stored already."""
        await self._write(lambda connection: _insert_game(connection, game))

    async def save_upload(self, game: StoredGame, address: str, kept: UploadsKept) -> None:
        """Store an uploaded game for its guest, and forget the oldest uploads beyond those to keep."""

        def write(connection: sqlite3.Connection) -> None:
            _insert_game(connection, game)
            upload = (game.id, game.guest, address, game.made)
            connection.execute("INSERT OR REPLACE INTO upload VALUES (?, ?, ?, ?)", upload)
            _forget_uploads(connection, kept.per_guest, "guest = ?", game.guest)
            _forget_uploads(connection, kept.per_address, "address = ?", address)
            _forget_uploads(connection, kept.in_all, "TRUE")

        await self._write(write)

    async def read_game(self, game: str) -> StoredGame | None:
        """Return a finished or uploaded game, if stored."""
        rows = await self._read("SELECT id, guest, game, made, line FROM game WHERE id = ?", game)
        return StoredGame(*rows[0]) if rows else None

    async def save_report(self, report: Report) -> None:
        """Store a report, and forget the oldest ones: first those of anybody who has sent many, then of all."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR IGNORE INTO report VALUES (?, ?, ?)", (report.id, report.at, msgspec.json.encode(report))
            )
            connection.execute(_REMOVE_REPORTS_BY_REPORTER, (_MAX_REPORTS_BY_REPORTER,))
            connection.execute(_REMOVE_REPORTS, (_MAX_REPORTS,))

        await self._write(write)

    async def latest_reports(self, limit: int) -> list[Report]:
        """Return the reports, most recent first."""
        rows = await self._read("SELECT report FROM report ORDER BY at DESC, id LIMIT ?", limit)
        return [msgspec.json.decode(row[0], type=Report) for row in rows]

    # ---- Heartbeat --------------------------------------------------------------------------------------------------

    async def heartbeat(self, now: float) -> None:
        """Store that the server runs at this time."""
        await self._write(lambda connection: connection.execute(_SET_STATUS, ("heartbeat", now)))

    async def record_downtime(self, now: float) -> float:
        """Move the deadlines of tables that wait for a person under a time limit by the time since the last heartbeat.

        Return that time: 0 if there was no heartbeat.
        """

        def write(connection: sqlite3.Connection) -> float:
            last = connection.execute("SELECT value FROM status WHERE name = 'heartbeat'").fetchone()
            connection.execute(_SET_STATUS, ("heartbeat", now))
            if last is None:
                return 0.0
            seconds = now - float(last[0])
            entry = msgspec.json.encode(log.Downtime(seconds))
            unfinished = connection.execute(
                "SELECT listing FROM listing WHERE status IN ('open', 'playing')"
            ).fetchall()
            for listing in (msgspec.json.decode(row[0], type=Listing) for row in unfinished):
                if waits_under_limit(listing):
                    _append_downtime(connection, listing.id, now, entry)
                _update_listing(connection, after_downtime(listing, seconds))
            return seconds

        return await self._write(write)

    async def check(self) -> None:
        """Write a row and read it back; raise `StoreStopped` if that fails. Calls within a second share the result."""
        loop = asyncio.get_running_loop()
        recent = loop.time() < self._checked_at + _CHECK_SECONDS
        if self._check is None or (self._check.done() and not recent):
            self._checked_at = loop.time()
            self._check = loop.create_task(self._write_and_read())
        await asyncio.shield(self._check)

    async def _write_and_read(self) -> None:
        (number,) = await self._write(
            lambda connection: connection.execute(
                "INSERT INTO status VALUES ('checks', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value"
            ).fetchone()
        )
        ((stored,),) = await self._read("SELECT value FROM status WHERE name = 'checks'")
        if stored < number:
            raise StoreStopped("the database does not return what was written")


def _insert_game(connection: sqlite3.Connection, game: StoredGame) -> None:
    values = (game.id, game.guest, game.game, game.made, game.line)
    connection.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?)", values)


def _forget_uploads(connection: sqlite3.Connection, kept: int, condition: str, *values: str) -> None:
    """Forget the oldest uploads with a condition beyond those to keep, and games that are nobody's upload anymore."""
    query = f"SELECT game, guest FROM upload WHERE {condition} ORDER BY at DESC, game, guest LIMIT -1 OFFSET ?"
    for game, guest in connection.execute(query, (*values, kept)).fetchall():
        connection.execute("DELETE FROM upload WHERE game = ? AND guest = ?", (game, guest))
        connection.execute("DELETE FROM game WHERE id = ? AND id NOT IN (SELECT game FROM upload)", (game,))


def _append_downtime(connection: sqlite3.Connection, table: str, now: float, entry: bytes) -> None:
    """Append the entry to a table's log."""
    connection.execute(
        "INSERT INTO event SELECT table_id, max(seq) + 1, ?, '', ? FROM event WHERE table_id = ? GROUP BY table_id",
        (now, entry, table),
    )


def _update_listing(connection: sqlite3.Connection, listing: Listing) -> None:
    connection.execute(
        "UPDATE listing SET touched = ?, wake = ?, listing = ? WHERE id = ?",
        (listing.touched, listing.wake, msgspec.json.encode(listing), listing.id),
    )
