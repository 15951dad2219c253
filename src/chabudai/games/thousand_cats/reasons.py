"""The reasons why an action of Festival of Thousand Cats is illegal."""

from chabudai.games.thousand_cats.equipment import SEASON_CARDS
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import ACTIONS, CARDS, PHASE_NAMES, SEASONS
from chabudai.kernel.bits import has, members
from chabudai.kernel.message import Message

_PHASE_OF_VERB = {"keep": "redeal", "pass": "token"}
"""The phases of the verbs that are not themselves the name of their phase."""


def reason(view: Cats, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    verb, _, word = ACTIONS[action].partition(" ")
    phase = PHASE_NAMES[view.first]
    if _PHASE_OF_VERB.get(verb, verb) != phase:
        return Message(f"now_{phase}")
    match verb:
        case "play":
            return _play(view, seat, CARDS.index(word))
        case "start":
            return Message("no_such_player", {"last": view.equipment.players - 1})
        case "multiplier":
            return Message("multiplier_not_yours", {"card": word})
        case "token":
            full = view.seats[seat].tokens_of(SEASONS.index(word)) >= 2
            return Message("two_tokens_already" if full else "no_token_left", {"season": word})
        case _:  # pass
            return Message("token_can_be_taken", {"season": SEASONS[members(view.tokens_to_take(seat))[0]]})


def _play(view: Cats, seat: int, card: int) -> Message:
    hand = view.seats[seat].hand
    if not has(hand, card):
        return Message("not_in_hand", {"card": CARDS[card]})
    held = members(hand & SEASON_CARDS & ~view.closed)[0]
    return Message("season_closed", {"season": SEASONS[card // 9], "held": CARDS[held]})
