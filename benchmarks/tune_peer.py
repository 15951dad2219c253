"""Tunes the exploration constant of OpenSpiel's bot: `python -m benchmarks.tune_peer [DEALS]`.

Each constant plays alone against our plain search with as many simulations, in every game, on deals that the strength
table does not use. What counts is the win share over all games together.
"""

import sys
from functools import partial

from benchmarks.peer_bot import PeerBot
from chabudai.arena.duplicate import Match
from chabudai.arena.estimate import estimate
from chabudai.arena.run import Order, play
from chabudai.bots import registry
from chabudai.bots.bot import Bot
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game

CONSTANTS = (0.2, 0.5, 1.0, 2.0)
SIMULATIONS = 200
RIVAL = f"plain-ismcts@{SIMULATIONS}"
SEED = 77
JOBS = 2


def make(exploration: float, name: str, game: Game, rng: Rng) -> Bot:
    """The rival, or the peer with this constant."""
    return registry.bot(name, game, rng) if name == RIVAL else PeerBot(rng, SIMULATIONS, exploration)


def main() -> None:
    """Print what each constant reaches."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for exploration in CONSTANTS:
        shares: list[float] = []
        told = []
        for game in games().values():
            match = Match(game.name, game.setup(game.players[-1]), SEED, partial(make, exploration))
            deals = play(Order(match, ("peer", RIVAL), "one", number), game, JOBS, None, lambda done, of: None)
            here = [sum(deal.shares) / len(deal.shares) for deal in deals]
            told.append(f"{game.name} {sum(here) / number:.3f}")
            shares += here
        all_games = estimate(shares)
        print(
            f"{exploration}: {all_games.mean:.3f} ({all_games.low:.3f}–{all_games.high:.3f}); {', '.join(told)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
