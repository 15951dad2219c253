"""The cards of Wishing for Fine Weather!! as a scene shows them."""

from functools import lru_cache

from chabudai.games.fine_weather.equipment import rank_of, suit_of
from chabudai.games.fine_weather.words import CARDS, SUITS
from chabudai.scene.vocabulary import Card, Mark
from chabudai.scene.words import Words


@lru_cache(maxsize=1024)
def weather_card(number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """Return a weather card as the scene shows it."""
    word = CARDS[number]
    return Card(word, words.name(word), str(rank_of(number)), SUITS[suit_of(number)], marks=list(marks))
