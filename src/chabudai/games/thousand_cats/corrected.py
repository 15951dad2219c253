"""What card data of a table's own changes in the rules text of Festival of Thousand Cats: the diagram of the cards."""

from itertools import groupby
from unicodedata import east_asian_width

from chabudai.games.thousand_cats.faces import icon_of
from chabudai.games.thousand_cats.rules import CatsSetup
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.scene.words import Words

_CARDS_PER_SEASON = 9
_GAP = 3


def rules_values(setup: CatsSetup, words: Words) -> dict[str, str]:
    """Return the diagram of the season cards: one row of pictures for all seasons that have the same ones."""
    icons = [
        tuple(
            words.text("picture", icon_of(setup, season * _CARDS_PER_SEASON + place))
            for place in range(_CARDS_PER_SEASON)
        )
        for season in range(len(SEASONS))
    ]
    rows: list[list[str]] = []
    for pictures, seasons in groupby(range(len(SEASONS)), key=lambda season: icons[season]):
        rows.append(["", *pictures])
        rows += [
            [words.name(SEASONS[season]), *(str(season + 1 + place) for place in range(_CARDS_PER_SEASON))]
            for season in seasons
        ]
    widths = [max(map(_width, column)) + _GAP for column in zip(*rows, strict=True)]
    lines = [
        "".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return {"cards": "\n".join(lines)}


def _width(text: str) -> int:
    """Return how many columns a text takes: Japanese characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
