"""Where the browser finds files: each address holds a mark of the contents, so that it can be kept for ever."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

from chabudai.scene.game import Game
from chabudai.web import art

STATIC = files("chabudai.web").joinpath("static")


@cache
def static(name: str) -> str:
    """The address of a file of the folder `static`."""
    if not STATIC.joinpath(name).is_file():
        raise FileNotFoundError(f"there is no file {name} in web/static")
    return f"/static/{_static_mark()}/{name}"


@cache
def symbols(game: Game) -> str:
    """The address of a game's pictures."""
    return f"/art/{mark([art.symbols(game).encode()])}/{game.name}.svg"


@cache
def style(game: Game) -> str:
    """The address of a game's style sheet."""
    return f"/art/{mark([art.stylesheet(game).encode()])}/{game.name}.css"


@cache
def _static_mark() -> str:
    """One mark for the whole folder: its files may then refer to each other by their names alone."""
    return mark(file.read_bytes() for file in sorted(STATIC.iterdir(), key=lambda file: file.name) if file.is_file())


def mark(contents: Iterable[bytes]) -> str:
    """A short mark that differs as soon as the contents do."""
    digest = sha256()
    for content in contents:
        digest.update(len(content).to_bytes(8) + content)
    return digest.hexdigest()[:12]
