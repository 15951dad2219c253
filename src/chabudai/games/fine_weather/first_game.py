"""The guided first game of Wishing for Fine Weather!!: three players.

The learner's hand suits a wish for Fine. It has only one Rainy card, while the opener, who also wishes first, has many:
once that card is gone, the learner can answer a Rainy lead with a Thunder.
"""

from chabudai.games.fine_weather.equipment import SNOW, SUIT_COUNT, THUNDER, VERY, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.judgement import CardJudgement
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import count, members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message

_EXPLAINED_TRICKS = 3
"""The number of tricks in the first round that get a long explanation."""
_HIGH = 8
"""The lowest number of a high card."""
_FEW_HIGH_CARDS = 3
"""A hand with fewer high cards than this may win no trick."""


def teach(view: Weather) -> Lesson:
    """Return the lesson for the viewer's choice."""
    if view.first != PLAY:
        return _wish(view)
    if view.led < 0:
        return _lead(view)
    return _duck(view) if view.seats[view.viewer].wish == SNOW else _follow(view)


# ---- The wish --------------------------------------------------------------------------------------------------------


def _wish(view: Weather) -> Lesson:
    hand = view.seats[view.viewer].hand
    high = sum(_is_high(card) for card in members(hand))
    longest = max(range(THUNDER), key=lambda suit: count(hand & cards_of(suit)))
    of_longest = members(hand & cards_of(longest))
    very = view.allowed_wishes(view.viewer) >> SUIT_COUNT
    values: dict[str, str | int] = {
        "suit": SUITS[longest],
        "cards": len(of_longest),
        "high": sum(_is_high(card) for card in of_longest),
    }
    if view.part == 0:
        return Lesson(Message("wish_first", values), "wishes")
    if very:
        wish = WISHES[SUIT_COUNT + members(very)[0]]
        return Lesson(Message("wish_very", values | {"wish": wish}), "very")
    if high < _FEW_HIGH_CARDS:
        return Lesson(Message("wish_for_snow", {"high": high}), "wishes")
    return Lesson(Message("wish", values), "wishes")


def _is_high(card: int) -> bool:
    return suit_of(card) == THUNDER or rank_of(card) >= _HIGH


# ---- Tricks ----------------------------------------------------------------------------------------------------------


def _lead(view: Weather) -> Lesson:
    player = view.seats[view.viewer]
    if player.wish == SNOW:
        return Lesson(Message("lead_for_snow", {"tricks": player.tricks}), "wishes")
    wanted = player.wish - VERY if player.wish >= VERY else player.wish
    values: dict[str, str | int] = {"wish": WISHES[player.wish], "suit": SUITS[wanted]}
    if _explains_at_length(view):
        return Lesson(Message("lead_first", values), "trick")
    if wanted < THUNDER and player.hand & cards_of(wanted):
        return Lesson(Message("lead_wanted", values), "trick")
    return Lesson(Message("lead", values), "trick")


def _explains_at_length(view: Weather) -> bool:
    return view.part == 0 and view.trick < _EXPLAINED_TRICKS


def _follow(view: Weather) -> Lesson:
    """Return the lesson for a wish that scores cards: whether and how the viewer can win the trick."""
    player = view.seats[view.viewer]
    legal = members(view.choices(view.viewer))
    judgement = CardJudgement(view, view.viewer)
    winning = [card for card in legal if judgement.beats(card)]
    # If several suits can win, teach the strongest: Snow, then Thunder.
    strongest = max((suit_of(card) for card in winning), default=view.led)
    of_strongest = [card for card in winning if suit_of(card) == strongest]
    values: dict[str, str | int] = {
        "led": SUITS[view.led],
        "best": CARDS[view.seats[view.winning()].played],
        "card": CARDS[min(of_strongest or legal, key=rank_of)],
        "points": judgement.own_points,
        "wish": WISHES[player.wish],
    }
    if player.hand & cards_of(view.led):
        if winning:
            return Lesson(Message("follow_wins_first" if _explains_at_length(view) else "follow_wins", values), "trick")
        return Lesson(Message("follow_loses_first" if _explains_at_length(view) else "follow_loses", values), "trick")
    if not winning:
        return Lesson(Message("free", values), "trick")
    if strongest == SNOW:
        return Lesson(Message("snow_wins", values), "trick")
    if strongest == THUNDER:
        return Lesson(Message("thunder_wins_first" if _explains_at_length(view) else "thunder_wins", values), "trick")
    return Lesson(Message("number_wins", values | {"card": CARDS[min(winning, key=rank_of)]}), "snow")


def _duck(view: Weather) -> Lesson:
    """Return the lesson for a wish for Snow: which card loses the trick."""
    legal = members(view.choices(view.viewer))
    judgement = CardJudgement(view, view.viewer)
    losing = [card for card in legal if not judgement.beats(card)]
    best = CARDS[view.seats[view.winning()].played]
    if not losing:
        return Lesson(Message("duck_in_vain", {"best": best}), "wishes")
    card = CARDS[max(losing, key=rank_of)]
    return Lesson(Message("duck", {"best": best, "card": card}), "wishes")


FIRST_GAME = FirstGame(
    players=3,
    chance=(
        "start=2",
        "deck=fine-4,fine-7,fine-9,fine-10,cloudy-3,cloudy-6,cloudy-8,rainy-2,thunder-2,snow-1,"
        "fine-6,fine-8,cloudy-1,cloudy-5,cloudy-7,cloudy-9,rainy-3,rainy-6,rainy-8,thunder-3,"
        "fine-2,cloudy-4,cloudy-10,rainy-4,rainy-5,rainy-7,rainy-9,rainy-10,thunder-1,snow-3",
    ),
    teach=teach,
    seed=1,
)
