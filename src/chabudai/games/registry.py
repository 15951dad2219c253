"""Finds the games: ours and those of other packages, through the entry point group `chabudai.games`."""

from functools import cache
from importlib.metadata import entry_points

from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.game import Game

GROUP = "chabudai.games"


@cache
def games() -> dict[str, Game]:
    """All installed games by name."""
    found: dict[str, Game] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        game = point.load()
        if not isinstance(game, Game) or game.name != point.name:
            raise UnknownGame(f"the entry point {point.name} ({point.value}) is not a game of that name")
        found[game.name] = game
    return found


def game(name: str) -> Game:
    """The game of this name."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(games())}") from None
