"""The permissions of the files that the server writes: other users of the machine cannot read them."""

import contextlib
import os
from pathlib import Path

_OWNER_ONLY = 0o600
_OTHERS = 0o007


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read, whatever the umask; leave an existing file alone.

    SQLite gives the files next to it (the write-ahead log and its index) the same permissions.
    """
    # SQLite says what is wrong if the file cannot be created.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY))


def hide_from_others(path: Path) -> None:
    """Take access to a database, and to the files that SQLite keeps next to it, from all but its owner and group."""
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists():
            file.chmod(file.stat().st_mode & ~_OTHERS)
