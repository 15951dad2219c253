"""The record words of Kasane no Irome, indexed by number: cards, rows, melds, actions and event values."""

from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.melds import MELDS as _MELDS

CARDS = (*(str(number) for number in range(1, 10)), "+1")
ROWS = tuple(f"row-{row}" for row in range(4))
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
