"""The task that owns a table, and the tables that it belongs to: what happens when something fails, or stops."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.context import Context
from chabudai.server.http.replay_pages import ReplayPages
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import KeptGame, StoreStopped
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.commands import Choose
from chabudai.session.decide import Who
from chabudai.session.log import Row
from chabudai.session.refusal import Refused
from server.contexts import alone_at_a_table, with_tables


def choose(task: TableTask) -> "asyncio.Future[int | ChabudaiError]":
    """Let the person whose turn it is make any choice; what is answered."""
    (seat,) = task.table.waiting()
    answer: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
    choose = Choose(str(task.table.seq), task.table.state.legal(seat)[0], seat)
    task.post(Who("g"), choose, answer.set_result)
    return answer


async def begun(context: Context, bots: Sequence[str] = ()) -> TableTask:
    task = await alone_at_a_table(context, bots)
    while not task.table.waiting():
        await asyncio.sleep(0)
    return task


def slow_disk(context: Context, monkeypatch: pytest.MonkeyPatch, *, full: bool = False) -> asyncio.Event:
    """From now on nothing comes to the disk before this event, and then only if it is not full."""
    disk, append = asyncio.Event(), context.tables.store.append

    async def slow(rows: Sequence[Row], listing: Listing) -> None:
        await disk.wait()
        if full:
            raise StoreStopped("the disk is full")
        await append(rows, listing)

    monkeypatch.setattr(context.tables.store, "append", slow)
    return disk


def test_what_is_on_its_way_to_the_disk_as_a_table_is_put_away_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        task = await begun(context)
        await task.on_disk()
        disk = slow_disk(context, monkeypatch)
        answer = choose(task)
        while task._on_disk.is_set():
            await asyncio.sleep(0)
        stopping = asyncio.create_task(task.stop())
        await asyncio.sleep(0)
        disk.set()
        await stopping
        assert await answer == (await context.tables.store.log(task.table.id))[-1].seq

    with_tables(tmp_path, act)


def test_the_last_move_is_done_though_the_record_cannot_be_kept_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        task = await begun(context)
        store = context.tables.store
        save_game = store.save_game

        async def fail(game: KeptGame) -> None:
            raise StoreStopped("the disk is full")

        monkeypatch.setattr(store, "save_game", fail)
        while task.table.status == "playing":
            answer = choose(task)
            assert isinstance(await answer, int)
        await asyncio.sleep(0.05)
        assert not task.failed
        monkeypatch.setattr(store, "save_game", save_game)
        task.nudge()
        while not task._kept:
            await asyncio.sleep(0.01)
        assert await store.game(task.table.id) is not None

    with_tables(tmp_path, act)


def test_where_a_bot_fails_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        async def fail(*question: object) -> int:
            raise RuntimeError("no thoughts")

        monkeypatch.setattr(context.tables.bot_pool, "choose", fail)
        task = await begun(context, ["club", "club"])
        while not any(seat == 2 for seat, _ in task.table.play.moves):
            await asyncio.sleep(0.01)
            if 0 in task.table.waiting():
                await choose(task)
        assert context.telemetry.counts["faults"] > 0

    with_tables(tmp_path, act)


def test_a_table_that_was_fetched_anew_is_not_put_away_with_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        first, second = await begun(context), await begun(context)
        for task in (first, second):
            await task.stop()

        async def meanwhile() -> None:
            await context.tables.find(second.table.id)

        monkeypatch.setattr(first, "stop", meanwhile)
        await context.tables._put_away()
        assert list(context.tables.tasks) == [second.table.id]
        assert not context.tables.tasks[second.table.id].failed

    with_tables(tmp_path, act)


def test_one_table_that_cannot_be_woken_keeps_no_other_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        task = await begun(context, ["club", "club"])
        await task.stop()
        del context.tables.tasks[task.table.id]

        async def due(now: float, limit: int) -> list[str]:
            return ["no such table", task.table.id]

        monkeypatch.setattr(context.tables.store, "due", due)
        await context.tables.start()
        while task.table.id not in context.tables.tasks:
            await asyncio.sleep(0.01)

    with_tables(tmp_path, act)


def test_the_record_of_a_table_that_may_not_be_closed_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(context: Context) -> None:
        task = await begun(context)
        await task.on_disk()
        disk = slow_disk(context, monkeypatch, full=True)
        closing = asyncio.create_task(task.append(log.Closed(), "", ""))
        while task.table.status != "closed":
            await asyncio.sleep(0)

        async def not_kept(game: str) -> None:
            return None

        monkeypatch.setattr(context.tables.store, "game", not_kept)
        asked = asyncio.create_task(ReplayPages(context)._line(task.table.id))
        await asyncio.sleep(0.05)
        assert not asked.done()
        disk.set()
        with pytest.raises(Refused, match="restarting"):
            await asked
        with pytest.raises(Refused, match="restarting"):
            await closing

    with_tables(tmp_path, act)
