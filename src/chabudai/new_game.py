"""Writes the skeleton of a game in a package of its own: `chabudai new-game NAME`.

The folder `skeleton` holds it as a package named `my_game`, each file with `.txt` behind its name so that nothing takes
it for code of ours. Wherever that name stands, in a text or a path, the new one takes its place.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from chabudai.games.registry import games
from chabudai.kernel.errors import ChabudaiError

_SUFFIX = ".txt"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class BadName(ChabudaiError):
    """A name that a new game cannot have."""


class BadFolder(ChabudaiError):
    """A folder that a new game cannot be written into."""


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write the skeleton of a game of this name into a folder that is not there yet; returns the files written."""
    _check(name, folder)
    skeleton = files("chabudai").joinpath("skeleton")
    texts = {folder / _renamed(path, name): _renamed(text, name) for path, text in _skeleton(skeleton)}
    try:
        folder.mkdir()
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFolder(f"cannot write {folder}: {error.strerror}") from error
    return list(texts)


def _check(name: str, folder: Path) -> None:
    if not _NAME.fullmatch(name):
        raise BadName(f"a game cannot be named {name!r}: its name is small letters, digits and _, as in my_game")
    if iskeyword(name):
        raise BadName(f"a game cannot be named {name!r}: that is a word of Python")
    if name in games():
        raise BadName(f"there is a game {name!r} already; the games are: {', '.join(games())}")
    if folder.exists():
        raise BadFolder(f"{folder} is there already: choose another name, or write into another folder")
    if find_spec(name) is not None:
        raise BadName(f"there is a Python package {name!r} already: choose another name")


def _skeleton(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """The path and the text of every file of the skeleton."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _skeleton(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            yield f"{path}{entry.name.removesuffix(_SUFFIX)}", entry.read_text(encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """The text with the name of the new game in place of the skeleton's, in the three ways in which it is written."""
    parts = [part.capitalize() for part in name.split("_") if part]
    return text.replace("my_game", name).replace("MyGame", "".join(parts)).replace("My Game", " ".join(parts))
