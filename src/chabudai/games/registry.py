"""Finds the games: ours and those of other packages, through the entry point group `chabudai.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from chabudai.kernel.errors import UnknownGame
from chabudai.scene.game import Game

GROUP = "chabudai.games"


def games() -> dict[str, Game]:
    """All installed games by name."""
    return {name: game(name) for name in _points()}


def game(name: str) -> Game:
    """The game of this name; the others are not loaded for it."""
    if name not in _points():
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(_points())}")
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    point = _points()[name]
    found = point.load()
    if not isinstance(found, Game) or found.name != name:
        raise UnknownGame(f"the entry point {name} ({point.value}) is not a game of that name")
    return found


@cache
def _points() -> dict[str, EntryPoint]:
    """The entry points by name, in the order of their names."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
