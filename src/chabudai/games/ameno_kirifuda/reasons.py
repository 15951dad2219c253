"""The reasons why an action of Ameno Kirifuda is illegal."""

from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import ACTIONS, CARDS, SEASONS, SPACES, verb_of
from chabudai.kernel.bits import has
from chabudai.kernel.message import Message


def reason(view: Ameno, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    verb, _, word = ACTIONS[action].partition(" ")
    phase = verb_of(view.first)
    if ("discard" if verb == "done" else verb) != phase:
        return Message(f"now_{phase}")
    match verb:
        case "draft":
            return Message("omegumi_not_face_up", {"omegumi": word})
        case "discard":
            return Message("omegumi_not_yours", {"omegumi": word})
        case "play":
            return _play(view, seat, CARDS.index(word))
        case "place":
            return _place(view, SPACES.index(word))
        case "push":
            return Message("push_from_row", {"space": word, "season": SEASONS[view.best >> 3]})
        case "to":
            return _to(view, SPACES.index(word))
        case _:  # the verb "return": take a stone back
            return Message("no_stone_of_yours", {"space": word})


def _play(view: Ameno, seat: int, card: int) -> Message:
    if not has(view.seats[seat].hand, card):
        return Message("not_in_hand", {"card": CARDS[card]})
    return Message("must_follow", {"card": CARDS[card], "season": SEASONS[view.led]})


def _place(view: Ameno, space: int) -> Message:
    values = {"space": SPACES[space], "card": CARDS[view.best], "season": SEASONS[view.best >> 3]}
    if space // 4 != view.best >> 3:
        return Message("place_in_season", values)
    return Message("space_taken", values)


def _to(view: Ameno, space: int) -> Message:
    season = view.overflow()
    if space // 4 != season:
        return Message("push_to_season", {"space": SPACES[space], "season": SEASONS[season]})
    return Message("space_taken", {"space": SPACES[space]})
