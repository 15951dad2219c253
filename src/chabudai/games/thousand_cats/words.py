"""The words of Festival of Thousand Cats: those of the record, by number, and the vocabularies of events.

The names of the phases are here too, because they are verbs of actions.
"""

from chabudai.games.thousand_cats import phases

SEASONS = ("spring", "summer", "fall", "winter")
SUITS = (*SEASONS, "yorozu")
"""The suits in a scene, indexed by season; the last one is that of both Yorozu."""
CARDS = (
    *(f"{name}-{season + place}" for season, name in enumerate(SEASONS) for place in range(1, 10)),
    "yorozu-0",
    "yorozu-13",
)
MULTIPLIER_NAMES = tuple(f"{set_name}-{number}" for set_name in ("kou", "otsu", "hei") for number in range(1, 5))
SEAT_NUMBERS = (0, 1, 2, 3)

ACTIONS = (
    "keep",
    "redeal",
    *(f"play {card}" for card in CARDS),
    "swap yorozu-0",
    "swap yorozu-13",
    *(f"start {seat}" for seat in SEAT_NUMBERS),
    *(f"multiplier {card}" for card in MULTIPLIER_NAMES),
    *(f"tokens {' '.join(name for name in SEASONS if name != missing)}" for missing in SEASONS),
    *(f"token {season}" for season in SEASONS),
    "pass",
)

PHASE_NAMES = {
    phases.REDEAL: "redeal",
    phases.PLAY: "play",
    phases.SWAP: "swap",
    phases.NAME_START: "start",
    phases.MULTIPLIER: "multiplier",
    phases.THREE_TOKENS: "tokens",
    phases.ONE_TOKEN: "token",
}
"""The names of the phases in message ids, by the first action of the phase."""

EVENTS: dict[str, tuple[str | None, ...]] = {
    "dealt": ("card",),
    "turned_up": ("card",),
    "asked": (),
    "kept_hand": (),
    "redealt": (),
    "multipliers_dealt": ("multiplier",),
    "lowest": (),
    "lowest_drawn": (),
    "starts": (),
    "first_to_take": (),
    "multiplier": ("multiplier",),
    "took_tokens": ("season",),
    "took_token": ("season",),
    "passed": (),
    "dummy_played": ("card",),
    "played": ("card",),
    "no_more": ("season",),
    "crow_chooses": ("card",),
    "swap": ("card",),
    "took_high": ("card",),
    "took_low": ("card",),
    "took_own": ("card",),
    "dummy_took_high": ("card",),
    "dummy_took_low": ("card",),
    "dummy_took_own": ("card",),
    "booze": (None,),
    "third_booze": (),
    "fish_counted": ("season", None),
    "fish_halved": (None,),
    "scored": (None,),
    "game_over": (None,),
    "extra_game": (),
}
"""For each event, the vocabulary of each of its values and then of its secrets.

None stands for plain numbers. The last entry of an event also covers all its further values.
"""
