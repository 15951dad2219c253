"""The guided first game of Wishing for Fine Weather!!: three players.

The learner's hand is made for a wish for Fine, with a single Rainy card: once it is gone, Thunder comes into play. The
first trick is led by somebody with much rain, who also wishes first.
"""

from chabudai.games.fine_weather.equipment import SNOW, SUITS, THUNDER, VERY, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.judgement import CardsJudged
from chabudai.games.fine_weather.rules import PLAY, Weather
from chabudai.games.fine_weather.words import CARDS, WISHES
from chabudai.games.fine_weather.words import SUITS as NAMES
from chabudai.kernel.bits import count, members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message

_NEW = 3
"""So many tricks of the first round are explained at length."""
_HIGH = 8
_FEW = 3
"""With fewer high cards than this a hand may hope to win no trick."""


def teach(view: Weather) -> Lesson:
    """What the viewer is choosing, and what matters now."""
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
    held = members(hand & cards_of(longest))
    very = view.allowed(view.viewer) >> SUITS
    values: dict[str, str | int] = {
        "suit": NAMES[longest],
        "cards": len(held),
        "high": sum(_is_high(card) for card in held),
    }
    if view.part == 0:
        return Lesson(Message("wish_first", values), "wishes")
    if very:
        wish = WISHES[SUITS + members(very)[0]]
        return Lesson(Message("wish_very", values | {"wish": wish}), "very")
    if high < _FEW:
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
    values: dict[str, str | int] = {"wish": WISHES[player.wish], "suit": NAMES[wanted]}
    if _is_new(view):
        return Lesson(Message("lead_first", values), "trick")
    if wanted < THUNDER and player.hand & cards_of(wanted):
        return Lesson(Message("lead_wanted", values), "trick")
    return Lesson(Message("lead", values), "trick")


def _is_new(view: Weather) -> bool:
    return view.part == 0 and view.trick < _NEW


def _follow(view: Weather) -> Lesson:
    """For a wish that wants cards: can the trick be won, by which card, and is it worth it?"""
    player = view.seats[view.viewer]
    legal = members(view.choices(view.viewer))
    judged = CardsJudged(view, view.viewer)
    winning = [card for card in legal if judged.beats(card)]
    # Of several suits that win the strongest is spoken of: Snow, then Thunder.
    strongest = max((suit_of(card) for card in winning), default=view.led)
    spoken_of = [card for card in winning if suit_of(card) == strongest]
    values: dict[str, str | int] = {
        "led": NAMES[view.led],
        "best": CARDS[view.seats[view.winning()].played],
        "card": CARDS[min(spoken_of or legal, key=rank_of)],
        "points": judged.mine,
        "wish": WISHES[player.wish],
    }
    if player.hand & cards_of(view.led):
        if winning:
            return Lesson(Message("follow_wins_first" if _is_new(view) else "follow_wins", values), "trick")
        return Lesson(Message("follow_loses_first" if _is_new(view) else "follow_loses", values), "trick")
    if not winning:
        return Lesson(Message("free", values), "trick")
    if strongest == SNOW:
        return Lesson(Message("snow_wins", values), "trick")
    if strongest == THUNDER:
        return Lesson(Message("thunder_wins_first" if _is_new(view) else "thunder_wins", values), "trick")
    return Lesson(Message("number_wins", values | {"card": CARDS[min(winning, key=rank_of)]}), "snow")


def _duck(view: Weather) -> Lesson:
    """For the wish for Snow: which card loses?"""
    legal = members(view.choices(view.viewer))
    judged = CardsJudged(view, view.viewer)
    losing = [card for card in legal if not judged.beats(card)]
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
