"""The store in one SQLite file: a writer thread with group commit, and a second connection that reads."""

import asyncio
import contextlib
import math
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.schema import ForeignFile, migrate
from chabudai.server.storage.store import Guest, StaleOwner, StoredGame, StoreStopped
from chabudai.session.log import LogRow

T = TypeVar("T")

_MAX_BATCH = 512
"""Writes in one commit."""

_REST_FACTOR = 2.0
_MAX_REST = 0.01
"""After a commit the writer rests for this multiple of the commit's duration, up to a maximum in seconds. So under load
each flush serves several tables and leaves time to the rest of the server; after a quiet time writes start immediately.
"""


class CannotOpenDatabase(ChabudaiError):
    """A file that cannot be opened, or is not a database of Chabudai."""


# The writer thread has to reacquire the global interpreter lock after each statement. So the appends to the logs of
# many tables are inserted as one JSON text, by one statement, into a view whose trigger distributes them.
_APPEND_TRIGGER = """
    CREATE TEMP VIEW addition (batch) AS SELECT NULL;
    CREATE TEMP TRIGGER add_batch INSTEAD OF INSERT ON addition BEGIN
        INSERT INTO event SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), CAST(json_extract(value, '$[4]') AS BLOB) FROM json_each(NEW.batch, '$[0]');
        INSERT OR REPLACE INTO listing SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
        json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),
        json_extract(value, '$[5]'), CAST(json_extract(value, '$[6]') AS BLOB) FROM json_each(NEW.batch, '$[1]');
        INSERT OR IGNORE INTO sitter SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
        FROM json_each(NEW.batch, '$[2]');
    END;
"""


class _LogAppend(NamedTuple):
    """An append to the log of a table, as rows for the tables of the database."""

    events: list[tuple[str, int, float, str, str]]
    listing: tuple[str, str, str, bool, float, float | None, str]
    sitters: list[tuple[str, str]]

    @classmethod
    def of(cls, rows: Sequence[LogRow], listing: Listing) -> "_LogAppend":
        return cls(
            [(listing.id, row.seq, row.at, row.command, row.entry.decode()) for row in rows],
            (
                listing.id,
                listing.host,
                listing.status,
                listing.listed,
                listing.touched,
                listing.wake,
                msgspec.json.encode(listing).decode(),
            ),
            [(guest, listing.id) for guest in listing.guests],
        )


def _append_all(connection: sqlite3.Connection, appends: Sequence[_LogAppend]) -> None:
    """Append to the logs of several tables: to all of them or, if that fails, to none."""
    events = [row for append in appends for row in append.events]
    listings = [append.listing for append in appends]
    sitters = [row for append in appends for row in append.sitters]
    connection.execute("INSERT INTO addition VALUES (?)", (msgspec.json.encode((events, listings, sitters)).decode(),))


