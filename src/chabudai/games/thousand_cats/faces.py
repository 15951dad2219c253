"""The cards of Festival of Thousand Cats as a scene shows them."""

from functools import lru_cache

from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, NO_SEASON, Equipment, factor_of
from chabudai.games.thousand_cats.words import CARDS, MULTIPLIER_NAMES, SEASONS, SUITS
from chabudai.kernel.bits import has
from chabudai.scene.vocabulary import Card, Chip, Row
from chabudai.scene.words import Verbatim, Words


@lru_cache(maxsize=1024)
def number_card(equipment: Equipment, number: int, words: Words, remark: str = "") -> Card:
    """Return the face of a number card, with its icon and an optional remark."""
    word = CARDS[number]
    season = equipment.season[number]
    icon = icon_of(equipment, number)
    sign = words.text("icon", icon) if icon != "none" else ""
    kind = "yorozu" if season == NO_SEASON else "season" if sign else "plain"
    name = words.text("card", kind, card=word, icon=Verbatim(sign), cats=4 - season)
    note = words.tables["name"]["comma"].join(text for text in (sign, remark) if text)
    assumed = icon in ("none", "fish_1") and "fish" not in equipment.overridden  # TC-6
    return Card(
        word, name, str(equipment.value(number)), SUITS[season], note, picture=icon, caption=remark, assumed=assumed
    )


def icon_of(equipment: Equipment, number: int) -> str:
    """Return the id of the icon on a card; "none" if it has no icon."""
    if has(BOOZE, number):
        return "booze"
    if has(CROWS, number):
        return "crow"
    return f"fish_{equipment.fish[number]}" if equipment.fish[number] else "none"


@lru_cache(maxsize=256)
def multiplier_card(equipment: Equipment, number: int, words: Words) -> Card:
    """Return the face of a multiplier card, with the factor of each season."""
    packed = equipment.multipliers[number]
    factors = {name: factor_of(packed, season) for season, name in enumerate(SEASONS)}
    times = [Verbatim(words.text("card", "times", season=name, times=factor)) for name, factor in factors.items()]
    return Card(
        MULTIPLIER_NAMES[number],
        name=words.text("card", "multiplier", card=MULTIPLIER_NAMES[number], times=words.list(times)),
        note=words.name(MULTIPLIER_NAMES[number]),
        chips=[Chip(f"×{factor}", name) for name, factor in factors.items() if factor != 1],
        assumed="multipliers" not in equipment.overridden,
    )


def middle_row(equipment: Equipment, low: int, high: int, words: Words) -> Row:
    """Return the face-up pair in the middle, each card with a remark that says who will take it."""
    ends = ((low, "low"), (high, "high"))
    cards = [number_card(equipment, number, words, words.text("pair", end)) for number, end in ends]
    return Row(id="pair", title=words.text("zone", "pair"), cards=cards)
