"""Bots for tests of the arena: quick, and of a strength that is known."""

from chabudai.bots.bot import Bot
from chabudai.bots.random_bot import RandomBot
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game


class FirstBot:
    """Takes the first legal action."""

    recall = False

    def choose(self, view: State) -> int:
        return view.legal(view.viewer)[0]


def make(name: str, game: Game, rng: Rng) -> Bot:
    """`first`, or one that chooses at random, whatever it is called."""
    return FirstBot() if name == "first" else RandomBot(rng)
