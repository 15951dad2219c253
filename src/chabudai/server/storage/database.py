"""An open SQLite file: a writer thread with group commit, and a second connection that reads."""

import asyncio
import contextlib
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
from chabudai.server.storage.permissions import make_private
from chabudai.server.storage.schema import ForeignFile, migrate
from chabudai.server.storage.store import StaleOwner, StoreClosed, StoreStopped
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


class Database:
    """A file in WAL mode with synchronous=FULL: a commit is on disk when it returns.

    Writes that arrive during a commit are grouped into the next one, so that one flush serves many tables.
    """

    def __init__(self, path: Path) -> None:
        try:
            make_private(path)
            with contextlib.ExitStack() as opened:
                self._writer = opened.enter_context(contextlib.closing(_connect(path)))
                migrate(self._writer)
                self._writer.executescript(_APPEND_TRIGGER)
                self._reader = _connect(path)
                self._files = _OpenFiles(path)
                opened.pop_all()
        except (sqlite3.Error, ForeignFile) as error:
            raise CannotOpenDatabase(f"cannot use {path} as a database: {error}") from error
        self._read_lock = threading.Lock()
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._closed = False
        self._lost = ""
        """What is wrong if the files on disk are not the open ones anymore. Then nothing is read or written."""
        self._thread = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._thread.start()

    async def append(self, rows: Sequence[LogRow], listing: Listing) -> None:
        """Append to a table's log, and store its summary; raise `StaleOwner` if the log has any of these numbers."""
        await self._submit(_Write(_LogAppend.of(rows, listing), asyncio.get_running_loop()))

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
        self._check_usable()

        def read() -> list[Any]:
            with self._read_lock:
                return self._reader.execute(query, values).fetchall()

        return await asyncio.to_thread(read)

    async def _write(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self._submit(_Write(operation, asyncio.get_running_loop()))
        return result

    async def _submit(self, write: _Write) -> Any:
        self._check_usable()
        self._writes.put(write)
        return await write.future

    def _check_usable(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")
        if self._lost:
            raise StoreStopped(self._lost)

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
        """Write a batch in one transaction. Its callers learn that it is on disk only if the open files still are."""
        try:
            if self._lost:
                raise StoreStopped(self._lost)
            if self._writer.in_transaction:
                # An earlier rollback failed; if it fails again, nothing can be written.
                self._writer.rollback()
            try:
                self._write_all(batch)
            except sqlite3.IntegrityError:
                # Somebody no longer owns a table; writing one by one finds out who.
                if self._writer.in_transaction:
                    self._writer.rollback()
                self._write_each(batch)
            self._lost = self._files.missing()
            if self._lost:
                for write in batch:
                    write.error = StoreStopped(self._lost)
        except Exception as error:
            # Usually a full or failing disk: all writes of the batch fail, but the thread continues with later ones.
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()
            reason = self._lost or f"cannot write to the database: {error}"
            for write in batch:
                write.error = StoreStopped(reason)

    def _write_all(self, batch: list[_Write]) -> None:
        """Write a batch with as few statements as possible. An `IntegrityError` leaves the transaction open."""
        appends = [write.operation for write in batch if isinstance(write.operation, _LogAppend)]
        if len(appends) < len(batch):
            self._writer.execute("BEGIN IMMEDIATE")
        for write in batch:
            if not isinstance(write.operation, _LogAppend):
                write.result = write.operation(self._writer)
        if appends:
            _append_all(self._writer, appends)
        if self._writer.in_transaction:
            self._writer.execute("COMMIT")

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


class _OpenFiles:
    """The open database and its write-ahead log.

    A program may delete or replace them while the server runs. The server would write on, to files that have no name
    anymore, and everything would be lost when it stops.
    """

    def __init__(self, path: Path) -> None:
        files = (path, path.with_name(f"{path.name}-wal"))
        # As long as they are open, no other file gets their numbers.
        self._identities = {file: identity for file in files if (identity := _identity(file)) is not None}

    def missing(self) -> str:
        """Say which of the open files is not on disk anymore; an empty text if they all are."""
        for file, identity in self._identities.items():
            if _identity(file) != identity:
                return f"{file.name} was deleted or replaced while the server was running"
        return ""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _resolve_all(writes: list[_Write]) -> None:
    for write in writes:
        write.resolve()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection
