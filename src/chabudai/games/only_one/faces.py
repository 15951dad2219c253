"""The cards of Only One Collection as a scene shows them."""

from functools import lru_cache

from chabudai.games.only_one.equipment import VALUES, is_special, kind_of
from chabudai.games.only_one.position import FACE_DOWN
from chabudai.games.only_one.words import CARDS, FAMILIAR, INGREDIENTS, KINDS, POWERS
from chabudai.scene.vocabulary import Card
from chabudai.scene.words import Verbatim, Words


@lru_cache(maxsize=1024)
def ingredient_card(number: int, words: Words, card_id: str | None = None) -> Card:
    """Return an ingredient card as the scene shows it; by default its id is its record word."""
    if number == FACE_DOWN:
        return Card()
    kind = kind_of(number)
    special = is_special(number)
    return Card(
        id=CARDS[number] if card_id is None else card_id,
        name=_name(number, words),
        index=_index(kind, words) + (words.sentence("card", "star") if special else ""),
        suit=INGREDIENTS[kind],
        picture="special" if special else "",
    )


def _index(kind: int, words: Words) -> str:
    """Return the text in the corner of a card, without the star."""
    return KINDS[kind] if kind < len(VALUES) else words.sentence("card", "egg")


def _name(number: int, words: Words) -> str:
    """Return the full name of a card: kind, ingredient, and whether it is special."""
    kind = kind_of(number)
    sentence = "special" if is_special(number) else "plain"
    return words.text(
        "card", sentence, kind=KINDS[kind], ingredient=Verbatim(words.sentence("ingredient", KINDS[kind]))
    )


def familiar_card(power: int, words: Words) -> Card:
    """Return the familiar with this power as the scene shows it."""
    return Card(POWERS[power], words.name(POWERS[power]), suit=FAMILIAR)
