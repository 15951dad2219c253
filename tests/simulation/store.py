"""The store in memory: a disk that survives the server, and one server's access to it."""

import math
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import msgspec

from chabudai.server.storage.downtime import after_downtime, waits_under_limit
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import Guest, Report, StaleOwner, StoreClosed, StoredGame, UploadsKept
from chabudai.session import log
from chabudai.session.log import LogRow

T = TypeVar("T")

_UNFINISHED = ("open", "playing")


class Disk:
    """What is stored. It survives the server."""

    def __init__(self) -> None:
        self.logs: dict[str, dict[int, LogRow]] = {}
        """By table: the entries by their numbers."""
        self.listings: dict[str, Listing] = {}
        self.wakes: dict[str, float] = {}
        """By table: when it needs attention. Tables that need none are left out."""
        self.tables_of: dict[str, dict[str, None]] = {}
        """By guest: the tables where they are the host or have had a seat."""
        self.guests: dict[str, Guest] = {}
        self.games: dict[str, StoredGame] = {}
        self.uploads: dict[tuple[str, str], tuple[str, float]] = {}
        """By game and guest: the address from which it was uploaded, and when."""
        self.reports: dict[str, Report] = {}
        self.heartbeat: float | None = None
        self.on_append: Callable[[str, Sequence[LogRow], float], None] = lambda table, rows, decided: None
        """Called after each append with the table, the new rows, and the server's uptime when it decided them."""

    def append(self, rows: Sequence[LogRow], listing: Listing, decided: float = 0.0) -> None:
        """Append to a log, all rows or none."""
        log = self.logs.get(listing.id, {})
        if any(row.seq in log for row in rows):
            raise StaleOwner(f"table {listing.id} already has entry {rows[0].seq}")
        self.logs[listing.id] = log
        log.update((row.seq, row) for row in rows)
        self.set_listing(listing)
        self.on_append(listing.id, rows, decided)

    def read_log(self, table: str) -> list[LogRow]:
        """Return a log in order."""
        return [row for _, row in sorted(self.logs.get(table, {}).items())]

    def record_downtime(self, now: float, decided: float = 0.0) -> float:
        """Add the time since the last heartbeat to the deadlines of all tables that wait under a time limit."""
        last, self.heartbeat = self.heartbeat, now
        if last is None:
            return 0.0
        entry = msgspec.json.encode(log.Downtime(now - last))
        unfinished = [listing for listing in self.listings.values() if listing.status in ("open", "playing")]
        for listing in unfinished:
            moved = after_downtime(listing, now - last)
            if waits_under_limit(listing):
                self.append([LogRow(max(self.logs[listing.id]) + 1, now, "", entry)], moved, decided)
            else:
                self.set_listing(moved)
        return now - last

    def set_listing(self, listing: Listing) -> None:
        """Store the summary of a table."""
        self.listings[listing.id] = listing
        self.wakes.pop(listing.id, None)
        if listing.wake is not None:
            self.wakes[listing.id] = listing.wake
        for guest in sorted(listing.guests):
            self.tables_of.setdefault(guest, {})[listing.id] = None

    def latest(self, condition: Callable[[Listing], bool], limit: int) -> list[Listing]:
        """Return the summaries that fulfill a condition, most recently changed first."""
        listings = [listing for listing in self.listings.values() if condition(listing)]
        return sorted(listings, key=lambda listing: -listing.touched)[:limit]

    def remove_idle(self, before: float) -> int:
        """Remove the tables that have not changed since then, unless their game is over."""
        idle = self.latest(lambda listing: listing.touched < before and listing.status != "over", len(self.listings))
        for listing in idle:
            del self.logs[listing.id], self.listings[listing.id]
            self.wakes.pop(listing.id, None)
            for tables in self.tables_of.values():
                tables.pop(listing.id, None)
        return len(idle)

    def save_upload(self, game: StoredGame, address: str, kept: UploadsKept) -> None:
        """Store an uploaded game, and forget the oldest uploads."""
        self.games.setdefault(game.id, game)
        self.uploads[game.id, game.guest] = (address, game.made)
        self._forget_uploads(kept.per_guest, lambda guest, _: guest == game.guest)
        self._forget_uploads(kept.per_address, lambda _, other: other == address)
        self._forget_uploads(kept.in_all, lambda *_: True)

    def _forget_uploads(self, kept: int, condition: Callable[[str, str], bool]) -> None:
        found = [(-at, *key) for key, (address, at) in self.uploads.items() if condition(key[1], address)]
        for _, game, guest in sorted(found)[kept:]:
            del self.uploads[game, guest]
            if not any(other == game for other, _ in self.uploads):
                self.games.pop(game, None)

    def set_guest(self, guest: str, name: str | None = None, banned: bool | None = None) -> None:
        """Store the name of a guest, or whether they are banned."""
        old = self.guests.get(guest, Guest(guest))
        self.guests[guest] = Guest(guest, old.name if name is None else name, old.banned if banned is None else banned)


