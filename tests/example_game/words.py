"""The words of the record, and why a move is not legal."""

from chabudai.kernel.message import Message
from example_game.rules import LAY, Pond

CARDS = ("cloud", "half", "full")
PLACES = ("veranda", "pond")

ACTIONS = (*(f"go {place}" for place in PLACES), *(f"lay {card} as {name}" for card in CARDS for name in CARDS))

EVENTS: dict[str, tuple[str | None, ...]] = {
    "dealt": ("card",),
    "went": ("place",),
    "looked": ("card",),
    "shown": ("card",),
    "shuffled": (),
    "drew": ("card",),
    "laid": ("card",),
    "revealed": ("card",),
    "scored": (None,),
}


def reason(view: Pond, seat: int, action: int) -> Message:
    """Why the seat, which is waited for, cannot choose this action."""
    if action < LAY:
        return Message("now_lay")
    if view.first < LAY:
        return Message("now_go")
    guest = view.guests[seat]
    held = [CARDS[card.kind] for card in (guest.dealt, guest.drawn)]
    return Message("not_held", {"card": ACTIONS[action].split()[1], "dealt": held[0], "drawn": held[1]})
