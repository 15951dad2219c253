"""All tables of a server: opens them, loads them from disk, and unloads those that nobody watches."""

import asyncio
import math
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Rows
from chabudai.server.address import Sender
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.clock import Clock
from chabudai.server.limits import Limits
from chabudai.server.refusal import ServerRefused
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.storage.listing import listing_of
from chabudai.server.storage.store import Store, StoreStopped
from chabudai.server.table_task import TableTask
from chabudai.server.telemetry import Telemetry
from chabudai.server.throttle import Throttle
from chabudai.session import log
from chabudai.session.chance import source_for
from chabudai.session.log import Entry, LogRow
from chabudai.session.table import RESTART_GRACE, CannotRestore, Restorer, Table

_SWEEP_SECONDS = 15.0
"""Seconds between sweeps."""

_HEARTBEAT_SECONDS = 1.0

_ROWS_AT_ONCE = 2000
_ROWS_IN_SLICE = 100
_SLICE_SECONDS = 0.005
"""When a table is restored: the rows to read at once, and for how many rows and how long to go on without a break."""

_MAX_WOKEN = 50
"""A sweep fetches at most this many due tables in addition to the number in memory (which may be due too), so that a
restart does not stall the server."""

_MIN_IDLE = 10.0
"""Seconds. Whoever opens a table gets this long to connect to it before it may make room for another one."""


class UnreadableTable(ServerRefused):
    """A table that this version cannot restore; its log can still be downloaded."""

    def __init__(self, table_id: str) -> None:
        super().__init__("old_version", status=410, record=table_id)


