"""The record words of cards and actions, indexed by number, and the vocabularies of the values of events."""

SEASONS = ("spring", "summer", "fall", "winter")
CARDS = tuple(f"{season}-{value}" for season in SEASONS for value in range(1, 9))

ACTIONS = tuple(f"play {card}" for card in CARDS)

EVENTS: dict[str, tuple[str | None, ...]] = {"played": ("card",), "won": ("card",)}
