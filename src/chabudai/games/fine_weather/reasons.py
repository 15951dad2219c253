"""The reasons why an action of Wishing for Fine Weather!! is illegal."""

from chabudai.games.fine_weather.equipment import VERY
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY, WISH
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.words import ACTIONS, CARDS, SUITS, WISHES
from chabudai.kernel.bits import has
from chabudai.kernel.message import Message

_PHASES = {WISH: "wish", ANNOUNCE: "announce", PLAY: "play"}


def reason(view: Weather, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    verb, _, word = ACTIONS[action].partition(" ")
    phase = _PHASES[view.first]
    if verb != phase:
        return Message(f"now_{phase}")
    if verb == "play":
        return _play(view, seat, CARDS.index(word))
    return _very(view, seat, WISHES.index(word))


def _play(view: Weather, seat: int, card: int) -> Message:
    if not has(view.seats[seat].hand, card):
        return Message("not_in_hand", {"card": CARDS[card]})
    return Message("must_follow", {"card": CARDS[card], "suit": SUITS[view.led]})


def _very(view: Weather, seat: int, wish: int) -> Message:
    """Return why this Very wish is not allowed; basic wishes always are (FW-13, FW-40)."""
    values = {"wish": WISHES[wish], "basic": WISHES[wish - VERY]}
    if wish >= view.equipment.wish_count:
        return Message("only_basic", values)
    if view.part == 0:
        return Message("very_in_first_round", values)
    if any(wished >= VERY for wished in view.seats[seat].wished):
        return Message("very_once", values)
    return Message("very_after_basic", values)
