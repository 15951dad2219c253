"""The schema of the SQLite file, and its migrations."""

import filecmp
import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.permissions import hide_from_others

# Table and column names are those of the first release, not of the glossary:
#   event    the logs of all tables, one row per entry: `command` is the command that caused it, `entry` its JSON
#   listing  the summary of each table for lists: `touched` is the last change, `wake` when it needs attention
#   sitter   which guests find a table among their own: the host, and all who have had a seat
#   guest    names and bans
#   game     records of finished and uploaded games: `game` is the game's name, `line` the record, `made` when it was
#            stored
#   status   figures about the server itself: when it last wrote that it runs, and how often it was checked
#   report   what players reported to the operator
#   upload   who uploaded which games, and when: `game` is the id of the game, `address` a pseudonym of the address
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
    """
    CREATE TABLE status (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE report (id TEXT PRIMARY KEY, at REAL NOT NULL, report BLOB NOT NULL) WITHOUT ROWID;
    CREATE INDEX report_at ON report (at);
    """,
    """
    CREATE TABLE upload (
        game TEXT NOT NULL, guest TEXT NOT NULL, address TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (game, guest)
    ) WITHOUT ROWID;
    CREATE INDEX upload_guest ON upload (guest, at);
    CREATE INDEX upload_address ON upload (address, at);
    CREATE INDEX upload_at ON upload (at);
    INSERT INTO upload SELECT id, guest, '', made FROM game
    WHERE length(id) = 21 AND id GLOB 'r*' AND NOT id GLOB 'r*[^0-9a-f]*' AND id NOT IN (SELECT id FROM listing);
    """,
)
"""Each one migrates the file to the next version, which SQLite's `user_version` counts. Only append to them."""


class NewerFile(ChabudaiError):
    """A database written by a newer version of Chabudai."""


class ForeignFile(ChabudaiError):
    """A database of another program."""


class CannotCopy(ChabudaiError):
    """An older database that cannot be copied, and therefore is not migrated."""


def migrate(connection: sqlite3.Connection) -> None:
    """Set up an empty database, or migrate an older one to the latest version, after copying it.

    Refuse newer or foreign files, and leave them unchanged.
    """
    if _version(connection) == len(MIGRATIONS):
        return
    # One transaction for all steps, so that a file is never left between two versions. It begins before the copy, so
    # that nobody else can write to the file or migrate it meanwhile.
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if 0 < version < len(MIGRATIONS):
            _copy(connection, version)
            hide_from_others(_file(connection))
        for statement in _statements("".join(MIGRATIONS[version:])):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements. Unlike `executescript`, running them one by one keeps the transaction open."""
    statement = ""
    for text in script.split(";"):
        statement += f"{text};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of a database, 0 if it is empty.

    Raise NewerFile or ForeignFile if this program cannot use it.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerFile(
            f"the database has version {version}, made by a newer Chabudai; this one supports up to {len(MIGRATIONS)}"
        )
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise ForeignFile("the file is a database of another program")
    return int(version)


def _copy(connection: sqlite3.Connection, version: int) -> None:
    """Copy the file to FILE.version-N next to it, without overwriting an earlier copy."""
    path = _file(connection)
    copy = path.with_name(f"{path.name}.version-{version}")
    partial = copy.with_name(f"{copy.name}.part")
    try:
        try:
            partial.unlink(missing_ok=True)  # left by a process that was killed
            partial.touch(mode=0o600)
            # A second connection reads the file as it was before this transaction.
            with closing(sqlite3.connect(path)) as reading, closing(sqlite3.connect(partial)) as copying:
                reading.backup(copying)
            shutil.copymode(path, partial)
            hide_from_others(partial)
            _rename(partial, copy)
        finally:
            partial.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise CannotCopy(
            f"cannot copy {path} to {copy} before the migration to version {len(MIGRATIONS)}, "
            f"so the file stays as it is: {error}"
        ) from error


def _file(connection: sqlite3.Connection) -> Path:
    ((_, _, file),) = connection.execute("SELECT * FROM pragma_database_list WHERE name = 'main'")
    return Path(file)


def _rename(partial: Path, copy: Path) -> None:
    """Give a copy its final name, with a number if that is taken; if an identical copy exists, do nothing."""
    for number in itertools.count(2):
        if not copy.exists():
            partial.rename(copy)
            return
        if filecmp.cmp(partial, copy, shallow=False):
            return
        copy = partial.with_name(f"{partial.name.removesuffix('.part')}.{number}")
