"""`chabudai gallery`: prints every element of a game's scenes."""

import argparse

from rich.console import Console

from chabudai.games.registry import game as find_game
from chabudai.scene.words import words
from chabudai.terminal.gallery import gallery


def run(options: argparse.Namespace) -> int:
    """Print the gallery of a game."""
    game = find_game(options.game)
    console = Console(highlight=False)
    for drawing in gallery(game, words(game, options.lang)):
        console.print(drawing)
    return 0
