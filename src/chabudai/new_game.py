"""Creates a package for a new game from the folder `skeleton`.

The skeleton is a package named `my_game`. Its files end in `.txt`, so that no tool mistakes them for our own code. The
new name replaces `my_game` in all texts and paths, also in the spellings `MyGame` and `My Game`.
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
    """A new game cannot have this name."""


class BadFolder(ChabudaiError):
    """A new game cannot be written to this folder."""


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write the skeleton of a game to a new folder; return the files."""
    _check(name, folder)
    skeleton = files("chabudai").joinpath("skeleton")
    texts = {folder / _renamed(path, name): _renamed(text, name) for path, text in _skeleton_files(skeleton)}
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
        raise BadName(
            f"a game cannot be named {name!r}: use lowercase letters, digits and _, starting with a letter, "
            "like my_game"
        )
    if iskeyword(name):
        raise BadName(f"a game cannot be named {name!r}: that is a Python keyword")
    if name in games():
        raise BadName(f"there is already a game {name!r}; the games are: {', '.join(games())}")
    if folder.exists():
        raise BadFolder(f"{folder} already exists: choose another name, or run the command in another folder")
    if find_spec(name) is not None:
        raise BadName(f"there is already a Python package {name!r}: choose another name")


def _skeleton_files(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and text of every file of the skeleton."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _skeleton_files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            yield f"{path}{entry.name.removesuffix(_SUFFIX)}", entry.read_text(encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """Replace the skeleton's name with that of the new game, in all three spellings."""
    parts = [part.capitalize() for part in name.split("_") if part]
    return text.replace("my_game", name).replace("MyGame", "".join(parts)).replace("My Game", " ".join(parts))
