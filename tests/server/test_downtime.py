"""The time during which the server did not run: it counts for nobody who has to choose within a time limit."""

import asyncio
import json
import math
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from chabudai.server.clock import Clock
from chabudai.server.context import Context
from chabudai.server.storage.listing import ListedSeat, Listing
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.session.log import LogRow
from server.contexts import run_with_context, table_for_one_person
from server.running_server import ServerProcess

SITTERS = [ListedSeat("g", "Gen"), ListedSeat(level="club"), ListedSeat("h", "Hana")]


def listing(
    table: str,
    *,
    limit: int,
    waiting: list[int],
    wake: float | None = 160.0,
    status: str = "playing",
    touched: float = 100.0,
) -> Listing:
    fields = {"id": table, "game": "go", "host": "h", "status": status, "listed": False, "limit": limit}
    progress = {"sitters": SITTERS, "waiting": waiting, "moves": 0, "scores": [], "winners": []}
    times = {"made": 0.0, "touched": touched, "wake": wake}
    return msgspec.convert(fields | progress | times, Listing)


def run(path: Path, act: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(path / "t.sqlite")
        try:
            await act(store)
        finally:
            await store.close()

    asyncio.run(run())


async def entries(store: SqliteStore, table: str) -> list[object]:
    return [json.loads(row.entry) for row in await store.read_log(table)]


OPENED = [LogRow(0, 100.0, "", b'{"what":"opened"}'), LogRow(1, 100.0, "", b'{"what":"began"}')]


@pytest.mark.parametrize("seconds", [5.0, 86_400.0, -3600.0])
def test_a_table_that_waits_under_a_limit_gets_the_downtime_as_an_entry(tmp_path: Path, seconds: float) -> None:
    async def before(store: SqliteStore) -> None:
        await store.append(OPENED, listing("t", limit=60, waiting=[0, 1]))
        await store.heartbeat(120.0)

    async def after(store: SqliteStore) -> None:
        assert await store.record_downtime(120.0 + seconds) == seconds
        assert await entries(store, "t") == [
            {"what": "opened"},
            {"what": "began"},
            {"what": "downtime", "seconds": seconds},
        ]
        (row,) = await store.read_log("t", first=2)
        assert (row.seq, row.at, row.command) == (2, 120.0 + seconds, "")
        stored = await store.read_listing("t")
        assert stored == listing("t", limit=60, waiting=[0, 1], wake=160.0 + seconds, touched=100.0 + seconds)
        assert await store.due_tables(159.0 + seconds, 10) == []
        assert await store.due_tables(160.0 + seconds, 10) == ["t"]

    run(tmp_path, before)
    run(tmp_path, after)


@pytest.mark.parametrize(
    "unaffected",
    [
        listing("t", limit=0, waiting=[0], wake=None),
        listing("t", limit=60, waiting=[1], wake=100.0),
        listing("t", limit=60, waiting=[], wake=100.0),
        listing("t", limit=60, waiting=[], wake=None, status="over"),
        listing("t", limit=60, waiting=[], wake=None, status="open"),
    ],
    ids=["without a limit", "waiting for a bot", "waiting for chance", "over", "not begun"],
)
def test_the_deadlines_of_other_tables_do_not_move(tmp_path: Path, unaffected: Listing) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append(OPENED, unaffected)
        await store.heartbeat(120.0)
        await store.record_downtime(200.0)
        assert await store.read_log("t") == OPENED
        touched = 100.0 if unaffected.status == "over" else 180.0
        assert await store.read_listing("t") == msgspec.structs.replace(unaffected, touched=touched)

    run(tmp_path, act)


@pytest.mark.parametrize("status", ["open", "playing"])
def test_downtime_does_not_count_towards_the_removal_of_an_idle_table(tmp_path: Path, status: str) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append(OPENED, listing("t", limit=0, waiting=[0], wake=None, status=status))
        await store.heartbeat(120.0)
        days = 91 * 86_400.0
        await store.record_downtime(120.0 + days)
        assert await store.remove_idle(120.0 + days - 90 * 86_400.0) == 0
        assert await store.remove_idle(101.0 + days) == 1

    run(tmp_path, act)


def test_without_a_heartbeat_no_downtime_is_known(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append(OPENED, listing("t", limit=60, waiting=[0]))
        assert await store.record_downtime(1e9) == 0.0
        assert await store.read_log("t") == OPENED

    run(tmp_path, act)


def test_downtime_is_counted_once(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append(OPENED, listing("t", limit=60, waiting=[0]))
        await store.heartbeat(120.0)
        assert await store.record_downtime(130.0) == 10.0
        assert await store.record_downtime(130.0) == 0.0

    run(tmp_path, act)


def last_heartbeat(folder: Path) -> float:
    with closing(sqlite3.connect(folder / "t.sqlite")) as file:
        row = file.execute("SELECT value FROM status WHERE name = 'heartbeat'").fetchone()
    return -math.inf if row is None else float(row[0])


def test_a_running_server_writes_heartbeats_by_its_own_clock(tmp_path: Path) -> None:
    async def act(context: Context) -> None:
        await context.tables.start()
        first = last_heartbeat(tmp_path)
        assert 1000.0 <= first < 1060.0
        while last_heartbeat(tmp_path) <= first:
            await asyncio.sleep(0.05)

    run_with_context(tmp_path, act, Clock(lambda: 1000.0))


def test_a_table_is_restored_with_all_its_time_after_a_downtime(tmp_path: Path) -> None:
    remaining: list[float] = []
    tables: list[str] = []

    async def before(context: Context) -> None:
        await context.tables.start()
        task = await table_for_one_person(context, ["random", "random"], limit=600)
        while task.table.waiting() != [0]:
            await asyncio.sleep(0.01)
        await task.on_disk()
        deadline = task.session.autoplay.move_deadline(0)
        assert deadline is not None
        remaining.append(deadline - context.clock.now())
        tables.append(task.table.id)
        await context.tables.store.heartbeat(context.clock.now())

    async def after(context: Context) -> None:
        await context.tables.start()
        task = await context.tables.find(tables[0])
        deadline = task.session.autoplay.move_deadline(0)
        assert deadline is not None
        assert deadline - context.clock.now() == pytest.approx(remaining[0], abs=30.0)

    run_with_context(tmp_path, before, Clock(lambda: 1_000_000.0))
    run_with_context(tmp_path, after, Clock(lambda: 9_000_000.0))


def test_nobody_is_late_after_the_server_was_killed_and_started_again(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    try:
        host = process.server.guest("Aoi")
        table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"], limit=5)
        assert host.connect(table).ready().wait_for_turn()
        process.kill()
        time.sleep(6.0)  # longer than the limit
        process.start()
        again = host.connect(table).ready()
        time.sleep(6.0)  # within the minute that everybody has after a restart
        again.choose()
        assert process.stop() == 0
    finally:
        process.kill()
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file:
        entries = [entry for (entry,) in file.execute("SELECT entry FROM event")]
    assert any(b'"downtime"' in entry for entry in entries)
    assert not any(b'"late"' in entry for entry in entries)
