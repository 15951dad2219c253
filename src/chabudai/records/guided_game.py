"""Starts the guided first game of a game."""

from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.first_game import FirstGame
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.scene.game import Game


class NoFirstGame(ChabudaiError):
    """The game has no guided first game."""


def first_game_of(game: Game) -> FirstGame[State]:
    """Return the guided first game of a game; raise NoFirstGame if it has none."""
    if game.first_game is None:
        raise NoFirstGame(f"{game.name} has no guided first game")
    return game.first_game


def begin_first_game(game: Game) -> Play:
    """Return a new guided first game, with a fixed opening and everything else from its seed."""
    first = first_game_of(game)
    chance = fixed_chance(game.chances, first.chance, then=Seeded(Rng(first.seed, 0)))
    return Play(game, game.setup(first.players, first.options), chance)
