"""The rules text of Festival of Thousand Cats: the diagram of the cards follows the card data."""

import re

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def pictures(language: str, data: dict[str, object] | None) -> list[list[str]]:
    """Return the words of each line of the diagram."""
    setup = GAME.setup(4, data=data)
    markdown = rules_chapter(GAME, language, "equipment", setup).markdown
    (diagram,) = re.findall(r"```cards\n(.*?)```", markdown, re.DOTALL)
    return [re.split(r"\s{2,}", line.strip()) for line in diagram.rstrip().splitlines()]


@both_languages
def test_one_row_of_pictures_stands_for_all_seasons(language: str) -> None:  # TC-2 to TC-6
    lines = pictures(language, None)
    say = words(GAME, language)
    icons = ["fish_2", "booze", "fish_1", "none", "crow", "none", "fish_1", "booze", "fish_2"]
    assert lines[0] == [say.text("picture", icon) for icon in icons]
    assert lines[1:] == [
        [say.name(season), *(str(first + place) for place in range(9))]
        for first, season in enumerate(("spring", "summer", "fall", "winter"), 1)
    ]


@both_languages
def test_seasons_with_other_fish_have_their_own_row_of_pictures(language: str) -> None:  # TC-6
    lines = pictures(language, {"fish": {"summer": [2, 0, 0, 1, 0, 1, 0, 0, 2]}})
    say = words(GAME, language)
    icons = ["fish_2", "booze", "none", "fish_1", "crow", "fish_1", "none", "booze", "fish_2"]
    assert len(lines) == 4 + 3
    assert lines[2] == [say.text("picture", icon) for icon in icons]
    assert lines[3][0] == say.name("summer")
    assert lines[4] == lines[0] != lines[2]
