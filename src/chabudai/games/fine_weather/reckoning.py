"""What a wish pays, and how the points of a round come about, in words."""

from functools import lru_cache

from chabudai.games.fine_weather.equipment import CLOUDY, FINE, RAINY, SNOW, VERY, Equipment
from chabudai.games.fine_weather.scoring import EACH_TRICK, NO_TRICK, cancelled, points, product, tallied
from chabudai.games.fine_weather.words import SUITS, WISHES
from chabudai.scene.words import Said, Words


def signed(number: int) -> str:
    """A number of points as it is written: +2, 0, -1."""
    return f"{number:+d}" if number else "0"


def suit_of_wish(wish: int) -> str:
    """The suit that a wish is for, Very or not."""
    return SUITS[wish - VERY if wish >= VERY else wish]


def won(counts: int) -> list[int]:
    """How many cards of each suit a tally has."""
    return [tallied(counts, suit) for suit in range(len(SUITS))]


def tricks_of(rules: Equipment, counts: int) -> int:
    """The number of tricks that a tally was won in."""
    return sum(won(counts)) // rules.players


def scored(rules: Equipment, wish: int, counts: int) -> int:
    """The points of a tally under a wish."""
    return points(wish, counts, tricks_of(rules, counts), rules.worth)


@lru_cache(maxsize=256)
def pays(rules: Equipment, wish: int, words: Words) -> str:
    """What a wish pays."""
    if wish == SNOW:
        return words.text("pays", "snow", none=Said(signed(NO_TRICK)), each=Said(signed(EACH_TRICK)))
    if wish in (CLOUDY + VERY, RAINY + VERY):
        return words.text("pays", WISHES[wish])
    worth = _worth(rules, wish)
    suits = [
        Said(words.text("pays", "card", suit=SUITS[suit], points=Said(signed(worth[suit])))) for suit in _paying(worth)
    ]
    return words.text("pays", "cards" if wish >= VERY else "cards_left", cards=words.list(suits))


def reckoned(rules: Equipment, wish: int, counts: int, words: Words) -> Said:
    """How the points of a tally under a wish come about."""
    if wish == SNOW:
        tricks = tricks_of(rules, counts)
        each = Said(signed(EACH_TRICK))
        return Said(words.text("reckoned", "tricks" if tricks else "no_trick", tricks=tricks, each=each))
    fine, cloudy, rainy, thunder, snow = won(counts)
    if wish == CLOUDY + VERY:
        wild = thunder + snow
        turned = "odd" if wild % 2 else "even"
        return Said(words.text("reckoned", turned, sky=fine + cloudy + rainy, wild=wild))
    if wish == RAINY + VERY:
        parts = [_cards(words, RAINY, rainy, 2), _cards(words, FINE, fine, -1)]
        factors = product(counts)
        parts.append([Said(words.text("reckoned", "product", product=factors))] if factors else [])
        return _listed(words, parts)
    worth = _worth(rules, wish)
    gone = 0 if wish >= VERY else cancelled(counts)
    left = [fine, cloudy, rainy, thunder - gone, snow - gone]
    parts = [_cards(words, suit, left[suit], worth[suit]) for suit in _paying(worth)]
    parts.append([Said(words.text("reckoned", "cancelled", pairs=gone))] if gone else [])
    return _listed(words, parts)


def _worth(rules: Equipment, wish: int) -> list[int]:
    """What a card of each suit is worth under a wish that pays by the card."""
    return rules.worth[wish * len(SUITS) : (wish + 1) * len(SUITS)]


def _paying(worth: list[int]) -> list[int]:
    """The suits that pay or cost something, those that pay most first."""
    return sorted((suit for suit in range(len(SUITS)) if worth[suit]), key=lambda suit: -worth[suit])


def _cards(words: Words, suit: int, number: int, worth: int) -> list[Said]:
    if not number:
        return []
    return [Said(words.text("reckoned", "cards", number=number, suit=SUITS[suit], worth=Said(signed(worth))))]


def _listed(words: Words, parts: list[list[Said]]) -> Said:
    said = [part for some in parts for part in some]
    return words.list(said) if said else Said(words.text("reckoned", "nothing"))
