"""A file of an older version is copied before it is changed, and changed wholly or not at all."""

import asyncio
import resource
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from chabudai.server.storage import schema
from chabudai.server.storage.schema import MIGRATIONS, CannotCopy
from chabudai.server.storage.sqlite import CannotOpen, SqliteStore

NEXT = "ALTER TABLE guest ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'; DELETE FROM guest WHERE name = 'Ben';"
BROKEN = "UPDATE guest SET name = 'nobody'; INSERT INTO no_such_table VALUES (1);"


def open_and_close(path: Path) -> None:
    """Bring a file to the present version, as a server does when it starts."""
    store = SqliteStore(path)
    asyncio.run(store.close())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of the present version, with two guests."""
    path = tmp_path / "t.sqlite"
    open_and_close(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany("INSERT INTO guest VALUES (?, ?, FALSE)", [("a", "Aoi"), ("b", "Ben")])
    return path


def version_and_names(path: Path) -> tuple[int, list[str]]:
    with closing(sqlite3.connect(path)) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
        return version, [name for (name,) in file.execute("SELECT name FROM guest ORDER BY id")]


def names_beside(path: Path) -> list[str]:
    return sorted(found.name for found in path.parent.iterdir() if found.name.startswith(f"{path.name}."))


def migrating_by(monkeypatch: pytest.MonkeyPatch, *further: str) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, *further))


NOW = len(MIGRATIONS)
COPY = f"t.sqlite.version-{NOW}"
BEFORE = (NOW, ["Aoi", "Ben"])


def test_a_new_file_and_one_of_this_version_are_not_copied(old: Path) -> None:
    open_and_close(old)
    assert names_beside(old) == []


def test_an_older_file_is_copied_and_then_brought_to_this_version(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old.chmod(0o640)
    migrating_by(monkeypatch, NEXT, "DELETE FROM guest;")
    open_and_close(old)
    assert version_and_names(old) == (NOW + 2, [])
    assert names_beside(old) == [COPY]
    assert version_and_names(old.with_name(COPY)) == BEFORE
    assert stat.S_IMODE(old.with_name(COPY).stat().st_mode) == 0o640
    open_and_close(old)
    assert names_beside(old) == [COPY]


def test_the_copy_has_what_is_still_in_the_log_beside_the_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(old)) as file:
        file.execute("PRAGMA wal_autocheckpoint = 0")
        with file:
            file.execute("INSERT INTO guest VALUES ('c', 'Chie', FALSE)")
        assert old.with_name("t.sqlite-wal").stat().st_size
        migrating_by(monkeypatch, NEXT)
        open_and_close(old)
    assert version_and_names(old.with_name(COPY)) == (NOW, ["Aoi", "Ben", "Chie"])


def test_a_step_that_fails_leaves_the_file_as_it_was_beside_its_copy(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrating_by(monkeypatch, NEXT, BROKEN)
    for _ in range(2):  # a server that is started again and again makes one copy
        with pytest.raises(CannotOpen, match="no such table"):
            SqliteStore(old)
        assert version_and_names(old) == BEFORE
        assert names_beside(old) == [COPY]
        assert version_and_names(old.with_name(COPY)) == BEFORE
    migrating_by(monkeypatch, NEXT)
    open_and_close(old)
    assert version_and_names(old) == (NOW + 1, ["Aoi"])


def test_two_servers_that_start_at_once_migrate_once(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrating_by(monkeypatch, NEXT)
    version = schema._version
    starts = iter([True])

    def other_server_first(connection: sqlite3.Connection) -> int:
        found = version(connection)
        if next(starts, False):
            open_and_close(old)
        return found

    monkeypatch.setattr(schema, "_version", other_server_first)
    open_and_close(old)
    assert version_and_names(old) == (NOW + 1, ["Aoi"])
    assert names_beside(old) == [COPY]
    assert version_and_names(old.with_name(COPY)) == BEFORE


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE recipe (name TEXT)")
    with pytest.raises(CannotOpen, match="database of another program"):
        SqliteStore(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("recipe",)]


def test_a_copy_that_is_there_is_not_overwritten(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old.with_name(COPY).write_text("the first")
    old.with_name(f"{COPY}.2").write_text("the second")
    migrating_by(monkeypatch, NEXT)
    open_and_close(old)
    assert old.with_name(COPY).read_text() == "the first"
    assert old.with_name(f"{COPY}.2").read_text() == "the second"
    assert version_and_names(old.with_name(f"{COPY}.3")) == BEFORE
    assert names_beside(old) == [COPY, f"{COPY}.2", f"{COPY}.3"]


def test_without_room_for_a_copy_the_file_is_left_alone(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(old)) as file, file:
        file.execute("INSERT INTO game VALUES ('k', 'a', 'go', 0.0, ?)", (b"x" * 500_000,))
    migrating_by(monkeypatch, NEXT)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(CannotCopy, match=r"cannot copy .*t\.sqlite to .*version-\d+ before .* stays as it is"):
            SqliteStore(old)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert version_and_names(old) == BEFORE
    assert names_beside(old) == []


def test_what_a_killed_server_has_left_of_a_copy_is_no_copy(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old.with_name(f"{COPY}.part").write_text("half")
    migrating_by(monkeypatch, NEXT)
    open_and_close(old)
    assert names_beside(old) == [COPY]
    assert version_and_names(old.with_name(COPY)) == BEFORE
