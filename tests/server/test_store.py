"""The store: atomic appends in order, rejection of stale owners, lists of tables, and bad database files."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from chabudai.server.storage.database import CannotOpenDatabase
from chabudai.server.storage.listing import ListedSeat, Listing
from chabudai.server.storage.schema import MIGRATIONS, NewerFile
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.storage.store import Guest, StaleOwner, Store, StoredGame, StoreStopped, UploadsKept
from chabudai.session.log import LogRow
from chabudai.session.table import TableStatus


def listing(
    table: str = "t", status: TableStatus = "playing", touched: float = 1.0, wake: float | None = None
) -> Listing:
    return Listing(
        id=table,
        game="go",
        host="h",
        status=status,
        listed=True,
        limit=0,
        sitters=[ListedSeat("g", "Gen"), ListedSeat(level="club"), ListedSeat()],
        waiting=[0],
        moves=0,
        scores=[],
        winners=[],
        made=0.0,
        touched=touched,
        wake=wake,
    )


def row(seq: int) -> LogRow:
    return LogRow(seq, float(seq), f"c{seq}", b"{}")


def run(path: Path, act: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store: Store = SqliteStore(path / "t.sqlite")
        try:
            await act(store)  # type: ignore[arg-type]
        finally:
            await store.close()

    asyncio.run(run())


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.append([row(0), row(1)], listing())
        await store.append([row(2)], listing())

    async def read(store: SqliteStore) -> None:
        assert await store.read_log("t") == [row(0), row(1), row(2)]
        assert await store.read_log("elsewhere") == []
        assert await store.read_listing("t") == listing()

    run(tmp_path, write)
    run(tmp_path, read)


def test_a_stale_owner_writes_nothing_and_the_rest_of_the_commit_succeeds(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append([row(0), row(1)], listing())
        stale = store.append([row(1), row(2)], listing(touched=9.0))
        others = [store.append([row(0)], listing(f"o{number}")) for number in range(20)]
        results = await asyncio.gather(stale, *others, return_exceptions=True)
        assert isinstance(results[0], StaleOwner)
        assert results[1:] == [None] * 20
        assert await store.read_log("t") == [row(0), row(1)]
        assert await store.read_listing("t") == listing()
        assert len(await store.latest_tables(100)) == 21

    run(tmp_path, act)


def test_simultaneous_appends_share_commits(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        commits: list[str] = []
        store._writer.set_trace_callback(
            lambda line: commits.append(line) if line.startswith("INSERT INTO addition") else None
        )
        await asyncio.gather(*(store.append([row(0)], listing(f"t{number}")) for number in range(200)))
        assert 0 < len(commits) < 100

    run(tmp_path, act)


def test_tables_are_listed_by_status_guest_and_wake_time(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        await store.append([row(0)], listing("early", touched=1.0, wake=5.0))
        await store.append([row(0)], listing("late", touched=2.0, wake=50.0))
        await store.append([row(0)], listing("over", "over", touched=3.0))
        assert [table.id for table in await store.listed_tables(10)] == ["late", "early"]
        assert [table.id for table in await store.tables_of("g", 10)] == ["over", "late", "early"]
        assert [table.id for table in await store.tables_of("h", 1)] == ["over"]
        assert await store.tables_of("nobody", 10) == []
        assert await store.due_tables(10.0, 10) == ["early"]
        await store.clear_wake_time("early")
        assert await store.due_tables(10.0, 10) == []
        assert await store.count_unfinished("h") == 2

    run(tmp_path, act)


def test_idle_tables_are_removed_and_finished_tables_kept(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        for table, status, touched in (("old", "playing", 1.0), ("done", "over", 1.0), ("new", "open", 9.0)):
            await store.append([row(0)], listing(table, status, touched))  # type: ignore[arg-type]
        assert await store.remove_idle(5.0) == 1
        assert {table.id for table in await store.latest_tables(10)} == {"done", "new"}
        assert await store.read_log("old") == []
        assert [table.id for table in await store.tables_of("g", 10)] == ["new", "done"]

    run(tmp_path, act)


def test_writes_succeed_after_a_failed_write(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        def fail(connection: object) -> None:
            raise UnicodeError("this is no text")

        with pytest.raises(StoreStopped, match="no text"):
            await store._write(fail)
        await store.name_guest("g", "Gen")
        assert await store.read_guest("g") == Guest("g", "Gen")

    run(tmp_path, act)


def test_guests_and_games_are_stored(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        assert await store.read_guest("g") is None
        await store.name_guest("g", "Gen")
        await store.ban_guest("b", True)
        await store.name_guest("b", "Bad")
        assert await store.read_guest("g") == Guest("g", "Gen")
        assert await store.banned_guests() == [Guest("b", "Bad", True)]
        await store.ban_guest("b", False)
        assert await store.banned_guests() == []
        assert await store.read_guest("b") == Guest("b", "Bad")
        first = StoredGame("k", "g", "go", 1.0, b"{}")
        await store.save_game(first)
        await store.save_game(StoredGame("k", "g", "go", 2.0, b"[]"))
        assert await store.read_game("k") == first

    run(tmp_path, act)


async def upload(store: Store, name: str, guest: str, address: str, at: float, kept: UploadsKept) -> None:
    await store.save_upload(StoredGame(name, guest, "go", at, name.encode()), address, kept)


async def stored(store: Store, names: str) -> str:
    """Return those of these games that are stored."""
    return "".join([name for name in names if await store.read_game(name) is not None])


def test_the_latest_uploads_of_each_guest_each_address_and_all_are_kept(tmp_path: Path) -> None:
    kept = UploadsKept(per_guest=2, per_address=3, in_all=4)

    async def act(store: SqliteStore) -> None:
        await store.save_game(StoredGame("P", "eve", "go", 0.0, b"{}"))  # played here
        for at, name in enumerate("abc"):
            await upload(store, name, "eve", "here", at, kept)
        assert await stored(store, "Pabc") == "Pbc"
        await upload(store, "d", "eva", "here", 3.0, kept)
        await upload(store, "e", "eva", "here", 4.0, kept)
        assert await stored(store, "Pbcde") == "Pcde"
        await upload(store, "f", "gen", "there", 5.0, kept)
        assert await stored(store, "Pcdef") == "Pcdef"
        await upload(store, "g", "hal", "elsewhere", 6.0, kept)
        assert await stored(store, "Pcdefg") == "Pdefg"
        await upload(store, "d", "eva", "here", 7.0, kept)  # once more
        await upload(store, "h", "ida", "far away", 8.0, kept)
        assert await stored(store, "Pdefgh") == "Pdfgh"

    run(tmp_path, act)


def test_a_game_that_several_guests_have_uploaded_stays_as_long_as_one_of_the_uploads(tmp_path: Path) -> None:
    kept = UploadsKept(per_guest=1, per_address=9, in_all=9)

    async def act(store: SqliteStore) -> None:
        for at, (name, guest) in enumerate((("a", "G"), ("a", "E"), ("b", "E"))):
            await upload(store, name, guest, "here", at, kept)
        assert await stored(store, "ab") == "ab"
        await upload(store, "c", "G", "here", 3.0, kept)
        assert await stored(store, "abc") == "bc"

    run(tmp_path, act)


def test_a_closed_store_refuses_writes(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        await store.close()
        with pytest.raises(StoreStopped):
            await store.append([row(0)], listing())

    run(tmp_path, act)


def test_a_full_disk_fails_the_whole_commit(tmp_path: Path) -> None:
    async def act(store: SqliteStore) -> None:
        store._writer.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreStopped, match="full"):
            await store.append([LogRow(0, 0.0, "", b"x" * 100_000)], listing())
        store._writer.execute("PRAGMA max_page_count = 100000")
        await store.append([row(0)], listing())
        assert await store.read_log("t") == [row(0)]

    run(tmp_path, act)


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    with sqlite3.connect(path) as file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NewerFile, match="made by a newer Chabudai"):
        SqliteStore(path)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(CannotOpenDatabase, match="not a database"):
        SqliteStore(path)


def test_a_new_database_has_the_current_version(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "t.sqlite")
    with sqlite3.connect(tmp_path / "t.sqlite") as file:
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
