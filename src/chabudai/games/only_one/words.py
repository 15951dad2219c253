"""The words of Only One Collection: those of the record, by number, the suits, and the vocabularies of events."""

KINDS = ("1", "2", "3", "4A", "4B", "5", "6A", "6B", "7", "8A", "8B", "9", "10", "egg")
CARDS = ("1", *(f"{kind}{star}" for kind in KINDS[1:-1] for star in ("", "*")), "egg*")
POWERS = ("encore", "early_bird", "windfall", "crown", "foresight", "sixteen", "salvage", "daredevil")
COLUMNS = tuple(f"column-{column}" for column in range(4))
"""The columns in events and texts; a record writes only the number of a column."""
SEATS = (0, 1, 2, 3)

INGREDIENTS = (
    "fig", "snake", "cheese", "clover_a", "clover_b", "star", "mushroom_a", "mushroom_b", "sugar", "octopus_a",
    "octopus_b", "tails", "pumpkin", "egg",
)  # fmt: skip
"""The suit of each kind in a scene: the ingredient on its cards."""
FAMILIAR = "familiar"
"""The suit of familiars in a scene."""

ACTIONS = (
    "explore",
    "foresight",
    *(f"collect {column}" for column in range(4)),
    *(f"add {column}" for column in range(4)),
    *(f"pick {place}" for place in range(3)),
    *(f"order {first} {second}" for first in range(3) for second in range(3) if first != second),
    *(f"keep {card}" for card in CARDS),
)

EVENTS: dict[str, tuple[str | None, ...]] = {
    "starts": (),
    "familiar": ("column", "power"),
    "head": ("column", "card"),
    "one_appeared": (),
    "explored": ("card",),
    "added": ("column", "card"),
    "bust": ("column", "card"),
    "kept": ("card",),
    "discarded": ("card",),
    "collected": ("column",),
    "gained": ("card",),
    "took_familiar": ("power",),
    "power_point": ("power",),
    "foresaw": (),
    "looked": ("card",),
    "picked": (None, "card"),
    "put_back": ("card",),
    "round_over": (None,),
    "special_points": (None,),
    "potion": ("kind", None),
    "discard_bonus": ("kind", None),
    "right_bonus": ("kind", None),
    "encore": (None,),
    "windfall": (None,),
    "sixteen": (),
}
"""For each event, the vocabulary of each of its values and then of its secrets.

None stands for plain numbers. The last entry of an event also covers all its further values.
"""
