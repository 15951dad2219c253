"""Writes files atomically: a full disk never leaves half a file or destroys the old one."""

import os
import secrets
import stat
from pathlib import Path


def write_new(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Create a file that must not exist yet, with these permissions; on failure, remove it again."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def overwrite(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file atomically, replacing any old version; on failure, the old version stays.

    The file gets at most the permissions `mode`, and no more than the old version had.
    """
    path = Path(os.path.realpath(path))  # keep a symbolic link a link
    if path.exists():  # never make a private file more readable
        mode &= stat.S_IMODE(path.stat().st_mode)
    temporary = path.with_name(f".chabudai-{secrets.token_hex(8)}")
    write_new(temporary, content, mode)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
