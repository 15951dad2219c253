"""Draws the covers and thumbnails of games, and lists the style sheets that their pages need."""

from collections.abc import Iterable

from chabudai.games.registry import games
from chabudai.scene.game import Game
from chabudai.web import art
from chabudai.web.markup import escape
from chabudai.web.urls import static_url, style_url, symbols_url


def cover(name: str) -> str:
    """Draw the cover of a game, by its name."""
    return _picture(name, "cover")


def thumbnail(name: str) -> str:
    """Draw the cover small, for a line of a list."""
    return _picture(name, "thumb")


def palettes(shown: Iterable[Game]) -> list[str]:
    """Return the URLs of the style sheets with the colors of these games."""
    return [style_url(game) for game in shown if art.stylesheet(game)]


def table_styles(game: Game) -> list[str]:
    """Return the URLs of the style sheets for a table of this game."""
    return [*scene_styles(), *(static_url(f"{name}.css") for name in ("always", "motion")), *palettes([game])]


def scene_styles() -> list[str]:
    """Return the URLs of the style sheets that any drawn scene needs."""
    names = ("table", "seats", "panels", "scoring", "hints", "tablet", "phone", "low")
    return [static_url(f"{name}.css") for name in names]


def _picture(name: str, size: str) -> str:
    """Draw the cover; without one, or if the game is no longer installed, its first letter."""
    game = games().get(name)
    if game is None or not art.has_symbol(game, "cover"):
        title = name if game is None else game.native_title
        return f'<span class="{size} plain" aria-hidden="true">{escape(title[:1])}</span>'
    return f'<svg class="{size}" aria-hidden="true"><use href="{symbols_url(game)}#cover"/></svg>'
