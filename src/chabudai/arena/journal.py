"""An append-only file of finished deals, so that a run can be killed at any time and resumed."""

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
    """A run cannot be started or resumed in this folder."""


class Journal:
    """The journal of a run, in a folder. Its first line identifies the run; each further line is a finished deal.

    A deal is on disk when `add` returns. An incomplete last line, left by a killed run, is dropped.
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
        """Append a finished deal."""
        self._write(msgspec.json.encode(deal))
        self.deals.append(deal)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _lock(self) -> None:
        """Lock the file against other processes. Children, which may outlive this process, do not inherit the lock."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadRun(f"another process is playing in {self.folder}") from None

    def _read(self, path: Path, run: Mapping[str, object]) -> None:
        """Read the finished deals. Drop an incomplete last line; if there is no complete line, write the first."""
        # Read the locked file object itself: closing another one on the same path would release the lock.
        self._file.seek(0)
        complete, _, incomplete = self._file.read().rpartition(b"\n")
        lines = complete.split(b"\n") if complete else []
        if lines:
            self._check(_decoded(lines[0], dict[str, object], path, 1), run)
        self.deals = [_decoded(line, Deal, path, number) for number, line in enumerate(lines[1:], 2)]
        if incomplete:
            self._file.truncate(path.stat().st_size - len(incomplete))
        if not lines:
            self._write(msgspec.json.encode(run))

    def _check(self, stored_run: Mapping[str, object], run: Mapping[str, object]) -> None:
        """Check that the stored run is the one to be resumed."""
        wanted_run = msgspec.json.decode(msgspec.json.encode(run))
        for name in {**stored_run, **wanted_run}:
            if stored_run.get(name) != wanted_run.get(name):
                stored, wanted = (msgspec.json.encode(values.get(name)).decode() for values in (stored_run, wanted_run))
                difference = f"is {stored}, not {wanted}" if len(stored + wanted) < 120 else "differs"
                raise BadRun(f"{self.folder} holds another run: `{name}` {difference}")

    def _write(self, line: bytes) -> None:
        unwritten = line + b"\n"
        while unwritten:
            unwritten = unwritten[self._file.write(unwritten) or 0 :]
        os.fsync(self._file.fileno())


def _decoded(line: bytes, value_type: type[Value], path: Path, number: int) -> Value:
    try:
        return msgspec.json.decode(line, type=value_type)
    except msgspec.DecodeError as error:
        raise BadRun(f"{path}, line {number}: not a line of an arena run ({error})") from None
