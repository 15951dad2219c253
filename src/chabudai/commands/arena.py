"""`chabudai arena`: measures how strong bots are against each other."""

import argparse
from functools import partial

from chabudai.arena.command import arena
from chabudai.arena.duplicate import Match
from chabudai.arena.run import Order
from chabudai.bots import registry
from chabudai.commands.table import setup_of
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance


def run(options: argparse.Namespace) -> int:
    """Play what is asked for, or what is left of it, and show the table."""
    game = find_game(options.game)
    make = partial(registry.bot, simulations=options.simulations)
    match = Match(game.name, setup_of(game, options), options.seed, make, tuple(options.chance))
    # All that is asked for is looked at before anything is played or written.
    fixed_chance(game.chances, match.chance, then=Seeded(Rng(options.seed)))
    for name in options.bots:
        make(name, game, Rng(options.seed))
    order = Order(match, options.bots, options.format, options.deals, options.simulations)
    arena(order, game, options.jobs, options.out)
    return 0
