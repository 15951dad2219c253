"""The words of Ameno Kirifuda: cards, Omegumi cards, spaces and actions, by number, and the vocabularies of events."""

SEASONS = ("spring", "summer", "autumn", "winter")
CARDS = tuple(f"{season}-{rank}" for season in SEASONS for rank in range(1, 9))
OMEGUMI = tuple(f"{season}-x{stones}" for season in SEASONS for stones in (1, 2, 3, 0))
SPACES = tuple(f"{season}-{column}" for season in SEASONS for column in "abcd")

ACTIONS = (
    *(f"draft {omegumi}" for omegumi in OMEGUMI),
    *(f"discard {omegumi}" for omegumi in OMEGUMI),
    "done",
    *(f"play {card}" for card in CARDS),
    *(f"place {space}" for space in SPACES),
    *(f"push {space}" for space in SPACES),
    *(f"to {space}" for space in SPACES),
    *(f"return {space}" for space in SPACES),
)

EVENTS: dict[str, tuple[str | None, ...]] = {
    "turned_up": ("omegumi",),
    "dealt": ("card",),
    "opens": (),
    "drafted": ("omegumi",),
    "discarded": ("omegumi",),
    "done": (),
    "played": ("card",),
    "won": ("card",),
    "bachiatari": (),
    "placed": ("space",),
    "pushed": ("space",),
    "returned": ("space",),
    "scored": ("omegumi",),
    "round_over": (None,),
}
"""For each event, the vocabulary of each of its values and then of its secrets.

None stands for plain numbers. The last entry of an event also covers all its further values.
"""


def verb_of(action: int) -> str:
    """Return the verb of an action; the verb of a phase's first action names the phase."""
    return ACTIONS[action].split()[0]


def stones_word(number: int) -> str:
    """Return the word whose name is a number of stones, such as "1 stone"."""
    return f"stones-{number}"
