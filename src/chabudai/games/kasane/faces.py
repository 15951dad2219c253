"""The cards of Kasane no Irome as a scene shows them."""

from functools import lru_cache

from chabudai.games.kasane.equipment import PLUS_ONE, card_list
from chabudai.games.kasane.words import CARDS
from chabudai.scene.vocabulary import Card, Mark
from chabudai.scene.words import Words


@lru_cache(maxsize=1024)
def kimono_card(number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """Return a kimono card as the scene shows it, with its color as its suit; "+1" has none."""
    word = CARDS[number - 1]
    suit = "" if number == PLUS_ONE else f"dye{number}"
    return Card(word, words.name(word), word, suit, marks=list(marks))


def kimono_cards(digits: int, words: Words, on_top: tuple[Mark, ...] = ()) -> list[Card]:
    """Return the cards of a row, hand or field in order. The top card comes last and has these marks."""
    numbers = card_list(digits)
    return [kimono_card(number, words) for number in numbers[:-1]] + [
        kimono_card(number, words, on_top) for number in numbers[-1:]
    ]
