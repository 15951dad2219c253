"""The final scoring of Wishing for Fine Weather!!, step by step, and how wishes score, in words."""

from functools import lru_cache

from chabudai.games.fine_weather.equipment import CLOUDY, FINE, RAINY, SNOW, THUNDER, VERY, Equipment, cards_of
from chabudai.games.fine_weather.faces import weather_card
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.scoring import (
    EACH_TRICK,
    NO_TRICK,
    canceled_pairs,
    round_points,
    suit_count,
    tally_of,
    thunder_snow_product,
)
from chabudai.games.fine_weather.words import SUITS, WISHES
from chabudai.kernel.bits import members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Counted, ScoreStep
from chabudai.scene.words import Verbatim, Words


def score_steps(view: Weather, words: Words, people: People) -> list[ScoreStep]:
    """Return the steps: the points before the last round, then what each wish scored in it (FW-30 to FW-34)."""
    steps: list[ScoreStep] = []
    totals = [0] * view.equipment.players
    last = view.part - 1
    scored = [tally_points(view.equipment, player.wished[last], player.tallies[last]) for player in view.seats]

    def add_step(text: str, seat: int, points: int, counted: list[Counted]) -> None:
        totals[seat] += points
        steps.append(ScoreStep(text, seat, points, list(totals), counted))

    for seat, player in enumerate(view.seats):
        text = words.text("score", "before", seat=people.name(seat))
        add_step(text, seat, player.points - scored[seat], [])
    for seat, player in enumerate(view.seats):
        wish, tally = player.wished[last], player.tallies[last]
        calculation = calculation_text(view.equipment, wish, tally, words)
        name = people.name(seat)
        text = words.text("score", "round", round=last + 1, seat=name, wish=WISHES[wish], calculation=calculation)
        cards = [weather_card(number, words) for number in counted_cards(view.equipment, wish, player.won)]
        add_step(text, seat, scored[seat], [Counted(f"won-{seat}", words.text("zone", "won"), cards)])
    return steps


def counted_cards(equipment: Equipment, wish: int, won: int) -> list[int]:
    """Return the cards that score under a wish: not those without points, nor a Thunder and a Snow that cancel."""
    if wish in (SNOW, CLOUDY + VERY):
        return members(won)  # FW-31 counts tricks, FW-33 the sum and the parity of all cards
    cards = []
    pairs = 0 if wish >= VERY else canceled_pairs(tally_of(won))
    for suit in range(len(SUITS)):
        of_suit = members(won & cards_of(suit))
        if wish == RAINY + VERY:
            cards += of_suit if suit != CLOUDY else []  # FW-34
        elif points_by_suit(equipment, wish)[suit]:
            cards += of_suit[pairs:] if suit in (THUNDER, SNOW) else of_suit
    return cards


def signed(number: int) -> str:
    """Format points with a sign: +2, 0, -1."""
    return f"{number:+d}" if number else "0"


def suit_of_wish(wish: int) -> str:
    """Return the suit that a wish is for, Very or not."""
    return SUITS[wish - VERY if wish >= VERY else wish]


def suit_counts(tally: int) -> list[int]:
    """Return the number of cards of each suit in a tally."""
    return [suit_count(tally, suit) for suit in range(len(SUITS))]


def tricks_of(equipment: Equipment, tally: int) -> int:
    """Return the number of tricks that a tally was won in."""
    return sum(suit_counts(tally)) // equipment.players


def tally_points(equipment: Equipment, wish: int, tally: int) -> int:
    """Return the points of a tally under a wish."""
    return round_points(wish, tally, tricks_of(equipment, tally), equipment.card_points)


@lru_cache(maxsize=256)
def wish_text(equipment: Equipment, wish: int, words: Words) -> str:
    """Describe how a wish scores."""
    if wish == SNOW:
        return words.text("pays", "snow", none=Verbatim(signed(NO_TRICK)), each=Verbatim(signed(EACH_TRICK)))
    if wish in (CLOUDY + VERY, RAINY + VERY):
        return words.text("pays", WISHES[wish])
    points = points_by_suit(equipment, wish)
    suits = [
        Verbatim(words.text("pays", "card", suit=SUITS[suit], points=Verbatim(signed(points[suit]))))
        for suit in _scoring_suits(points)
    ]
    return words.text("pays", "cards" if wish >= VERY else "cards_left", cards=words.list(suits))


def calculation_text(equipment: Equipment, wish: int, tally: int, words: Words) -> Verbatim:
    """Describe how the points of a tally under a wish add up."""
    if wish == SNOW:
        tricks = tricks_of(equipment, tally)
        if not tricks:
            return Verbatim(words.text("reckoned", "no_trick"))
        noun, each = Verbatim(words.counted("tricks", tricks)), Verbatim(signed(EACH_TRICK))
        return Verbatim(words.text("reckoned", "tricks", tricks=tricks, noun=noun, each=each))
    fine, cloudy, rainy, thunder, snow = suit_counts(tally)
    if wish == CLOUDY + VERY:
        special = thunder + snow
        parity = "odd" if special % 2 else "even"
        return Verbatim(words.text("reckoned", parity, plain=fine + cloudy + rainy, special=special))
    if wish == RAINY + VERY:
        terms = [_card_terms(words, RAINY, rainy, 2), _card_terms(words, FINE, fine, -1)]
        product = thunder_snow_product(tally)
        terms.append([Verbatim(words.text("reckoned", "product", product=product))] if product else [])
        return _join(words, terms)
    points = points_by_suit(equipment, wish)
    pairs = 0 if wish >= VERY else canceled_pairs(tally)
    left = [fine, cloudy, rainy, thunder - pairs, snow - pairs]
    terms = [_card_terms(words, suit, left[suit], points[suit]) for suit in _scoring_suits(points)]
    terms.append([Verbatim(words.text("reckoned", "cancelled", pairs=pairs))] if pairs else [])
    return _join(words, terms)


def scores_cards(wish: int) -> bool:
    """Check whether a wish scores the same for each card of a suit, apart from those that cancel (FW-30, FW-32)."""
    return wish not in (SNOW, CLOUDY + VERY, RAINY + VERY)


def points_by_suit(equipment: Equipment, wish: int) -> list[int]:
    """Return the points per card of each suit under a wish that scores cards; otherwise, an empty list or zeros."""
    return equipment.card_points[wish * len(SUITS) : (wish + 1) * len(SUITS)]


def _scoring_suits(points: list[int]) -> list[int]:
    """Return the suits with points other than 0, the highest first."""
    return sorted((suit for suit in range(len(SUITS)) if points[suit]), key=lambda suit: -points[suit])


def _card_terms(words: Words, suit: int, number: int, points: int) -> list[Verbatim]:
    """Describe what a number of cards of a suit scores, as a list of one term; an empty list if there are none."""
    if not number:
        return []
    return [Verbatim(words.text("reckoned", "cards", number=number, suit=SUITS[suit], worth=Verbatim(signed(points))))]


def _join(words: Words, terms: list[list[Verbatim]]) -> Verbatim:
    """Join all terms in one list, or say that nothing scored."""
    flat = [term for group in terms for term in group]
    return words.list(flat) if flat else Verbatim(words.text("reckoned", "nothing"))
