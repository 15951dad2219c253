"""Finds installed games, including those of other packages, through the entry point group `chabudai.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.message import Message
from chabudai.scene.game import Game

GROUP = "chabudai.games"


def games() -> dict[str, Game]:
    """Return all installed games by name."""
    return {name: game(name) for name in _entry_points()}


def game(name: str) -> Game:
    """Return the game with this name, without loading the others."""
    if name not in _entry_points():
        raise UnknownGame(
            f"there is no game {name!r}; the games are: {', '.join(_entry_points())}",
            problem=Message("game", {"game": name}),
        )
    return _load(name)


@cache
def _load(name: str) -> Game:
    point = _entry_points()[name]
    found = point.load()
    if not isinstance(found, Game) or found.name != name:
        raise UnknownGame(f"the entry point {name} ({point.value}) is not a game with that name")
    return found


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """Return the entry points by name, in alphabetical order."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
