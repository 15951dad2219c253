"""The words of Wishing for Fine Weather!!: cards, wishes and actions, by number, and the vocabularies of events."""

SUITS = ("fine", "cloudy", "rainy", "thunder", "snow")
CARDS = tuple(f"{suit}-{rank}" for suit in SUITS for rank in range(1, 4 if suit in ("thunder", "snow") else 11))
WISHES = (*SUITS, "very-fine", "very-cloudy", "very-rainy")

ACTIONS = (
    *(f"wish {wish}" for wish in WISHES),
    *(f"announce {wish}" for wish in WISHES),
    *(f"play {card}" for card in CARDS),
)

EVENTS: dict[str, tuple[str | None, ...]] = {
    "opens": (),
    "dealt": ("card",),
    "wished": ("wish",),
    "chose": ("wish",),
    "announced": ("wish",),
    "played": ("card",),
    "won": ("card",),
    "scored": ("wish", None),
    "round_over": (None,),
}
"""For each event, the vocabulary of each of its values and then of its secrets.

None stands for plain numbers. The last entry of an event also covers all its further values.
"""
