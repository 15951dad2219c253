"""Renders the table as text, as a seat or a spectator sees it."""

from io import StringIO

from rich.console import Console

from chabudai.kernel.state import State
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.terminal.draw import WIDTH, draw_scene


def render(mode: str | None, game: Game, state: State, viewer: int) -> str | None:
    """Render the table for a seat or a spectator: return it (`ansi`), print it (`human`), or do nothing (None)."""
    if mode is None:
        return None
    text = _draw_text(game, state, viewer)
    if mode == "ansi":
        return text
    print(text)
    return None


def _draw_text(game: Game, state: State, viewer: int) -> str:
    names = [f"player_{seat}" for seat in range(state.setup.players)]
    scene = make_scene(game, state.seen_by(viewer, recall=False), words(game), names)
    out = StringIO()
    Console(file=out, width=WIDTH, color_system=None, force_terminal=False).print(draw_scene(scene, WIDTH))
    return out.getvalue()
