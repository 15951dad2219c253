"""Creates the bots to measure: our own, and OpenSpiel's under the name `openspiel@SIMULATIONS`."""

from benchmarks.peer_bot import PeerBot
from chabudai.bots import registry
from chabudai.bots.bot import Bot
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game

PEER = "openspiel"


def make_bot(name: str, game: Game, rng: Rng) -> Bot:
    """Create the bot with this name."""
    base, _, simulations = name.partition("@")
    return PeerBot(rng, int(simulations)) if base == PEER else registry.bot(name, game, rng)
