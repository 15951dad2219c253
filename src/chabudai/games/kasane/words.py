"""The words of Kasane no Irome: cards, rows, melds and actions, indexed by number, and the vocabularies of events."""

from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.melds import MELDS as _MELDS

CARDS = (*(str(number) for number in range(1, 10)), "+1")
ROWS = tuple(f"row-{row}" for row in range(4))
"""The rows in events and reasons; a record writes only the number of a row."""
MELDS = tuple(meld.name for meld in _MELDS)
SEATS = (0, 1, 2, 3)

ACTIONS = (
    *(f"take {row}" for row in range(4)),
    *(f"meld {meld} {length}" for meld, length in BOXES),
    *(f"meld {meld} {length} field" for meld, length in BOXES),
    "pass",
)

EVENTS: dict[str, tuple[str | None, ...]] = {
    "began": (None,),
    "took": ("row", "card"),
    "plus_one": (None,),
    "melded": ("meld", None),
    "melded_on": ("meld", None, None, "card"),
    "laid": ("card",),
    "passed": (),
    "round_over": (None,),
    "discarded": ("card",),
    "shuffled": (),
    "coloured": (None,),
    "all_twelve": (None,),
}
"""For each event, the vocabulary of each of its values and then of its secrets.

None stands for plain numbers. The last entry of an event also covers all its further values.
"""
