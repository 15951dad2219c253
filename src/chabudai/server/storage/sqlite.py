"""The store in one SQLite file: a thread writes, many appends to a commit; another connection reads."""

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
from chabudai.server.storage.store import Guest, KeptGame, StaleOwner, StoreStopped
from chabudai.session.log import Row

Answer = TypeVar("Answer")

_BATCH = 512
"""So many writes go into one commit at most."""

_REST = 2.0
_LONGEST_REST = 0.01
"""After a commit the thread rests for this many times as long as it took, but not for longer: so on a busy machine each
flush of the disk serves several tables, and the rest of the server is left in peace. What comes after a while is
written at once."""


class CannotOpen(ChabudaiError):
    """A file that is no database of ours, or cannot be opened."""


# With each statement the thread that writes waits for its turn at Python's lock, while others reckon and draw. So what
# is added to the logs of many tables goes into a view as one JSON text, by one statement; a trigger puts it in place.
_ADDING = """
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


class _Addition(NamedTuple):
    """What is added to the log of a table, as rows of each table of the database."""

    events: list[tuple[str, int, float, str, str]]
    listing: tuple[str, str, str, bool, float, float | None, str]
    sitters: list[tuple[str, str]]

    @classmethod
    def of(cls, rows: Sequence[Row], listing: Listing) -> "_Addition":
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


def _add(connection: sqlite3.Connection, additions: Sequence[_Addition]) -> None:
    """Add to the logs of several tables: to all of them or, if that fails, to none."""
    events = [row for addition in additions for row in addition.events]
    listings = [addition.listing for addition in additions]
    sitters = [row for addition in additions for row in addition.sitters]
    connection.execute("INSERT INTO addition VALUES (?)", (msgspec.json.encode((events, listings, sitters)).decode(),))


class _Write:
    """Something to be written, and who waits for it: an addition to a log, or anything else."""

    def __init__(self, act: Callable[[sqlite3.Connection], Any] | _Addition, loop: asyncio.AbstractEventLoop) -> None:
        self.act = act
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def tell(self) -> None:
        """Let the one who waits go on."""
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class SqliteStore:
    """A `Store` in WAL mode with synchronous=FULL: a commit is on disk when it returns.

    What arrives while a commit is under way makes up the next one, so that one flush of the disk serves many tables.
    """

    def __init__(self, path: Path) -> None:
        try:
            with contextlib.ExitStack() as opened:
                self._writer = opened.enter_context(contextlib.closing(_connect(path)))
                migrate(self._writer)
                self._writer.executescript(_ADDING)
                self._reader = _connect(path)
                opened.pop_all()
        except (sqlite3.Error, ForeignFile) as error:
            raise CannotOpen(f"cannot use {path} as a database: {error}") from error
        self._reading = threading.Lock()
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._stopped = False
        self._thread = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._thread.start()

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def append(self, rows: Sequence[Row], listing: Listing) -> None:
        """Add to the log of a table; refused (StaleOwner) if there is an entry of one of these numbers already."""
        await self._wait_for(_Write(_Addition.of(rows, listing), asyncio.get_running_loop()))

    async def log(self, table: str) -> list[Row]:
        """The whole log of a table, empty if there is none."""
        found = await self._read("SELECT seq, at, command, entry FROM event WHERE table_id = ? ORDER BY seq", table)
        return [Row(*columns) for columns in found]

    async def listing(self, table: str) -> Listing | None:
        """A table as lists show it."""
        return next(iter(await self._listings("id = ?", table)), None)

    async def listed(self, limit: int) -> list[Listing]:
        """Tables that everybody may join or watch and that are not over, the latest first."""
        return await self._listings("listed AND status IN ('open', 'playing') ORDER BY touched DESC LIMIT ?", limit)

    async def tables_of(self, guest: str, limit: int, before: float = math.inf) -> list[Listing]:
        """Tables at which a guest sits or sat, the latest first; of those last touched before that time."""
        sat = "id IN (SELECT table_id FROM sitter WHERE guest = ?) AND touched < ? ORDER BY touched DESC LIMIT ?"
        return await self._listings(sat, guest, before, limit)

    async def latest(self, limit: int) -> list[Listing]:
        """All tables, the latest first."""
        return await self._listings("TRUE ORDER BY touched DESC LIMIT ?", limit)

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables that need the server by now."""
        return [row[0] for row in await self._read("SELECT id FROM listing WHERE wake <= ? LIMIT ?", now, limit)]

    async def let_sleep(self, table: str) -> None:
        """A table needs the server no more, whatever its log says."""
        await self._write(
            lambda connection: connection.execute("UPDATE listing SET wake = NULL WHERE id = ?", (table,))
        )

    async def unfinished(self, host: str) -> int:
        """How many tables of a host are neither over nor closed."""
        found = await self._read("SELECT count(*) FROM listing WHERE host = ? AND status IN ('open', 'playing')", host)
        return int(found[0][0])

    async def forget(self, before: float) -> int:
        """Remove tables that were not touched since and have no finished game; tells how many."""

        def write(connection: sqlite3.Connection) -> int:
            idle = "SELECT id FROM listing WHERE touched < ? AND status <> 'over'"
            for table in ("event", "sitter"):
                connection.execute(f"DELETE FROM {table} WHERE table_id IN ({idle})", (before,))
            return connection.execute(f"DELETE FROM listing WHERE id IN ({idle})", (before,)).rowcount

        return await self._write(write)

    async def _listings(self, condition: str, *values: object) -> list[Listing]:
        found = await self._read(f"SELECT listing FROM listing WHERE {condition}", *values)
        return [msgspec.json.decode(row[0], type=Listing) for row in found]

    # ---- Guests and games -------------------------------------------------------------------------------------------

    async def guest(self, guest: str) -> Guest | None:
        """What is known of a guest."""
        found = await self._read("SELECT id, name, banned FROM guest WHERE id = ?", guest)
        return Guest(found[0][0], found[0][1], bool(found[0][2])) if found else None

    async def name_guest(self, guest: str, name: str) -> None:
        """Keep what a guest is called."""
        named = "INSERT INTO guest VALUES (?, ?, FALSE) ON CONFLICT DO UPDATE SET name = excluded.name"
        await self._write(lambda connection: connection.execute(named, (guest, name)))

    async def ban_guest(self, guest: str, banned: bool) -> None:
        """Keep whether a guest is banned."""
        kept = "INSERT INTO guest VALUES (?, '', ?) ON CONFLICT DO UPDATE SET banned = excluded.banned"
        await self._write(lambda connection: connection.execute(kept, (guest, banned)))

    async def banned(self) -> list[Guest]:
        """The guests who are banned."""
        return [Guest(row[0], row[1], True) for row in await self._read("SELECT id, name FROM guest WHERE banned")]

    async def save_game(self, game: KeptGame) -> None:
        """Keep a finished or uploaded game; one that is there already stays."""
        values = (game.id, game.guest, game.game, game.made, game.line)
        await self._write(
            lambda connection: connection.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?)", values)
        )

    async def game(self, game: str) -> KeptGame | None:
        """A finished or uploaded game."""
        found = await self._read("SELECT id, guest, game, made, line FROM game WHERE id = ?", game)
        return KeptGame(*found[0]) if found else None

    async def close(self) -> None:
        """Finish what was begun, and release everything."""
        if not self._stopped:
            self._stopped = True
            self._writes.put(None)
            await asyncio.to_thread(self._thread.join)
            self._writer.close()
            with self._reading:
                self._reader.close()

    # ---- Reading and writing ----------------------------------------------------------------------------------------

    async def _read(self, query: str, *values: object) -> list[Any]:
        if self._stopped:
            raise StoreStopped("the store is closed")

        def read() -> list[Any]:
            with self._reading:
                return self._reader.execute(query, values).fetchall()

        return await asyncio.to_thread(read)

    async def _write(self, act: Callable[[sqlite3.Connection], Answer]) -> Answer:
        answer: Answer = await self._wait_for(_Write(act, asyncio.get_running_loop()))
        return answer

    async def _wait_for(self, write: _Write) -> Any:
        if self._stopped:
            raise StoreStopped("the store is closed")
        self._writes.put(write)
        return await write.future

    def _write_on(self) -> None:
        """What the thread does: commit what has come, tell those who wait, and look again."""
        rested = 0.0
        while (first := self._writes.get()) is not None:
            # Not for no time at all: that too would give up Python's lock.
            if (rest := rested - time.monotonic()) > 0.0:
                time.sleep(rest)
            begun = time.monotonic()
            batch = [first]
            last = False
            while len(batch) < _BATCH and not self._writes.empty():
                write = self._writes.get()
                if write is None:
                    last = True
                    break
                batch.append(write)
            self._commit(batch)
            ended = time.monotonic()
            rested = ended + min(_LONGEST_REST, _REST * (ended - begun))
            for loop in {write.loop for write in batch}:
                mine = [write for write in batch if write.loop is loop]
                # One that is closed has nobody left who waits.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(_tell_all, mine)
            if last:
                return

    def _commit(self, batch: list[_Write]) -> None:
        """Write a batch in one transaction."""
        additions = [write.act for write in batch if isinstance(write.act, _Addition)]
        try:
            if self._writer.in_transaction:
                # What failed before could not even be taken back: then nothing can be written.
                self._writer.rollback()
            if len(additions) < len(batch):
                self._write_each(batch)
                return
            try:
                _add(self._writer, additions)
            except sqlite3.IntegrityError:
                # Somebody is no longer the owner of a table: who that is turns out if all is written one by one.
                self._write_each(batch)
        except Exception as error:
            # A full or failing disk, mostly: nobody's write can be vouched for. The thread goes on, for those to come.
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()
            for write in batch:
                write.error = StoreStopped(f"cannot write to the database: {error}")

    def _write_each(self, batch: list[_Write]) -> None:
        """Write one by one; an addition that is refused leaves no trace, and the others are written all the same."""
        self._writer.execute("BEGIN IMMEDIATE")
        for write in batch:
            if not isinstance(write.act, _Addition):
                write.answer = write.act(self._writer)
                continue
            try:
                _add(self._writer, [write.act])
            except sqlite3.IntegrityError:
                table, seq, *_ = write.act.events[0]
                write.error = StaleOwner(f"table {table} has an entry from {seq} on already")
        self._writer.execute("COMMIT")


def _tell_all(writes: list[_Write]) -> None:
    for write in writes:
        write.tell()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection
