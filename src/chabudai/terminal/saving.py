"""Keeps a game in a file: the first time in a new one, later in the same one again."""

import itertools
from collections.abc import Callable
from pathlib import Path

from chabudai.kernel.errors import ChabudaiError
from chabudai.scene.words import Words
from chabudai.terminal.atomic_write import write_new, write_over


class CannotSave(ChabudaiError):
    """A game that could not be saved; says why in the language of the person."""


class SaveFile:
    """Where a game is saved."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._path: Path | None = None

    def write(self, record: bytes, path: Path | None, words: Words) -> Path:
        """Write the record: to this file, to the one it was saved to before, or to a new one in this folder."""
        path = path or self._path or self._free_path()
        # A file that is not this game's own is never written over.
        write: Callable[[Path, bytes], None] = write_over if path == self._path else write_new
        try:
            write(path, record + b"\n")
        except OSError as error:
            raise _cannot_save(words, str(path), error.strerror or "") from error
        except ValueError as error:  # a path with a NUL in it
            raise _cannot_save(words, repr(str(path)), str(error)) from error
        self._path = path
        return path

    def _free_path(self) -> Path:
        """A name in this folder that no file has yet."""
        endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        paths = (Path(f"{self._game}{ending}.json") for ending in endings)
        return next(path for path in paths if not path.exists())


def _cannot_save(words: Words, path: str, error: str) -> CannotSave:
    return CannotSave(words.sentence("play", "cannot_save").format(path=path, error=error))
