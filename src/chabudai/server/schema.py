"""The tables of the SQLite file, and how an older file becomes a newer one."""

import sqlite3

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


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to this version; a newer one is refused and left alone."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerFile(
            f"the database is of version {version}, made by a newer Chabudai; this one knows up to {len(MIGRATIONS)}"
        )
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        # One transaction for each step: a file is never left between two versions.
        connection.executescript(f"BEGIN IMMEDIATE; {migration} PRAGMA user_version = {number}; COMMIT;")
