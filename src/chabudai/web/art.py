"""A game's look, found by convention in its package: `art/symbols.svg` and `art/style.css`. A game may have neither.

The symbols are pictures by name. `suit-NAME` is the sign of a suit; `ground-SUIT`, `card-ID` and `picture-NAME` are
layers of a card's face, as large as the card (viewBox 0 0 100 140): what all cards of the suit show, what only this
card shows, and what `Card.picture` names; `mini-NAME` is the same picture as a small sign. `back` is the back of all
cards, `plaque` the ground of a card that only asks for something. `face-SUIT`, `counter-ID` and `marker-ID` stand
beside words of a seat; `token` is a piece on a board. `mat` lies under the table, `cover` stands for the game in a
list. All of them can be left out: then words and the sign and the colour of a suit do.

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
    """The pictures of a game as an SVG file of symbols; "" if it has none."""
    return _file(game, "symbols.svg")


@cache
def stylesheet(game: Game) -> str:
    """The palette and the shapes of a game: the colours of its suits, from its text, and what its own file says."""
    colours = words(game).tables.get("suit_colour", {})
    rules = [
        f'[data-game="{game.name}"] [data-suit="{suit}"] {{ --suit: {colour}; }}' for suit, colour in colours.items()
    ]
    return "\n".join([*rules, _file(game, "style.css")])


def has(game: Game, symbol: str) -> bool:
    """Whether the game has a picture of this name."""
    return symbol in _names(game)


@cache
def _names(game: Game) -> frozenset[str]:
    return frozenset(_SYMBOL.findall(symbols(game)))


def _file(game: Game, name: str) -> str:
    if not game.package:
        return ""
    file = files(game.package).joinpath("art", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""
