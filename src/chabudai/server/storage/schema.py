"""The tables of the SQLite file, and how an older file becomes a newer one."""

import filecmp
import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError

MIGRATIONS = (
    """
    CREATE TABLE event (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, command TEXT NOT NULL, entry BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE listing (
        id TEXT PRIMARY KEY, host TEXT NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL,
        touched REAL NOT NULL, wake REAL, listing BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX listing_touched ON listing (touched);
    CREATE INDEX listing_wake ON listing (wake) WHERE wake IS NOT NULL;
    CREATE INDEX listing_host ON listing (host, status);
    CREATE TABLE sitter (guest TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (guest, table_id)) WITHOUT ROWID;
    CREATE INDEX sitter_table ON sitter (table_id);
    CREATE TABLE guest (id TEXT PRIMARY KEY, name TEXT NOT NULL, banned INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE game (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, game TEXT NOT NULL, made REAL NOT NULL, line BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""Each makes the file one version newer; SQLite's `user_version` counts them. They are never changed, only added to."""


class NewerFile(ChabudaiError):
    """A file that a newer version of Chabudai has written."""


class ForeignFile(ChabudaiError):
    """A database that Chabudai has not written."""


class CannotCopy(ChabudaiError):
    """A file of an older version that cannot be copied, and so is not changed."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to this version, after copying it. A newer or foreign file is refused and left alone."""
    if _version(connection) == len(MIGRATIONS):
        return
    # One transaction for all steps: a file is never left between two versions. It begins before the copy, so that
    # nobody else can write to the file, or migrate it, in between.
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if 0 < version < len(MIGRATIONS):
            _copy(connection, version)
        for statement in _statements("".join(MIGRATIONS[version:])):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; unlike `executescript`, running them one by one keeps the transaction open."""
    statement = ""
    for part in script.split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _version(connection: sqlite3.Connection) -> int:
    """The version of a file, 0 if it is empty."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerFile(
            f"the database is of version {version}, made by a newer Chabudai; this one knows up to {len(MIGRATIONS)}"
        )
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise ForeignFile("the file is a database of another program")
    return int(version)


def _copy(connection: sqlite3.Connection, version: int) -> None:
    """Copy the file beside itself, as FILE.version-N; what lies there already stays."""
    ((_, _, file),) = connection.execute("SELECT * FROM pragma_database_list WHERE name = 'main'")
    path = Path(file)
    copy = path.with_name(f"{path.name}.version-{version}")
    part = copy.with_name(f"{copy.name}.part")
    try:
        try:
            part.unlink(missing_ok=True)  # of somebody who was killed
            part.touch(mode=0o600)
            # Another connection reads the file as it was before this transaction.
            with closing(sqlite3.connect(path)) as reading, closing(sqlite3.connect(part)) as copying:
                reading.backup(copying)
            shutil.copymode(path, part)
            _keep(part, copy)
        finally:
            part.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise CannotCopy(
            f"cannot copy {path} to {copy} before it is brought to version {len(MIGRATIONS)}, "
            f"so it stays as it is: {error}"
        ) from error


def _keep(part: Path, copy: Path) -> None:
    """Give a copy its name, or one with a number after it; if there is one just like it, that one will do."""
    for number in itertools.count(2):
        if not copy.exists():
            part.rename(copy)
            return
        if filecmp.cmp(part, copy, shallow=False):
            return
        copy = part.with_name(f"{part.name.removesuffix('.part')}.{number}")
