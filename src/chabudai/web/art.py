"""Reads a game's pictures and style sheet from `art/symbols.svg` and `art/style.css` in its package, if it has them.

The symbols, by name:

- `suit-NAME`: the sign of a suit.
- `ground-SUIT`, `card-ID`, `picture-NAME`: layers of a card's face, each the size of the card (viewBox 0 0 100 140):
  what all cards of the suit show, what only this card shows, and what `Card.picture` names.
- `mini-NAME`: the picture NAME as a small sign.
- `back`: the back of all cards. `plaque`: the background of a card that only states a requirement.
- `counter-ID`, `marker-ID`: signs beside the words on a seat's plate.
- `face-SUIT`: the sign of a marker or of a choice offered as text, if it has a suit.
- `token`: a token on a board. `mat`: the table's surface. `cover`: the game in a list.

Every symbol is optional: without it, words and the sign and color of the suit are drawn.

The style sheet sets the palette and shapes under `[data-game="NAME"]`.
"""

import re
from functools import cache
from importlib.resources import files

from chabudai.scene.game import Game
from chabudai.scene.words import words

_SYMBOL = re.compile(r'<symbol id="([^"]+)"')


@cache
def symbols(game: Game) -> str:
    """Return the pictures of a game as an SVG file of symbols; "" if it has none."""
    return _file(game, "symbols.svg")


@cache
def stylesheet(game: Game) -> str:
    """Return the style sheet of a game: the suit colors from its text, then its own file."""
    colors = words(game).tables.get("suit_colour", {})
    rules = [f'[data-game="{game.name}"] [data-suit="{suit}"] {{ --suit: {color}; }}' for suit, color in colors.items()]
    return "\n".join([*rules, _file(game, "style.css")])


def has_symbol(game: Game, symbol: str) -> bool:
    """Check whether the game has a picture of this name."""
    return symbol in _symbol_names(game)


@cache
def _symbol_names(game: Game) -> frozenset[str]:
    return frozenset(_SYMBOL.findall(symbols(game)))


def _file(game: Game, name: str) -> str:
    """Return the text of a file in the game's folder `art`; "" if there is none."""
    if not game.package:
        return ""
    file = files(game.package).joinpath("art", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""
