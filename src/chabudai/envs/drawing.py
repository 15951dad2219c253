"""What an environment shows a person: the table as text, as somebody at it sees it."""

from io import StringIO

from rich.console import Console

from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.scene.make import make_scene
from chabudai.scene.words import words
from chabudai.terminal.draw import WIDTH, draw


def render(mode: str | None, game: Game, state: State, viewer: int) -> str | None:
    """The table as a seat, or a spectator, sees it: returned (`ansi`), printed (`human`), or not drawn at all."""
    if mode is None:
        return None
    text = _drawn(game, state, viewer)
    if mode == "ansi":
        return text
    print(text)
    return None


def _drawn(game: Game, state: State, viewer: int) -> str:
    names = [f"player_{seat}" for seat in range(state.setup.players)]
    scene = make_scene(game, state.seen_by(viewer, recall=False), words(game), names)
    out = StringIO()
    Console(file=out, width=WIDTH, color_system=None, force_terminal=False).print(draw(scene, WIDTH))
    return out.getvalue()
