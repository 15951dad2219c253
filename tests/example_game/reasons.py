"""The reasons why an action of The Moon in the Pond is illegal."""

from chabudai.kernel.message import Message
from example_game.phases import LAY
from example_game.rules import Pond
from example_game.words import ACTIONS, CARDS


def reason(view: Pond, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    if action < LAY:
        return Message("now_lay")
    if view.first < LAY:
        return Message("now_go")
    player = view.seats[seat]
    held = [CARDS[slot.kind] for slot in (player.dealt, player.drawn)]
    return Message("not_held", {"card": ACTIONS[action].split()[1], "dealt": held[0], "drawn": held[1]})
