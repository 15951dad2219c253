"""The record words of Wishing for Fine Weather!!, indexed by number: cards, wishes, actions and event values."""

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
