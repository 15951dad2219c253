"""The setups with which the environments are tested."""

from collections.abc import Iterator
from typing import Any

from chabudai.games.registry import games
from chabudai.scene.game import Game
from example_game import GAME as POND

GAMES = {**games(), POND.name: POND}
"""The installed games, and an example game that declares no observation of its own."""

SHORT = {"target": 20}
"""Options that keep a match short enough for a test."""


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Yield every player count with the defaults, and with each other value of each option."""
    for players in game.players:
        yield {"players": players, **short(game)}
        for option in game.options:
            if option.name not in SHORT and (option.players is None or players in option.players):
                for value in option.values or option.range or ():
                    if value != option.default:
                        yield {"players": players, **short(game), option.name: value}


def short(game: Game) -> dict[str, Any]:
    """Return the options of a short match."""
    return {option.name: SHORT[option.name] for option in game.options if option.name in SHORT}


VARIANTS = [(game, variant) for game in GAMES.values() for variant in variants(game)]

IDS = [" ".join([game.name, *(f"{name}={value}" for name, value in variant.items())]) for game, variant in VARIANTS]
