"""URLs of static files and games' art: each contains a hash of the contents, so that browsers may cache it forever."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files

from chabudai.scene.game import Game
from chabudai.web import art

STATIC = files("chabudai.web").joinpath("static")


@cache
def static_url(name: str) -> str:
    """Return the URL of a file in the folder `static`."""
    if not STATIC.joinpath(name).is_file():
        raise FileNotFoundError(f"there is no file {name} in web/static")
    return f"/static/{_static_hash()}/{name}"


@cache
def symbols_url(game: Game) -> str:
    """Return the URL of a game's pictures."""
    return f"/art/{content_hash([art.symbols(game).encode()])}/{game.name}.svg"


@cache
def style_url(game: Game) -> str:
    """Return the URL of a game's style sheet."""
    return f"/art/{content_hash([art.stylesheet(game).encode()])}/{game.name}.css"


@cache
def _static_hash() -> str:
    """Return one hash for the whole folder, so that its files can refer to each other by name alone."""
    paths = sorted(STATIC.iterdir(), key=lambda file: file.name)
    return content_hash(file.read_bytes() for file in paths if file.is_file())


def content_hash(contents: Iterable[bytes]) -> str:
    """Return a short hash of the contents."""
    digest = sha256()
    for content in contents:
        digest.update(len(content).to_bytes(8) + content)
    return digest.hexdigest()[:12]
