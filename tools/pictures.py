"""Writes the pictures of the docs: a table of each game as drawn in the terminal, to docs/pictures."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from chabudai.games.registry import games
from chabudai.kernel.bits import has
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.terminal.draw import WIDTH, draw_scene

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def middle_of_a_game(game: Game, seed: int) -> State:
    """Return the position in the second half of a random game with the most choices for seat 0."""
    walk = random_positions(game.setup(game.players[-1]), Rng(seed))
    positions = [state.clone() for state in walk if has(state.waiting, 0)]
    late = positions[len(positions) // 2 : len(positions) * 5 // 6]
    return max(late, key=lambda position: len(position.legal(0)))


def picture(game: Game) -> str:
    """Draw a table of a game as SVG."""
    speech = words(game)
    names = [speech.name(f"bot{seat}") for seat in range(game.players[-1])]
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_scene(make_scene(game, middle_of_a_game(game, 5).seen_by(0, True), speech, names), WIDTH))
    drawing = console.export_svg(title=f"chabudai play {game.name}", unique_id=game.name)
    # Remove web fonts, so that the picture fetches nothing.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in games().values():
        (FOLDER / f"{each.name}.svg").write_text(picture(each), encoding="utf-8")
