"""All tables of a server: opened, found again on disk, put away when nobody looks."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Rows
from chabudai.server import entries as log
from chabudai.server.driving import STAND_IN
from chabudai.server.entries import Entry
from chabudai.server.journal import Journal
from chabudai.server.limits import Buckets, Limits
from chabudai.server.refusal import Refused
from chabudai.server.room import Room
from chabudai.server.store import Row, Store
from chabudai.server.table import CannotRestore, Table, restored
from chabudai.server.thinking import Thinkers
from chabudai.server.usher import Usher

_SWEEP = 15.0
"""Seconds between looks at all tables."""

_AT_ONCE = 50
"""Tables that are fetched from disk at one look, so that a restart does not stop everything."""


class TooOld(Refused):
    """A table that this version cannot read; its log can still be downloaded."""

    def __init__(self, table: str) -> None:
        super().__init__("old_version", status=410, record=table)


class House:
    """The tables in use, and the way to all others."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        journal: Journal,
        limits: Limits,
        levels: Sequence[str],
        data: Mapping[str, dict[str, Rows]] | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.journal = journal
        self.limits = limits
        self.levels = list(levels)
        self.data = data or {}
        """Card data of this server, by game."""
        self.rooms: dict[str, Room] = {}
        self.usher = Usher()
        self.banned: set[str] = set()
        self.new_tables = Buckets(limits.new_tables_a_minute, "too_many_tables")
        self.hints = Buckets(limits.hints_a_minute, "too_many_hints")
        self.chats = Buckets(limits.chat_lines_a_minute, "too_many_lines")
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def open_doors(self) -> None:
        """Begin to look after the tables."""
        self.banned = {guest.id for guest in await self.store.banned()}
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def close_doors(self) -> None:
        """Put everything away."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(room.stop() for room in self.rooms.values()))
        await self.thinkers.close()
        await self.store.close()

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def open(self, opened: log.Opened, seats: Sequence[Entry]) -> Room:
        """Set a table with these first entries after the opening one."""
        if len(self.rooms) >= self.limits.tables:
            raise Refused("house_full", status=503)
        if await self.store.unfinished(opened.host) >= self.limits.unfinished_tables:
            raise Refused("too_many_unfinished", number=self.limits.unfinished_tables, status=429)
        now = time.time()
        table = Table(secrets.token_urlsafe(12), opened, now, secrets.randbelow(SEEDS))
        rows = [Row(0, now, "", log.written(opened))]
        for seq, entry in enumerate(seats, start=1):
            table.read(entry, now, seq)
            rows.append(Row(seq, now, "", log.written(entry)))
        await self.store.append(rows, table.listing())
        self.journal.counts["tables_opened"] += 1
        return self._enter(table)

    async def room(self, table: str) -> Room:
        """The table of this id, from memory or disk; refused if there is none, or it cannot be read any more."""
        room = self.rooms.get(table)
        if room is not None and not room.failed:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.get_running_loop().create_task(self._load(table))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def again(self, old: Table) -> Room:
        """The same people at a new table, each a seat further; a bot where somebody has left."""
        players = len(old.places)
        plan = msgspec.structs.replace(old.plan, first_game=False)
        seats: list[Entry] = []
        for seat in range(players):
            place = old.places[(seat - 1) % players]
            if place.guest and not place.left:
                seats.append(log.Sat(seat, place.guest, place.name))
            else:
                seats.append(log.Bot(seat, place.level or STAND_IN))
        seats += [log.Invited(guest) for guest in sorted(old.invited)]
        return await self.open(log.Opened(plan, old.game.rules_version, old.opened.host), seats)

    async def _load(self, table: str) -> Room:
        rows = await self.store.log(table)
        if not rows:
            raise Refused("no_such_table", status=404)
        if len(self.rooms) >= self.limits.tables:
            raise Refused("house_full", status=503)
        try:
            return self._enter(restored(table, rows, secrets.randbelow(SEEDS)))
        except CannotRestore as error:
            self.journal.warn("a table cannot be restored", table=table, error=str(error))
            raise TooOld(table) from error

    def _enter(self, table: Table) -> Room:
        room = Room(table, self.store, self.thinkers, self.journal, self.usher)
        self.rooms[table.id] = room
        return room

    # ---- Guests -----------------------------------------------------------------------------------------------------

    async def ban(self, guest: str, banned: bool) -> None:
        """Show a guest the door, or let them in again."""
        await self.store.ban_guest(guest, banned)
        (self.banned.add if banned else self.banned.discard)(guest)
        for room in self.rooms.values():
            for viewer in room.viewers:
                if banned and viewer.guest == guest:
                    viewer.gone = True
                    viewer.wake.set()

    # ---- Looking after ----------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Look at all tables from time to time."""
        forgotten = 0.0
        while True:
            try:
                await self._put_away()
                for table in await self.store.due(time.time(), len(self.rooms) + _AT_ONCE):
                    if table not in self.rooms:
                        await self._wake(table)
                if time.monotonic() - forgotten > 3600.0:
                    forgotten = time.monotonic()
                    count = await self.store.forget(time.time() - self.limits.idle_days * 86_400)
                    if count:
                        self.journal.note("idle tables removed", count=count)
            except Exception as error:
                self.journal.fault("looking after the tables failed", error)
            await asyncio.sleep(_SWEEP)

    async def _wake(self, table: str) -> None:
        """Fetch a table for which it is time. One that cannot be fetched keeps no other from it."""
        try:
            await self.room(table)
        except TooOld:
            await self.store.let_sleep(table)
        except ChabudaiError as error:
            self.journal.warn("a table cannot be woken", table=table, error=str(error))

    async def _put_away(self) -> None:
        for table, room in list(self.rooms.items()):
            # While one was put away, another may have been fetched anew.
            if self.rooms.get(table) is room and (room.failed or room.idle() > self.limits.unload_after):
                del self.rooms[table]
                await room.stop()
