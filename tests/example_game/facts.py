"""The fact panels of The Moon in the Pond. Memory aids show what the viewer has seen."""

from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Words
from example_game.equipment import ALL_CARDS
from example_game.rules import Pond
from example_game.words import CARDS


def facts(view: Pond, words: Words) -> list[Facts]:
    """Return the panels of a view."""
    return [_values(view, words), *_memories(view, words)]


def _values(view: Pond, words: Words) -> Facts:
    """Return the number and the points of the cards of each kind."""
    rows = [
        FactRow(words.name(word), [str(ALL_CARDS.count(kind)), str(view.equipment.points[kind])], suit=word)
        for kind, word in enumerate(CARDS)
    ]
    columns = [words.text("fact", "cards"), words.text("fact", "points")]
    return Facts(id="values", title=words.text("fact", "values"), columns=columns, rows=rows, always=True)


def _memories(view: Pond, words: Words) -> list[Facts]:
    """Return what a view with recall knows although it is face down: the pile, and a reflection the viewer has seen."""
    rows = []
    if view.recall and view.pile:
        rows.append(FactRow(words.text("fact", "pile"), [words.list([CARDS[kind] for kind in view.pile]).text]))
    if view.reflection.kind >= 0:
        rows.append(FactRow(words.text("fact", "reflection"), [words.name(CARDS[view.reflection.kind])]))
    return [Facts(id="memories", title=words.text("fact", "memories"), rows=rows)] if rows else []
