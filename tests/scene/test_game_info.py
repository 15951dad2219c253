"""What games say about themselves before anybody plays them."""

import re

import pytest

from chabudai.games.registry import games
from chabudai.scene import game_info
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapters
from chabudai.scene.words import LANGUAGES, words

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@every_game
@both_languages
def test_every_game_has_a_tagline_and_a_duration(game: Game, language: str) -> None:
    assert 20 < len(game_info.tagline(game, language)) < 120
    assert len([int(number) for number in re.split("[–〜]", game_info.minutes(game, language))]) == 2


@every_game
@both_languages
def test_every_option_has_a_title_and_a_meaning(game: Game, language: str) -> None:
    tables = words(game, language).tables
    names = {option.name for option in game.options}
    assert tables["option"].keys() == names
    assert tables["option_meaning"].keys() == names


@every_game
def test_the_meaning_of_an_option_is_the_declared_one(game: Game) -> None:
    for option in game.options:
        assert game_info.option_meaning(game, option, "en") == option.meaning


@every_game
@both_languages
def test_every_text_value_of_an_option_has_a_name(game: Game, language: str) -> None:
    for option in game.options:
        for value in option.values:
            name = game_info.option_value(game, option, value, language)
            assert not isinstance(value, str) or name != value


@every_game
@both_languages
def test_every_kind_of_move_leads_to_a_chapter_of_the_rules(game: Game, language: str) -> None:
    chapters = {chapter.id for chapter in rules_chapters(game, language)}
    verbs = {action.split()[0] for action in game.actions}
    assert words(game, language).tables["chapter"].keys() == verbs
    assert {game_info.chapter_for_moves(game, [verb]) for verb in verbs} <= chapters