class Tables:
    """The tables in memory, and access to all others."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        telemetry: Telemetry,
        limits: Limits,
        data: Mapping[str, dict[str, Rows]] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.telemetry = telemetry
        self.limits = limits
        self.clock = clock or Clock()
        self._started = self.clock.now()
        """When the server started, or began to."""
        self.data = data or {}
        """This server's own card data, by game."""
        self.tasks: dict[str, TableTask] = {}
        self.render_queue = RenderQueue()
        self.banned: set[str] = set()
        self.throttle = Throttle(limits, self.clock.now)
        self._loading: dict[str, asyncio.Task[TableTask]] = {}
        self._restoring = asyncio.Lock()
        """Held while a slice of a log is restored, and until the rest of the server has had a turn."""
        self._starting = 0
        """Tables that are being opened or loaded."""
        self._background: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Account for the time that the server did not run, load the bans, and start the background tasks."""
        downtime = await self.store.record_downtime(self.clock.now())
        if downtime:
            self.telemetry.info("back after downtime", seconds=round(downtime, 3))
        self.banned = {guest.id for guest in await self.store.banned_guests()}
        loop = asyncio.get_running_loop()
        background = (self.clock.keep_running(), self._keep_heartbeat(), self._sweep())
        self._background = [loop.create_task(coroutine) for coroutine in background]

    async def stop(self) -> None:
        """Stop all tables, the bots and the store."""
        for background_task in self._background:
            background_task.cancel()
        await asyncio.gather(*(task.stop() for task in self.tasks.values()))
        await self.bot_pool.close()
        await self.store.close()

    # ---- Tables -----------------------------------------------------------------------------------------------------

    async def open(self, opened: log.Opened, entries: Sequence[Entry], opener: Sender = Sender()) -> TableTask:  # noqa: B008
        """Open a table with this first entry and the entries that follow."""
        async with self._room_for(opener, self.limits.tables_in_memory):
            if await self.store.count_unfinished(opened.host) >= self.limits.unfinished_per_host:
                raise ServerRefused("too_many_unfinished", number=self.limits.unfinished_per_host, status=429)
            if opener.address:
                self.throttle.check_unfinished(opener.address)
            now = self.clock.now()
            table = Table(secrets.token_urlsafe(12), opened, now)
            rows = [LogRow(0, now, "", log.encode_entry(opened, table.game))]
            for entry in entries:
                table.apply(entry, now)
                rows.append(LogRow(table.seq, now, "", log.encode_entry(entry, table.game)))
            await self.store.append(rows, listing_of(table))
            self.telemetry.counts["tables_opened"] += 1
            self.throttle.table_opened(table.id, opener.address)
            return self._start_task(table, opener, restored=False)

    async def find(self, table_id: str, sender: Sender = Sender()) -> TableTask:  # noqa: B008
        """Return a table by its id, from memory or disk. Refuse if it does not exist or cannot be restored.

        Tables that somebody has loaded count for them; the server itself may load as many as it needs.
        """
        task = self.tasks.get(table_id)
        if task is not None and not task.failed:
            return task
        if table_id not in self._loading:
            if sender.address:
                self.throttle.use_cookie(sender)
                self.throttle.loads.take(sender)
            loading = asyncio.get_running_loop().create_task(self._load(table_id, sender))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        # Others may wait for the same table, so loading goes on when a waiter is canceled.
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str, sender: Sender) -> TableTask:
        rows = await self.store.read_log(table_id, limit=_ROWS_AT_ONCE)
        if not rows:
            raise ServerRefused("no_such_table", status=404)
        async with self._room_for(sender, self.limits.tables_in_memory + self.limits.reserved_for_loading):
            try:
                return self._start_task(await self._restore(table_id, rows), sender, restored=True)
            except CannotRestore as error:
                self.telemetry.warn("cannot restore table", table=table_id, error=str(error))
                raise UnreadableTable(table_id) from error

    async def _restore(self, table_id: str, rows: list[LogRow]) -> Table:
        """Restore a table from its log, of which these are the first rows.

        A log may be long. So this reads it piece by piece, and lets the rest of the server run after every slice of a
        piece. Tables that are restored at the same time take turns.
        """
        restorer = Restorer(table_id)
        while True:
            remaining = iter(rows)
            has_more = True
            while has_more:
                async with self._restoring:
                    has_more = _restore_slice(restorer, remaining, self.clock)
                    await asyncio.sleep(0)
            if len(rows) < _ROWS_AT_ONCE:
                return restorer.table()
            rows = await self.store.read_log(table_id, restorer.next_seq, _ROWS_AT_ONCE)

    @asynccontextmanager
    async def _room_for(self, owner: Sender, limit: int) -> AsyncIterator[None]:
        """Keep room for one more table while it is being started, or refuse.

        Tables that nobody watches make room: if the owner's address has too many, its own.
        """
        slots = self.throttle.tables_in_memory
        if owner.address and slots.full(owner.address):
            await self._unload_one(lambda task: task.owner.address == owner.address)
        if len(self.tasks) + self._starting >= limit:
            await self._unload_one(lambda task: True)
        if len(self.tasks) + self._starting >= limit:
            raise ServerRefused("house_full", status=503)
        (slots.take if owner.address else slots.add)(owner)
        self._starting += 1
        try:
            yield
        except BaseException:
            slots.release(owner)
            raise
        finally:
            self._starting -= 1

    def _start_task(self, table: Table, owner: Sender, *, restored: bool) -> TableTask:
        failed = self.tasks.get(table.id)
        if failed is not None:
            self._forget(failed)
        source = source_for(table, secrets.randbelow(SEEDS))
        task = TableTask(
            table,
            source,
            self.store,
            self.bot_pool,
            self.telemetry,
            self.render_queue,
            self.clock,
            seed=secrets.randbelow(SEEDS),
            # Everybody at a table from before the restart has time to come back.
            grace_until=self._started + RESTART_GRACE if restored else 0.0,
            owner=owner,
        )
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
                    viewer.banned = True
                    viewer.wake.set()

    # ---- Maintenance ------------------------------------------------------------------------------------------------

    async def _keep_heartbeat(self) -> None:
        """Store about every second that the server runs. This also notices soon when nothing can be stored."""
        works = True
        while True:
            try:
                await self.store.heartbeat(self.clock.now())
                if not works:
                    self.telemetry.info("can save again")
                works = True
            except StoreStopped as error:
                if works:
                    self.telemetry.warn("cannot save", error=str(error))
                works = False
            await asyncio.sleep(_HEARTBEAT_SECONDS)

    async def _sweep(self) -> None:
        """Regularly unload idle tables, wake those that are due, and remove abandoned ones."""
        removed_at = -math.inf
        while True:
            try:
                await self._unload_idle()
                await self._wake_due()
                if self.clock.now() - removed_at > 3600.0:
                    removed_at = self.clock.now()
                    count = await self.store.remove_idle(self.clock.now() - self.limits.idle_days * 86_400)
                    if count:
                        self.telemetry.info("idle tables removed", count=count)
            except ChabudaiError as error:
                self.telemetry.warn("sweep of the tables failed", error=str(error))
            except Exception as error:
                self.telemetry.fault("sweep of the tables failed", error)
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _wake_due(self) -> None:
        """Load tables that are due, unless enough bots think already for which nobody waits."""
        most = _MAX_WOKEN - self.bot_pool.unwatched
        if most > 0:
            due = await self.store.due_tables(self.clock.now(), len(self.tasks) + most)
            for table_id in [table_id for table_id in due if table_id not in self.tasks][:most]:
                await self._wake(table_id)

    async def _wake(self, table_id: str) -> None:
        """Load a table that is due. If one fails, the others are still loaded."""
        try:
            await self.find(table_id)
        except UnreadableTable:
            await self.store.clear_wake_time(table_id)
        except ChabudaiError as error:
            self.telemetry.warn("cannot wake table", table=table_id, error=str(error))

    async def _unload_idle(self) -> None:
        for task in list(self.tasks.values()):
            self._count_finished(task)
            # While one table was being stopped, another may have been loaded anew.
            if self.tasks.get(task.table.id) is task and (task.failed or task.idle() > self.limits.unload_after):
                await self._unload(task)

    async def _unload_one(self, may_unload: Callable[[TableTask], bool]) -> None:
        """Unload the table that nobody has watched for the longest time, if there is one."""
        unwatched = [task for task in self.tasks.values() if may_unload(task) and task.idle() > _MIN_IDLE]
        if unwatched:
            await self._unload(max(unwatched, key=TableTask.idle))

    async def _unload(self, task: TableTask) -> None:
        self._forget(task)
        await task.stop()

    def _forget(self, task: TableTask) -> None:
        self._count_finished(task)
        del self.tasks[task.table.id]
        self.throttle.tables_in_memory.release(task.owner)

    def _count_finished(self, task: TableTask) -> None:
        """If a table is finished, do not count it as unfinished anymore."""
        if task.table.status in ("over", "closed"):
            self.throttle.table_finished(task.table.id)


def _restore_slice(restorer: Restorer, rows: Iterator[LogRow], clock: Clock) -> bool:
    """Restore some rows; return whether there may be more. Taking a move back takes as long as many of them."""
    end = clock.now() + _SLICE_SECONDS
    for _ in range(_ROWS_IN_SLICE):
        row = next(rows, None)
        if row is None:
            return False
        if isinstance(restorer.add(row), log.TookBack) or clock.now() >= end:
            break
    return True
