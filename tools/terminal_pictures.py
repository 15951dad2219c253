"""Draw a table of each game as the terminal shows it, into docs/pictures for docs/screens.md and docs/terminal.md.

    python -m tools.terminal_pictures

`make screenshots` runs this too.
"""

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
SEED = 5


def late_position(game: Game) -> State:
    """Return the position with the most choices for seat 0, from the later part of a random game."""
    walk = random_positions(game.setup(game.players[-1]), Rng(SEED))
    positions = [state.clone() for state in walk if has(state.waiting, 0)]
    late = positions[len(positions) // 2 : len(positions) * 5 // 6]
    return max(late, key=lambda position: len(position.legal(0)))


def terminal_picture(game: Game) -> str:
    """Draw a table of a game as SVG."""
    game_words = words(game)
    names = [game_words.name(f"bot{seat}") for seat in range(game.players[-1])]
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_scene(make_scene(game, late_position(game).seen_by(0, True), game_words, names), WIDTH))
    drawing = console.export_svg(title=f"chabudai play {game.name}", unique_id=game.name)
    # Remove web fonts, so that the picture fetches nothing.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)


def main() -> None:
    """Draw all games."""
    FOLDER.mkdir(exist_ok=True)
    for game in games().values():
        (FOLDER / f"{game.name}.svg").write_text(terminal_picture(game), encoding="utf-8")


if __name__ == "__main__":
    main()
