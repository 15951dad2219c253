"""Long logs: restoring them leaves time for everything else, and they are restored completely."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from chabudai.server import tables
from chabudai.server.context import Context
from chabudai.server.storage.listing import listing_of
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.log import LogRow
from chabudai.session.table import Restorer, restore_table
from server.contexts import run_with_context, table_for_one_person


async def stored_table(context: Context, entries: int) -> TableTask:
    """Store a table with this many lines of chat, and unload it."""
    task = await table_for_one_person(context)
    while not task.table.waiting():
        await asyncio.sleep(0)
    await task.on_disk()
    await task.stop()
    del context.tables.tasks[task.table.id]
    line = log.encode_entry(log.Chatted("g", "Gen", 0, "Hm."), task.table.game)
    rows = [LogRow(task.table.seq + 1 + number, 5.0, f"g {number}", line) for number in range(entries)]
    await context.tables.store.append(rows, listing_of(task.table))
    return task


@pytest.mark.parametrize("further", [0, 1, 99, tables._ROWS_AT_ONCE * 2])
def test_a_long_log_is_restored_completely(tmp_path: Path, further: int) -> None:
    async def act(context: Context) -> None:
        stored = await stored_table(context, further)
        task = await context.tables.find(stored.table.id)
        whole = restore_table(stored.table.id, await context.tables.store.read_log(stored.table.id))
        assert task.table.seq == whole.seq == stored.table.seq + further
        assert len(task.table.chat) == further
        assert task.table.commands == whole.commands

    run_with_context(tmp_path, act)


def test_a_log_that_ends_with_a_whole_piece_is_restored_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        stored = await stored_table(context, 50)
        for rows_at_once in (stored.table.seq + 51, 10):
            monkeypatch.setattr(tables, "_ROWS_AT_ONCE", rows_at_once)
            task = await context.tables.find(stored.table.id)
            assert len(task.table.chat) == 50
            del context.tables.tasks[stored.table.id]

    run_with_context(tmp_path, act)


def test_a_gap_between_two_pieces_of_a_log_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_ROWS_AT_ONCE", 10)

    async def act(context: Context) -> None:
        stored = await stored_table(context, 50)
        store = context.tables.store
        await store._write(  # type: ignore[attr-defined]
            lambda connection: connection.execute("DELETE FROM event WHERE seq = 20")
        )
        with pytest.raises(tables.UnreadableTable):
            await context.tables.find(stored.table.id)

    run_with_context(tmp_path, act)


def test_other_tasks_run_many_times_while_several_long_logs_are_restored(tmp_path: Path) -> None:
    entries = 4000

    async def act(context: Context) -> None:
        stored = [(await stored_table(context, entries)).table.id for _ in range(3)]
        turns = 0
        longest = restored = 0
        add = Restorer.add

        def count(self: Restorer, row: LogRow) -> log.Entry:
            nonlocal longest, restored
            restored += 1
            longest = max(longest, restored)
            return add(self, row)

        async def other_work() -> None:
            nonlocal turns, restored
            while True:
                turns += 1
                restored = 0
                await asyncio.sleep(0)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Restorer, "add", count)
            other = asyncio.create_task(other_work())
            await asyncio.gather(*(context.tables.find(table) for table in stored))
            other.cancel()
        assert longest <= 2 * tables._ROWS_IN_SLICE
        assert turns >= len(stored) * entries / tables._ROWS_IN_SLICE / 2

    run_with_context(tmp_path, act)


def test_other_tasks_run_after_every_move_that_was_taken_back(tmp_path: Path) -> None:
    async def act(context: Context) -> None:
        stored = await stored_table(context, 0)
        seat = stored.table.waiting()[0]
        chose = log.encode_entry(log.Chose(seat, stored.table.state.legal(seat)[0]), stored.table.game)
        entries = [chose, msgspec.json.encode(log.TookBack(0))] * 30
        rows = [LogRow(stored.table.seq + 1 + number, 5.0, "", entry) for number, entry in enumerate(entries)]
        await context.tables.store.append(rows, listing_of(stored.table))
        loading = asyncio.create_task(context.tables.find(stored.table.id))
        turns = 0
        while not loading.done():
            turns += 1
            await asyncio.sleep(0)
        assert (await loading).table.seq == rows[-1].seq
        assert turns >= 30

    run_with_context(tmp_path, act)


def test_restoring_also_pauses_when_entries_take_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_SLICE_SECONDS", 0.0)  # every entry takes too long

    async def act(context: Context) -> None:
        stored = await stored_table(context, 60)
        loading = asyncio.create_task(context.tables.find(stored.table.id))
        turns = 0
        while not loading.done():
            turns += 1
            await asyncio.sleep(0)
        assert len((await loading).table.chat) == 60
        assert turns >= 60

    run_with_context(tmp_path, act)
