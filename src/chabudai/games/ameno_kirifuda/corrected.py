"""What card data of a table's own changes in the texts of Ameno Kirifuda: the names of Omegumi cards."""

from chabudai.games.ameno_kirifuda.faces import required
from chabudai.games.ameno_kirifuda.rules import AmenoSetup
from chabudai.games.ameno_kirifuda.words import OMEGUMI, SEASONS
from chabudai.scene.words import Verbatim, Words


def corrected_texts(setup: AmenoSetup, words: Words) -> dict[str, dict[str, str]]:
    """Return a name for each Omegumi card that requires other stones than the word of the record says."""
    names = {}
    for number, card in enumerate(OMEGUMI):
        own, everybody = required(setup.needs, number), required(setup.all_needs, number)
        if own != _required_by_word(number) or everybody:
            parts = [words.text("omegumi", "short", season=SEASONS[season], need=need) for season, need in own.items()]
            parts += [
                words.text("omegumi", "short_all", season=SEASONS[season], need=need)
                for season, need in everybody.items()
            ]
            parts = parts or [words.text("omegumi", "no_need")]
            names[card] = words.list([Verbatim(part) for part in parts]).text
    return {"name": names}


def _required_by_word(number: int) -> dict[int, int]:
    """Return the stones that a card's word names: `spring-x0` also requires 2 in the season after Spring (AK-4)."""
    season, stones = number // 4, (1, 2, 3, 0)[number % 4]
    return {season: stones} if stones else {season: 0, (season + 1) % 4: 2}
