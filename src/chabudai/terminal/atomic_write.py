"""Writes files whole or not at all: a full disk costs nobody what they had before."""

import os
import secrets
import stat
from pathlib import Path


def write_new(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file that is not there yet; if that fails, it still is not."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def write_over(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file in place of the one that may be there; if that fails, that one stays."""
    path = Path(os.path.realpath(path))  # a link stays a link
    if path.exists():  # nobody may read it who could not before
        mode &= stat.S_IMODE(path.stat().st_mode)
    beside = path.with_name(f".chabudai-{secrets.token_hex(8)}")
    write_new(beside, content, mode)
    try:
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
