"""Migrations: an older database is copied first, then migrated completely or not at all."""

import asyncio
import resource
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from chabudai.server.storage import schema
from chabudai.server.storage.database import CannotOpenDatabase
from chabudai.server.storage.schema import MIGRATIONS, CannotCopy
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.storage.store import StoredGame, UploadsKept

NEXT = "ALTER TABLE guest ADD COLUMN color TEXT NOT NULL DEFAULT 'red'; DELETE FROM guest WHERE name = 'Ben';"
BROKEN = "UPDATE guest SET name = 'nobody'; INSERT INTO no_such_table VALUES (1);"


def open_and_close(path: Path) -> None:
    """Migrate a database to the current version, as a server does when it starts."""
    store = SqliteStore(path)
    asyncio.run(store.close())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Make a database of the current version, with two guests."""
    path = tmp_path / "t.sqlite"
    open_and_close(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany("INSERT INTO guest VALUES (?, ?, FALSE)", [("a", "Aoi"), ("b", "Ben")])
    return path


def version_and_names(path: Path) -> tuple[int, list[str]]:
    with closing(sqlite3.connect(path)) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
        return version, [name for (name,) in file.execute("SELECT name FROM guest ORDER BY id")]


def copies_of(path: Path) -> list[str]:
    """Return the names of the copies next to a database."""
    return sorted(copy.name for copy in path.parent.iterdir() if copy.name.startswith(f"{path.name}."))


def add_migrations(monkeypatch: pytest.MonkeyPatch, *further: str) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, *further))


CURRENT = len(MIGRATIONS)
COPY = f"t.sqlite.version-{CURRENT}"
BEFORE = (CURRENT, ["Aoi", "Ben"])


def test_new_and_current_databases_are_not_copied(database: Path) -> None:
    open_and_close(database)
    assert copies_of(database) == []


def test_an_older_database_is_copied_and_then_migrated(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.chmod(0o640)
    add_migrations(monkeypatch, NEXT, "DELETE FROM guest;")
    open_and_close(database)
    assert version_and_names(database) == (CURRENT + 2, [])
    assert copies_of(database) == [COPY]
    assert version_and_names(database.with_name(COPY)) == BEFORE
    assert stat.S_IMODE(database.with_name(COPY).stat().st_mode) == 0o640
    open_and_close(database)
    assert copies_of(database) == [COPY]


def test_the_copy_includes_the_write_ahead_log(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(database)) as file:
        file.execute("PRAGMA wal_autocheckpoint = 0")
        with file:
            file.execute("INSERT INTO guest VALUES ('c', 'Chie', FALSE)")
        assert database.with_name("t.sqlite-wal").stat().st_size
        add_migrations(monkeypatch, NEXT)
        open_and_close(database)
    assert version_and_names(database.with_name(COPY)) == (CURRENT, ["Aoi", "Ben", "Chie"])


def test_a_failed_migration_leaves_the_database_unchanged(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_migrations(monkeypatch, NEXT, BROKEN)
    for _ in range(2):  # a server that is restarted again and again makes one copy
        with pytest.raises(CannotOpenDatabase, match="no such table"):
            SqliteStore(database)
        assert version_and_names(database) == BEFORE
        assert copies_of(database) == [COPY]
        assert version_and_names(database.with_name(COPY)) == BEFORE
    add_migrations(monkeypatch, NEXT)
    open_and_close(database)
    assert version_and_names(database) == (CURRENT + 1, ["Aoi"])


def test_two_servers_that_start_simultaneously_migrate_once(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_migrations(monkeypatch, NEXT)
    version = schema._version
    starts = iter([True])

    def other_server_first(connection: sqlite3.Connection) -> int:
        old_version = version(connection)
        if next(starts, False):
            open_and_close(database)
        return old_version

    monkeypatch.setattr(schema, "_version", other_server_first)
    open_and_close(database)
    assert version_and_names(database) == (CURRENT + 1, ["Aoi"])
    assert copies_of(database) == [COPY]
    assert version_and_names(database.with_name(COPY)) == BEFORE


def test_the_database_of_another_program_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(CannotOpenDatabase, match="database of another program"):
        SqliteStore(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("recipe",)]


def test_an_existing_copy_is_not_overwritten(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.with_name(COPY).write_text("the first")
    database.with_name(f"{COPY}.2").write_text("the second")
    add_migrations(monkeypatch, NEXT)
    open_and_close(database)
    assert database.with_name(COPY).read_text() == "the first"
    assert database.with_name(f"{COPY}.2").read_text() == "the second"
    assert version_and_names(database.with_name(f"{COPY}.3")) == BEFORE
    assert copies_of(database) == [COPY, f"{COPY}.2", f"{COPY}.3"]


def test_a_full_disk_leaves_the_database_unchanged(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("INSERT INTO game VALUES ('k', 'a', 'go', 0.0, ?)", (b"x" * 500_000,))
    add_migrations(monkeypatch, NEXT)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(CannotCopy, match=r"cannot copy .*t\.sqlite to .*version-\d+ before .* stays as it is"):
            SqliteStore(database)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert version_and_names(database) == BEFORE
    assert copies_of(database) == []


def test_a_partial_copy_is_replaced(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.with_name(f"{COPY}.part").write_text("half")
    add_migrations(monkeypatch, NEXT)
    open_and_close(database)
    assert copies_of(database) == [COPY]
    assert version_and_names(database.with_name(COPY)) == BEFORE


def test_records_uploaded_before_format_3_are_forgotten_first_and_played_games_never(tmp_path: Path) -> None:
    path, uploaded = tmp_path / "t.sqlite", f"r{'0a' * 10}"
    played = ("r" * 16, "r" * 21, uploaded[:-1])
    with closing(sqlite3.connect(path)) as file, file:
        for migration in MIGRATIONS[:2]:
            file.executescript(migration)
        file.execute("PRAGMA user_version = 2")
        file.executemany(
            "INSERT INTO game VALUES (?, 'g', 'go', 1.0, x'7b7d')", [(name,) for name in (uploaded, *played)]
        )

    async def act() -> None:
        store = SqliteStore(path)
        assert await store.read_game(uploaded) is not None
        await store.save_upload(StoredGame("new", "h", "go", 2.0, b"{}"), "here", UploadsKept(9, 9, 1))
        assert await store.read_game(uploaded) is None
        for name in ("new", *played):
            assert await store.read_game(name) is not None
        await store.close()

    asyncio.run(act())
