"""Every way to set up a game that the environments are tested with."""

from collections.abc import Iterator
from typing import Any

from chabudai.games.registry import games
from chabudai.scene.game import Game
from example_game import GAME as POND

GAMES = {**games(), POND.name: POND}
"""The installed games, and one that knows nothing of environments: it has no observation of its own."""

SHORT = {"target": 20}
"""Options that make a match last no longer than a test should."""


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Every player count with the defaults, and with each other value of each option."""
    for players in game.players:
        yield {"players": players, **short(game)}
        for option in game.options:
            if option.name not in SHORT and (option.players is None or players in option.players):
                for value in option.values or option.range or ():
                    if value != option.default:
                        yield {"players": players, **short(game), option.name: value}


def short(game: Game) -> dict[str, Any]:
    """The options of a short match."""
    return {option.name: SHORT[option.name] for option in game.options if option.name in SHORT}


VARIANTS = [(game, variant) for game in GAMES.values() for variant in variants(game)]

IDS = [" ".join([game.name, *(f"{name}={value}" for name, value in variant.items())]) for game, variant in VARIANTS]
