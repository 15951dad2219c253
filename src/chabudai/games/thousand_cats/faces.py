"""The faces of the cards of Festival of Thousand Cats."""

from functools import lru_cache

from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, NO_SEASON, Equipment, times
from chabudai.games.thousand_cats.words import CARDS, MULTIPLIERS, SEASONS, SUITS
from chabudai.kernel.bits import has
from chabudai.scene.vocabulary import Card, Chip, Row
from chabudai.scene.words import Said, Words


@lru_cache(maxsize=1024)
def card(rules: Equipment, number: int, words: Words, remark: str = "") -> Card:
    """A number card with its icon, and what else is to be said of it."""
    word = CARDS[number]
    season = rules.season[number]
    shown = icon(rules, number)
    sign = words.text("icon", shown) if shown != "none" else ""
    kind = "yorozu" if season == NO_SEASON else "season" if sign else "plain"
    name = words.text("card", kind, card=word, icon=Said(sign), cats=4 - season)
    note = words.tables["name"]["comma"].join(text for text in (sign, remark) if text)
    return Card(word, name, str(rules.value(number)), SUITS[season], note, picture=shown, caption=remark)


def icon(rules: Equipment, number: int) -> str:
    """The id of the icon on a card."""
    if has(BOOZE, number):
        return "booze"
    if has(CROWS, number):
        return "crow"
    return f"fish_{rules.fish[number]}" if rules.fish[number] else "none"


@lru_cache(maxsize=256)
def multiplier(rules: Equipment, number: int, words: Words) -> Card:
    """A multiplier card: what the fish of each season count."""
    code = rules.multipliers[number]
    each = {name: times(code, season) for season, name in enumerate(SEASONS)}
    said = words.list([Said(words.text("card", "times", season=name, times=count)) for name, count in each.items()])
    return Card(
        MULTIPLIERS[number],
        name=words.text("card", "multiplier", card=MULTIPLIERS[number], times=said),
        note=words.name(MULTIPLIERS[number]),
        chips=[Chip(f"×{count}", name) for name, count in each.items() if count != 1],
    )


def pair(rules: Equipment, low: int, high: int, words: Words) -> Row:
    """The two cards in the middle, each with who will take it."""
    ends = ((low, "low"), (high, "high"))
    cards = [card(rules, number, words, words.text("pair", end)) for number, end in ends]
    return Row(id="pair", title=words.text("zone", "pair"), cards=cards)
