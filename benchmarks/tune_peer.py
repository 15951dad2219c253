"""Compare exploration constants for OpenSpiel's bot (`PeerBot`, the peer): `python -m benchmarks.tune_peer [DEALS]`.

With each constant, the peer plays one seat against our plain search (the rival) with the same number of simulations, in
every game, on deals that docs/strength.md does not use. Set `peer_bot.EXPLORATION` to the constant with the highest
win share over all games.
"""

import sys
from functools import partial

from benchmarks.peer_bot import PeerBot
from chabudai.arena.duplicate import RunSettings
from chabudai.arena.estimate import estimate
from chabudai.arena.run import ArenaPlan, run_plan
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


def make_bot(exploration: float, name: str, game: Game, rng: Rng) -> Bot:
    """Create the rival, or the peer with this constant."""
    return registry.bot(name, game, rng) if name == RIVAL else PeerBot(rng, SIMULATIONS, exploration)


def main() -> None:
    """Print the peer's win share with each constant."""
    deals_per_game = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for exploration in CONSTANTS:
        shares: list[float] = []
        by_game = []
        for game in games().values():
            settings = RunSettings(game.name, game.setup(game.players[-1]), SEED, partial(make_bot, exploration))
            deals = run_plan(
                ArenaPlan(settings, ("peer", RIVAL), "one", deals_per_game), game, JOBS, None, lambda done, of: None
            )
            game_shares = [sum(deal.shares) / len(deal.shares) for deal in deals]
            by_game.append(f"{game.name} {sum(game_shares) / deals_per_game:.3f}")
            shares += game_shares
        all_games = estimate(shares)
        print(
            f"{exploration}: {all_games.mean:.3f} ({all_games.low:.3f}–{all_games.high:.3f}); {', '.join(by_game)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
