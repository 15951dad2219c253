"""The finished deals of a run in a file that only grows, so that a run can be killed at any moment and gone on with."""

import fcntl
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import msgspec

from chabudai.arena.duplicate import Deal
from chabudai.kernel.errors import ChabudaiError

FILE = "deals.jsonl"

Value = TypeVar("Value")


class BadRun(ChabudaiError):
    """A folder that this run cannot go on in."""


class Journal:
    """A folder with the journal of a run: in its first line what is played, then a line for each finished deal.

    A deal is on disk before `add` returns. Of a last line that was cut off when the run was killed nothing is kept.
    """

    def __init__(self, folder: Path, run: Mapping[str, object]) -> None:
        self.folder = folder
        self.deals: list[Deal] = []
        path = folder / FILE
        if folder.is_dir() and not path.exists() and any(folder.iterdir()):
            raise BadRun(f"{folder} is not empty and holds no run of the arena")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab+", buffering=0)
        except OSError as error:
            raise BadRun(f"cannot write {folder}: {error.strerror}") from error
        try:
            self._lock()
            self._read(path, run)
        except BaseException:
            self._file.close()
            raise

    def add(self, deal: Deal) -> None:
        """Keep a finished deal."""
        self._write(msgspec.json.encode(deal))
        self.deals.append(deal)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _lock(self) -> None:
        """Nobody else may write here. The lock is this process's alone: its children outlive it if it is killed."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadRun(f"another process is playing in {self.folder}") from None

    def _read(self, path: Path, run: Mapping[str, object]) -> None:
        # Read through the one open file: closing another one on the same path would give up the lock.
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if lines:
            self._check(_decoded(lines[0], dict[str, object], path, 1), run)
        self.deals = [_decoded(line, Deal, path, number) for number, line in enumerate(lines[1:], 2)]
        if torn:
            self._file.truncate(path.stat().st_size - len(torn))
        if not lines:
            self._write(msgspec.json.encode(run))

    def _check(self, found: Mapping[str, object], run: Mapping[str, object]) -> None:
        mine = msgspec.json.decode(msgspec.json.encode(run))
        for name in {**found, **mine}:
            if found.get(name) != mine.get(name):
                its, asked = (msgspec.json.encode(values.get(name)).decode() for values in (found, mine))
                difference = f"is {its}, not {asked}" if len(its + asked) < 120 else "is another"
                raise BadRun(f"{self.folder} holds another run: its {name.replace('_', ' ')} {difference}")

    def _write(self, line: bytes) -> None:
        rest = line + b"\n"
        while rest:
            rest = rest[self._file.write(rest) or 0 :]
        os.fsync(self._file.fileno())


def _decoded(line: bytes, kind: type[Value], path: Path, number: int) -> Value:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise BadRun(f"{path}, line {number}: not of a run of the arena ({error})") from None
