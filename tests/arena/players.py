"""Two fast bots for tests of the arena."""

from chabudai.bots.bot import Bot
from chabudai.bots.random_bot import RandomBot
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game


class FirstBot:
    """Chooses the first legal action."""

    recall = False

    def choose(self, view: State) -> int:
        return view.legal(view.viewer)[0]


def make(name: str, game: Game, rng: Rng) -> Bot:
    """Create the bot `first`, or a random bot for any other name."""
    return FirstBot() if name == "first" else RandomBot(rng)