class _Write:
    """A pending write, either an append to a log or any other operation, and the future of its caller."""

    def __init__(
        self, operation: Callable[[sqlite3.Connection], Any] | _LogAppend, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.operation = operation
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def resolve(self) -> None:
        """Set the caller's future."""
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class SqliteStore:
    """A `Store` in WAL mode with synchronous=FULL: a commit is on disk when it returns.

    Writes that arrive during a commit are grouped into the next one, so that one flush serves many tables.
    """

    def __init__(self, path: Path) -> None:
        try:
            with contextlib.ExitStack() as opened:
                self._writer = opened.enter_context(contextlib.closing(_connect(path)))
                migrate(self._writer)
                self._writer.executescript(_APPEND_TRIGGER)
                self._reader = _connect(path)
                opened.pop_all()
        except (sqlite3.Error, ForeignFile) as error:
            raise CannotOpenDatabase(f"cannot use {path} as a database: {error}") from error
        self._read_lock = threading.Lock()
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._thread.start()

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def append(self, rows: Sequence[LogRow], listing: Listing) -> None:
        """Append to a table's log, and store its summary; raise `StaleOwner` if the log has any of these numbers."""
        await self._submit(_Write(_LogAppend.of(rows, listing), asyncio.get_running_loop()))

    async def read_log(self, table: str) -> list[LogRow]:
        """Return the whole log of a table; empty if there is no such table."""
        rows = await self._read("SELECT seq, at, command, entry FROM event WHERE table_id = ? ORDER BY seq", table)
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
        """Store a finished or uploaded game, unless it is stored already."""
        values = (game.id, game.guest, game.game, game.made, game.line)
        await self._write(
            lambda connection: connection.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?)", values)
        )

    async def read_game(self, game: str) -> StoredGame | None:
        """Return a finished or uploaded game, if stored."""
        rows = await self._read("SELECT id, guest, game, made, line FROM game WHERE id = ?", game)
        return StoredGame(*rows[0]) if rows else None

    async def close(self) -> None:
        """Flush pending writes, and close the database."""
        if not self._closed:
            self._closed = True
            self._writes.put(None)
            await asyncio.to_thread(self._thread.join)
            self._writer.close()
            with self._read_lock:
                self._reader.close()

    # ---- Reading and writing ----------------------------------------------------------------------------------------

    async def _read(self, query: str, *values: object) -> list[Any]:
        if self._closed:
            raise StoreStopped("the store is closed")

        def read() -> list[Any]:
            with self._read_lock:
                return self._reader.execute(query, values).fetchall()

        return await asyncio.to_thread(read)

    async def _write(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self._submit(_Write(operation, asyncio.get_running_loop()))
        return result

    async def _submit(self, write: _Write) -> Any:
        if self._closed:
            raise StoreStopped("the store is closed")
        self._writes.put(write)
        return await write.future

    def _run_writer(self) -> None:
        """Run the writer thread: commit the pending writes, wake their callers, and repeat."""
        next_commit = 0.0
        while (first := self._writes.get()) is not None:
            # Even a sleep of 0 seconds would release the global interpreter lock.
            if (rest := next_commit - time.monotonic()) > 0.0:
                time.sleep(rest)
            begun = time.monotonic()
            batch = [first]
            stopping = False
            while len(batch) < _MAX_BATCH and not self._writes.empty():
                write = self._writes.get()
                if write is None:
                    stopping = True
                    break
                batch.append(write)
            self._commit(batch)
            ended = time.monotonic()
            next_commit = ended + min(_MAX_REST, _REST_FACTOR * (ended - begun))
            for loop in {write.loop for write in batch}:
                loop_writes = [write for write in batch if write.loop is loop]
                # Nobody waits in a closed loop.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(_resolve_all, loop_writes)
            if stopping:
                return

    def _commit(self, batch: list[_Write]) -> None:
        """Write a batch in one transaction."""
        appends = [write.operation for write in batch if isinstance(write.operation, _LogAppend)]
        try:
            if self._writer.in_transaction:
                # An earlier rollback failed; if it fails again, nothing can be written.
                self._writer.rollback()
            if len(appends) < len(batch):
                self._write_each(batch)
                return
            try:
                _append_all(self._writer, appends)
            except sqlite3.IntegrityError:
                # Somebody no longer owns a table; writing one by one finds out who.
                self._write_each(batch)
        except Exception as error:
            # Usually a full or failing disk: all writes of the batch fail, but the thread continues with later ones.
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()
            for write in batch:
                write.error = StoreStopped(f"cannot write to the database: {error}")

    def _write_each(self, batch: list[_Write]) -> None:
        """Write one by one, so that a refused append does not affect the others."""
        self._writer.execute("BEGIN IMMEDIATE")
        for write in batch:
            if not isinstance(write.operation, _LogAppend):
                write.result = write.operation(self._writer)
                continue
            try:
                _append_all(self._writer, [write.operation])
            except sqlite3.IntegrityError:
                table, seq, *_ = write.operation.events[0]
                write.error = StaleOwner(f"table {table} already has entry {seq}")
        self._writer.execute("COMMIT")


def _resolve_all(writes: list[_Write]) -> None:
    for write in writes:
        write.resolve()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection
