"""`chabudai rules`: prints the rules of a game."""

import argparse

from chabudai.commands.output import Output
from chabudai.commands.table_arguments import setup_with_data
from chabudai.games.registry import game as find_game
from chabudai.terminal.plain.plain_rules import plain_rules_of
from chabudai.terminal.plain.printing import print_lines
from chabudai.terminal.rules_markdown import print_rules


def run(options: argparse.Namespace) -> int:
    """Print the rules or one chapter, with the card data of `--data` if it is given."""
    game = find_game(options.game)
    setup = setup_with_data(game, game.players[-1], options.data) if options.data else None
    if options.plain:
        print_lines(Output(), plain_rules_of(game, options.lang, options.chapter, setup))
    else:
        print_rules(Output(), game, options.lang, options.chapter, setup)
    return 0
