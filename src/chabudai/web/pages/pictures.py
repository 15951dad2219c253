"""Pictures of games on pages: the cover, a small picture beside a line, a card; and the palettes that colour them."""

from collections.abc import Iterable

from chabudai.games.registry import games
from chabudai.scene.game import Game
from chabudai.web import art
from chabudai.web.addresses import static, style, symbols
from chabudai.web.markup import escape


def cover(name: str) -> str:
    """The picture of a game, by its name."""
    return _picture(name, "cover")


def picture(name: str) -> str:
    """The same, small, beside a line of a list."""
    return _picture(name, "thumb")


def palettes(shown: Iterable[Game]) -> list[str]:
    """The addresses of the style sheets that colour these games."""
    return [style(game) for game in shown if art.stylesheet(game)]


def table_styles(game: Game) -> list[str]:
    """The addresses of the style sheets of a table that this game is played at."""
    return [*drawing_styles(), *(static(f"{name}.css") for name in ("always", "motion")), *palettes([game])]


def drawing_styles() -> list[str]:
    """The addresses of the style sheets by which scenes are drawn, wherever they stand."""
    return [static(f"{name}.css") for name in ("table", "seats", "panels", "small")]


def _picture(name: str, size: str) -> str:
    """A game without a cover, or one that is not installed any more, is shown by its first letter."""
    game = games().get(name)
    if game is None or not art.has(game, "cover"):
        title = name if game is None else game.native_title
        return f'<span class="{size} plain" aria-hidden="true">{escape(title[:1])}</span>'
    return f'<svg class="{size}" aria-hidden="true"><use href="{symbols(game)}#cover"/></svg>'
