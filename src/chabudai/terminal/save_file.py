"""Saves a game: first to a new file, later to the same file again."""

import itertools
from collections.abc import Callable
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError
from chabudai.scene.words import Words
from chabudai.terminal.atomic_write import overwrite, write_new
from chabudai.translation.catalog import translated


class CannotSave(ChabudaiError):
    """A game could not be saved; the message is in the player's language."""


class SaveFile:
    """The file of a game. It overwrites only a file that it has written before."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._path: Path | None = None

    def write(self, record: bytes, path: Path | None, words: Words) -> Path:
        """Write the record: to this path, else to the file written before, else to a new file in the current folder."""
        path = path or self._path or self._free_path()
        write: Callable[[Path, bytes], None] = overwrite if path == self._path else write_new
        try:
            write(path, record + b"\n")
        except OSError as error:
            raise _cannot_save(words, str(path), error.strerror or "") from error
        except ValueError as error:  # the path contains a NUL
            raise _cannot_save(words, repr(str(path)), str(error)) from error
        self._path = path
        return path

    def _free_path(self) -> Path:
        """Return an unused file name in the current folder."""
        endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        paths = (Path(f"{self._game}{ending}.json") for ending in endings)
        return next(path for path in paths if not path.exists())


def _cannot_save(words: Words, path: str, error: str) -> CannotSave:
    reason = translated(error, words.language)
    return CannotSave(words.sentence("play", "cannot_save").format(path=path, error=reason))
