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
    shown = icon_of(equipment, number)
    sign = words.text("icon", shown) if shown != "none" else ""
    kind = "yorozu" if season == NO_SEASON else "season" if sign else "plain"
    name = words.text("card", kind, card=word, icon=Verbatim(sign), cats=4 - season)
    note = words.tables["name"]["comma"].join(text for text in (sign, remark) if text)
    return Card(word, name, str(equipment.value(number)), SUITS[season], note, picture=shown, caption=remark)


def icon_of(equipment: Equipment, number: int) -> str:
    """Return the id of the icon on a card."""
    if has(BOOZE, number):
        return "booze"
    if has(CROWS, number):
        return "crow"
    return f"fish_{equipment.fish[number]}" if equipment.fish[number] else "none"


@lru_cache(maxsize=256)
def multiplier_card(equipment: Equipment, number: int, words: Words) -> Card:
    """Return the face of a multiplier card, with the factor of each season."""
    factors = equipment.multipliers[number]
    each = {name: factor_of(factors, season) for season, name in enumerate(SEASONS)}
    listed = words.list([Verbatim(words.text("card", "times", season=name, times=n)) for name, n in each.items()])
    return Card(
        MULTIPLIER_NAMES[number],
        name=words.text("card", "multiplier", card=MULTIPLIER_NAMES[number], times=listed),
        note=words.name(MULTIPLIER_NAMES[number]),
        chips=[Chip(f"×{n}", name) for name, n in each.items() if n != 1],
    )


def middle_row(equipment: Equipment, low: int, high: int, words: Words) -> Row:
    """Return the two cards in the middle, each with a remark that says who will take it."""
    ends = ((low, "low"), (high, "high"))
    cards = [number_card(equipment, number, words, words.text("pair", end)) for number, end in ends]
    return Row(id="pair", title=words.text("zone", "pair"), cards=cards)