class Access(Protocol):
    """How the disk is reached: how long that takes, and what may go wrong."""

    async def write(self, operation: Callable[[], T]) -> T:
        """Carry out a write."""
        ...

    async def read(self, operation: Callable[[], T]) -> T:
        """Carry out a read."""
        ...


class DirectAccess:
    """Access without delays and faults."""

    async def write(self, operation: Callable[[], T]) -> T:
        return operation()

    async def read(self, operation: Callable[[], T]) -> T:
        return operation()


class MemoryStore:
    """A `Store` in memory."""

    def __init__(self, disk: Disk, access: Access, uptime: Callable[[], float] = lambda: 0.0) -> None:
        self.disk = disk
        self._uptime = uptime
        self._access = access
        self._closed = False

    async def _write(self, operation: Callable[[], T]) -> T:
        if self._closed:
            raise StoreClosed("the store is closed")
        return await self._access.write(operation)

    async def _read(self, operation: Callable[[], T]) -> T:
        if self._closed:
            raise StoreClosed("the store is closed")
        return await self._access.read(operation)

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def append(self, rows: Sequence[LogRow], listing: Listing) -> None:
        kept, decided = list(rows), self._uptime()
        await self._write(lambda: self.disk.append(kept, listing, decided))

    async def read_log(self, table: str, first: int = 0, limit: int = -1) -> list[LogRow]:
        rows = await self._read(lambda: [row for row in self.disk.read_log(table) if row.seq >= first])
        return rows if limit < 0 else rows[:limit]

    async def read_listing(self, table: str) -> Listing | None:
        return await self._read(lambda: self.disk.listings.get(table))

    async def listed_tables(self, limit: int) -> list[Listing]:
        return await self._read(
            lambda: self.disk.latest(lambda listing: listing.listed and listing.status in _UNFINISHED, limit)
        )

    async def tables_of(self, guest: str, limit: int, before: float = math.inf) -> list[Listing]:
        tables = self.disk.tables_of.get(guest, {})
        return await self._read(
            lambda: self.disk.latest(lambda listing: listing.id in tables and listing.touched < before, limit)
        )

    async def latest_tables(self, limit: int) -> list[Listing]:
        return await self._read(lambda: self.disk.latest(lambda listing: True, limit))

    async def due_tables(self, now: float, limit: int) -> list[str]:
        return await self._read(lambda: [table for table, wake in self.disk.wakes.items() if wake <= now][:limit])

    async def clear_wake_time(self, table: str) -> None:
        await self._write(lambda: self.disk.wakes.pop(table, None))

    async def count_unfinished(self, host: str) -> int:
        return len(
            await self._read(
                lambda: self.disk.latest(
                    lambda listing: listing.host == host and listing.status in _UNFINISHED, len(self.disk.listings)
                )
            )
        )

    async def remove_idle(self, before: float) -> int:
        return await self._write(lambda: self.disk.remove_idle(before))

    # ---- Guests and games -------------------------------------------------------------------------------------------

    async def read_guest(self, guest: str) -> Guest | None:
        return await self._read(lambda: self.disk.guests.get(guest))

    async def name_guest(self, guest: str, name: str) -> None:
        await self._write(lambda: self.disk.set_guest(guest, name=name))

    async def ban_guest(self, guest: str, banned: bool) -> None:
        await self._write(lambda: self.disk.set_guest(guest, banned=banned))

    async def banned_guests(self) -> list[Guest]:
        return await self._read(lambda: [guest for guest in self.disk.guests.values() if guest.banned])

    async def save_game(self, game: StoredGame) -> None:
        await self._write(lambda: self.disk.games.setdefault(game.id, game))

    async def save_upload(self, game: StoredGame, address: str, kept: UploadsKept) -> None:
        await self._write(lambda: self.disk.save_upload(game, address, kept))

    async def read_game(self, game: str) -> StoredGame | None:
        return await self._read(lambda: self.disk.games.get(game))

    async def save_report(self, report: Report) -> None:
        await self._write(lambda: self.disk.reports.setdefault(report.id, report))

    async def latest_reports(self, limit: int) -> list[Report]:
        return await self._read(
            lambda: sorted(self.disk.reports.values(), key=lambda report: (-report.at, report.id))[:limit]
        )

    # ---- Heartbeat --------------------------------------------------------------------------------------------------

    async def heartbeat(self, now: float) -> None:
        await self._write(lambda: setattr(self.disk, "heartbeat", now))

    async def record_downtime(self, now: float) -> float:
        decided = self._uptime()
        return await self._write(lambda: self.disk.record_downtime(now, decided))

    async def check(self) -> None:
        await self._write(lambda: None)

    async def close(self) -> None:
        self._closed = True
