"""The record words of The Moon in the Pond, indexed by number: cards, places, actions and event values."""

CARDS = ("cloud", "half", "full")
PLACES = ("veranda", "pond")

ACTIONS = (*(f"go {place}" for place in PLACES), *(f"lay {card} as {name}" for card in CARDS for name in CARDS))

# For each event, the vocabulary of each of its values, then of its secrets; None is a plain number.
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
