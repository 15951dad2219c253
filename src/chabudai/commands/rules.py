"""`chabudai rules`: tells the rules of a game."""

import argparse

from rich.console import Console

from chabudai.commands.table import setup_with
from chabudai.games.registry import game as find_game
from chabudai.terminal.rules import show_rules


def run(options: argparse.Namespace) -> int:
    """Print the rules."""
    game = find_game(options.game)
    setup = setup_with(game, game.players[-1], options.data) if options.data else None
    show_rules(Console(), game, options.lang, setup=setup)
    return 0
