"""The record words of The Moon in the Pond, indexed by number: cards, places and actions; and the values of events."""

CARDS = ("cloud", "half", "full")
PLACES = ("veranda", "pond")

ACTIONS = (*(f"go {place}" for place in PLACES), *(f"lay {card} as {name}" for card in CARDS for name in CARDS))

# For each event, the vocabulary of each of its values, then of its secrets; None means that they are plain numbers. The
# last entry also stands for all further values.
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
