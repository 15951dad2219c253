"""Why a move of Festival of Thousand Cats is not legal now."""

from chabudai.games.thousand_cats import position
from chabudai.games.thousand_cats.equipment import SEASON_CARDS
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import ACTIONS, CARDS, SEASONS
from chabudai.kernel.bits import has, members
from chabudai.kernel.message import Message

PHASES = {
    position.REDEAL: "redeal",
    position.PLAY: "play",
    position.SWAP: "swap",
    position.NAME_START: "start",
    position.MULTIPLIER: "multiplier",
    position.TOKENS: "tokens",
    position.TOKEN: "token",
}
_SAME_PHASE = {"keep": "redeal", "pass": "token"}


def reason(view: Cats, seat: int, action: int) -> Message:
    """Why the seat, which is waited for, cannot choose this action."""
    verb, _, word = ACTIONS[action].partition(" ")
    phase = PHASES[view.first]
    if _SAME_PHASE.get(verb, verb) != phase:
        return Message(f"now_{phase}", {"tried": verb})
    match verb:
        case "play":
            return _play(view, seat, CARDS.index(word))
        case "start":
            return Message("no_such_player", {"last": view.rules.players - 1})
        case "multiplier":
            return Message("multiplier_not_yours", {"card": word})
        case "token":
            full = view.seats[seat].owned(SEASONS.index(word)) >= 2
            return Message("two_tokens_already" if full else "no_token_left", {"season": word})
        case _:
            return Message("token_can_be_taken", {"season": SEASONS[members(view.tokens_to_take(seat))[0]]})


def _play(view: Cats, seat: int, card: int) -> Message:
    hand = view.seats[seat].hand
    if not has(hand, card):
        return Message("not_in_hand", {"card": CARDS[card]})
    held = members(hand & SEASON_CARDS & ~view.closed)[0]
    return Message("season_closed", {"season": SEASONS[card // 9], "held": CARDS[held]})
