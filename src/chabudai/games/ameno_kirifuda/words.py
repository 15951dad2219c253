"""The words of the record: cards, Omegumi cards, spaces, and what a number stands for in moves and events."""

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


def verb_of(action: int) -> str:
    """The verb of a move; that of the first action of a phase tells what is asked there."""
    return ACTIONS[action].split()[0]
