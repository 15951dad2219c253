"""Table tasks when something fails or stops: the disk, a bot, loading or unloading."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from chabudai.kernel.errors import ChabudaiError
from chabudai.server import tables as tables_module
from chabudai.server.address import Sender
from chabudai.server.context import Context
from chabudai.server.http.replay_pages import ReplayPages
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import StoredGame, StoreStopped
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.commands import ChooseCommand
from chabudai.session.decide import Actor
from chabudai.session.log import LogRow
from chabudai.session.refusal import Refused
from server.contexts import run_with_context, table_for_one_person


def choose(task: TableTask) -> "asyncio.Future[int | ChabudaiError]":
    """Make any legal choice for the player to move; return the future reply."""
    (seat,) = task.table.waiting()
    reply: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
    choose = ChooseCommand(str(task.table.seq), task.table.state.legal(seat)[0], seat)
    task.post(Actor("g"), choose, reply.set_result)
    return reply


async def begun_table(context: Context, bots: Sequence[str] = ()) -> TableTask:
    """Open a table, and wait until somebody must choose."""
    task = await table_for_one_person(context, bots)
    while not task.table.waiting():
        await asyncio.sleep(0)
    return task


def slow_disk(context: Context, monkeypatch: pytest.MonkeyPatch, *, full: bool = False) -> asyncio.Event:
    """Delay all writes until this event is set; fail them then if the disk is full."""
    disk, append = asyncio.Event(), context.tables.store.append

    async def slow(rows: Sequence[LogRow], listing: Listing) -> None:
        await disk.wait()
        if full:
            raise StoreStopped("the disk is full")
        await append(rows, listing)

    monkeypatch.setattr(context.tables.store, "append", slow)
    return disk


def test_a_pending_command_gets_its_reply_when_the_table_is_unloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        task = await begun_table(context)
        await task.on_disk()
        disk = slow_disk(context, monkeypatch)
        reply = choose(task)
        while task._on_disk.is_set():
            await asyncio.sleep(0)
        stopping = asyncio.create_task(task.stop())
        await asyncio.sleep(0)
        disk.set()
        await stopping
        assert await reply == (await context.tables.store.read_log(task.table.id))[-1].seq

    run_with_context(tmp_path, act)


def test_the_last_move_succeeds_although_the_record_cannot_be_stored_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        task = await begun_table(context)
        store = context.tables.store
        save_game = store.save_game

        async def fail(game: StoredGame) -> None:
            raise StoreStopped("the disk is full")

        monkeypatch.setattr(store, "save_game", fail)
        while task.table.status == "playing":
            reply = choose(task)
            assert isinstance(await reply, int)
        await asyncio.sleep(0.05)
        assert not task.failed
        monkeypatch.setattr(store, "save_game", save_game)
        task.nudge()
        while not task._record_stored:
            await asyncio.sleep(0.01)
        assert await store.read_game(task.table.id) is not None

    run_with_context(tmp_path, act)


def test_the_game_continues_when_a_bot_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        async def fail(*question: object) -> int:
            raise RuntimeError("the bot failed")

        monkeypatch.setattr(context.tables.bot_pool, "choose", fail)
        task = await begun_table(context, ["club", "club"])
        while not any(seat == 2 for seat, _ in task.table.play.moves):
            await asyncio.sleep(0.01)
            if 0 in task.table.waiting():
                await choose(task)
        assert context.telemetry.counts["faults"] > 0

    run_with_context(tmp_path, act)


def test_a_reloaded_table_is_not_unloaded_with_its_old_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        first, second = await begun_table(context), await begun_table(context)
        for task in (first, second):
            await task.stop()

        async def reload_other_table() -> None:
            await context.tables.find(second.table.id)

        monkeypatch.setattr(first, "stop", reload_other_table)
        await context.tables._unload_idle()
        assert list(context.tables.tasks) == [second.table.id]
        assert not context.tables.tasks[second.table.id].failed

    run_with_context(tmp_path, act)


def test_a_table_is_loaded_once_although_somebody_who_waits_for_it_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        tables = context.tables
        task = await begun_table(context)
        await tables._unload(task)
        disk, loads, read_log = asyncio.Event(), 0, tables.store.read_log

        async def slow(table: str, first: int = 0, limit: int = -1) -> list[LogRow]:
            nonlocal loads
            loads += 1
            await disk.wait()
            return await read_log(table, first, limit)

        monkeypatch.setattr(tables.store, "read_log", slow)
        leaving = asyncio.create_task(tables.find(task.table.id))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        staying = asyncio.create_task(tables.find(task.table.id))
        await asyncio.sleep(0)
        disk.set()
        assert await staying is tables.tasks[task.table.id]
        assert loads == 1
        assert not tables._loading

    run_with_context(tmp_path, act)


def test_a_table_that_could_not_be_loaded_is_loaded_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        tables = context.tables
        task = await begun_table(context)
        await tables._unload(task)

        async def fail(table: str, first: int = 0, limit: int = -1) -> list[LogRow]:
            raise StoreStopped("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(tables.store, "read_log", fail)
            with pytest.raises(StoreStopped):
                await tables.find(task.table.id)
        assert (await tables.find(task.table.id)).table.id == task.table.id

    run_with_context(tmp_path, act)


def test_a_finished_table_that_makes_room_for_another_is_no_longer_counted_as_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "_MIN_IDLE", -1.0)

    async def act(context: Context) -> None:
        tables = context.tables
        finished, playing = await begun_table(context), await begun_table(context)
        for task in (finished, playing):
            tables.throttle.table_opened(task.table.id, "127.0.0.2")
        await finished.append(log.TableClosed(), "", "")
        for _ in range(2):
            await tables._unload_one(lambda task: True)
        assert not tables.tasks
        assert list(tables.throttle._openers) == [playing.table.id]

    run_with_context(tmp_path, act)


def test_a_table_that_cannot_be_loaded_does_not_block_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        task = await begun_table(context, ["club", "club"])
        await task.stop()
        del context.tables.tasks[task.table.id]

        async def due(now: float, limit: int) -> list[str]:
            return ["no such table", task.table.id]

        monkeypatch.setattr(context.tables.store, "due_tables", due)
        await context.tables.start()
        while task.table.id not in context.tables.tasks:
            await asyncio.sleep(0.01)

    run_with_context(tmp_path, act)


def test_a_database_that_cannot_be_read_is_no_bug_of_the_sweeper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        async def fail(now: float, limit: int) -> list[str]:
            raise StoreStopped("the disk is full")

        monkeypatch.setattr(context.tables.store, "due_tables", fail)
        await context.tables.start()
        while not context.telemetry.counts["warnings"]:
            await asyncio.sleep(0.01)
        assert not context.telemetry.counts["faults"]

    run_with_context(tmp_path, act)


def test_the_record_is_not_shown_before_the_close_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        task = await begun_table(context)
        await task.on_disk()
        disk = slow_disk(context, monkeypatch, full=True)
        closing = asyncio.create_task(task.append(log.TableClosed(), "", ""))
        while task.table.status != "closed":
            await asyncio.sleep(0)

        async def no_game(game: str) -> None:
            return None

        monkeypatch.setattr(context.tables.store, "read_game", no_game)
        request = asyncio.create_task(ReplayPages(context)._record_line(task.table.id, Sender()))
        await asyncio.sleep(0.05)
        assert not request.done()
        disk.set()
        with pytest.raises(Refused, match="cannot_save"):
            await request
        with pytest.raises(Refused, match="cannot_save"):
            await closing

    run_with_context(tmp_path, act)
