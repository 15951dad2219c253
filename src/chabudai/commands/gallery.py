"""`chabudai gallery`: prints every element of a game's scenes."""

import argparse

from chabudai.commands.output import Output
from chabudai.games.registry import game as find_game
from chabudai.scene.words import words
from chabudai.terminal.gallery import gallery
from chabudai.terminal.plain.plain_gallery import gallery_sentences
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.plain.printing import print_lines


def run(options: argparse.Namespace) -> int:
    """Print the gallery of a game."""
    game = find_game(options.game)
    console = Output()
    if options.plain:
        print_lines(console, gallery_sentences(game, words(game, options.lang), plain_words(options.lang)))
        return 0
    for drawing in gallery(game, words(game, options.lang)):
        console.print(drawing)
    return 0
