"""All tables of a server: opened, found again on disk, put away when nobody looks."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Rows
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.limits import Buckets, Limits
from chabudai.server.refusal import ServerRefused
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.storage.listing import listing_of
from chabudai.server.storage.store import Store
from chabudai.server.table_task import TableTask
from chabudai.server.telemetry import Telemetry
from chabudai.session import log
from chabudai.session.chance import source_for
from chabudai.session.log import Entry, Row
from chabudai.session.table import CannotRestore, Table, restored

_SWEEP = 15.0
"""Seconds between looks at all tables."""

_AT_ONCE = 50
"""Tables that are fetched from disk at one look, so that a restart does not stop everything."""


class TooOld(ServerRefused):
    """A table that this version cannot read; its log can still be downloaded."""

    def __init__(self, table: str) -> None:
        super().__init__("old_version", status=410, record=table)


class Tables:
    """The tables in use, and the way to all others."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        telemetry: Telemetry,
        limits: Limits,
        data: Mapping[str, dict[str, Rows]] | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.telemetry = telemetry
        self.limits = limits
        self.data = data or {}
        """Card data of this server, by game."""
        self.tasks: dict[str, TableTask] = {}
        self.render_queue = RenderQueue()
        self.banned: set[str] = set()
        self.new_tables = Buckets(limits.new_tables_a_minute, "too_many_tables")
        self.hints = Buckets(limits.hints_a_minute, "too_many_hints")
        self.chats = Buckets(limits.chat_lines_a_minute, "too_many_lines")
        self._loading: dict[str, asyncio.Task[TableTask]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look after the tables."""
        self.banned = {guest.id for guest in await self.store.banned()}
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def stop(self) -> None:
        """Stop all tables, and release everything."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(task.stop() for task in self.tasks.values()))
        await self.bot_pool.close()
        await self.store.close()

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def open(self, opened: log.Opened, seats: Sequence[Entry]) -> TableTask:
        """Open a table, with these entries after the first one."""
        if len(self.tasks) >= self.limits.tables:
            raise ServerRefused("house_full", status=503)
        if await self.store.unfinished(opened.host) >= self.limits.unfinished_tables:
            raise ServerRefused("too_many_unfinished", number=self.limits.unfinished_tables, status=429)
        now = time.time()
        table = Table(secrets.token_urlsafe(12), opened, now)
        rows = [Row(0, now, "", log.written(opened, table.game))]
        for entry in seats:
            table.apply(entry, now)
            rows.append(Row(table.seq, now, "", log.written(entry, table.game)))
        await self.store.append(rows, listing_of(table))
        self.telemetry.counts["tables_opened"] += 1
        return self._enter(table)

    async def find(self, table: str) -> TableTask:
        """The table of this id, from memory or disk; refused if there is none, or it cannot be read any more."""
        task = self.tasks.get(table)
        if task is not None and not task.failed:
            return task
        if table not in self._loading:
            self._loading[table] = asyncio.get_running_loop().create_task(self._load(table))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, table: str) -> TableTask:
        rows = await self.store.log(table)
        if not rows:
            raise ServerRefused("no_such_table", status=404)
        if len(self.tasks) >= self.limits.tables:
            raise ServerRefused("house_full", status=503)
        try:
            return self._enter(restored(table, rows))
        except CannotRestore as error:
            self.telemetry.warn("a table cannot be restored", table=table, error=str(error))
            raise TooOld(table) from error

    def _enter(self, table: Table) -> TableTask:
        source = source_for(table, secrets.randbelow(SEEDS))
        task = TableTask(table, source, self.store, self.bot_pool, self.telemetry, self.render_queue)
        self.tasks[table.id] = task
        return task

    # ---- Guests -----------------------------------------------------------------------------------------------------

    async def ban(self, guest: str, banned: bool) -> None:
        """Ban a guest, or lift the ban."""
        await self.store.ban_guest(guest, banned)
        (self.banned.add if banned else self.banned.discard)(guest)
        for task in self.tasks.values():
            for viewer in task.viewers:
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
                for table in await self.store.due(time.time(), len(self.tasks) + _AT_ONCE):
                    if table not in self.tasks:
                        await self._wake(table)
                if time.monotonic() - forgotten > 3600.0:
                    forgotten = time.monotonic()
                    count = await self.store.forget(time.time() - self.limits.idle_days * 86_400)
                    if count:
                        self.telemetry.note("idle tables removed", count=count)
            except Exception as error:
                self.telemetry.fault("looking after the tables failed", error)
            await asyncio.sleep(_SWEEP)

    async def _wake(self, table: str) -> None:
        """Fetch a table for which it is time. One that cannot be fetched keeps no other from it."""
        try:
            await self.find(table)
        except TooOld:
            await self.store.let_sleep(table)
        except ChabudaiError as error:
            self.telemetry.warn("a table cannot be woken", table=table, error=str(error))

    async def _put_away(self) -> None:
        for table, task in list(self.tasks.items()):
            # While one was put away, another may have been fetched anew.
            if self.tasks.get(table) is task and (task.failed or task.idle() > self.limits.unload_after):
                del self.tasks[table]
                await task.stop()
