"""The cards of Ameno Kirifuda as a scene shows them, and the conditions of Omegumi cards in words."""

from functools import lru_cache

from chabudai.games.ameno_kirifuda.equipment import ANY, Equipment
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SEASONS
from chabudai.scene.vocabulary import Card, Chip, Mark
from chabudai.scene.words import Verbatim, Words


@lru_cache(maxsize=1024)
def season_card(number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """Return a season card as the scene shows it."""
    word = CARDS[number]
    return Card(word, words.name(word), str(number % 8 + 1), SEASONS[number // 8], marks=list(marks))


@lru_cache(maxsize=1024)
def omegumi_card(equipment: Equipment, number: int, words: Words, marks: tuple[Mark, ...] = ()) -> Card:
    """Return an Omegumi card as the scene shows it."""
    word = OMEGUMI[number]
    points = equipment.points[number]
    needs = condition(equipment, number, words)
    return Card(
        word,
        name=words.text("omegumi", "name", needs=needs, points=points),
        suit=SEASONS[number // 4],
        note=words.text("omegumi", "points", points=points),
        marks=list(marks),
        chips=[
            *(Chip(str(need), SEASONS[season]) for season, need in required(equipment.needs, number).items()),
            *(
                Chip(words.text("omegumi", "chip_all", need=need), SEASONS[season])
                for season, need in required(equipment.all_needs, number).items()
            ),
        ],
        assumed="omegumi" not in equipment.overridden,
    )


def condition(equipment: Equipment, number: int, words: Words) -> Verbatim:
    """Describe what an Omegumi card requires."""
    needs = [
        words.text("omegumi", "need", season=SEASONS[season], need=need)
        for season, need in required(equipment.needs, number).items()
    ] + [
        words.text("omegumi", "need_all" if need else "need_nobody", season=SEASONS[season], need=need)
        for season, need in required(equipment.all_needs, number).items()
    ]
    # A data file may define a card without conditions (AK-4).
    return words.list([Verbatim(need) for need in needs or [words.text("omegumi", "no_need")]])


def required(needs: bytes, number: int) -> dict[int, int]:
    """Return the exact number of stones that an Omegumi card requires, by season.

    `needs` is the requirements of all cards: for the owner's stones (`Equipment.needs`), or for all players' together.
    """
    return {season: need for season, need in enumerate(needs[number * 4 : number * 4 + 4]) if need != ANY}
