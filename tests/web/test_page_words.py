"""The words of the pages: the same in both languages, each said somewhere, and none missing that is said."""

import re
from pathlib import Path
from string import Formatter

import pytest

import chabudai
from chabudai.games.registry import games
from chabudai.kernel.game import Game
from chabudai.scene.rules_text import rules_chapters
from chabudai.scene.words import LANGUAGES, UnknownLanguage, words
from chabudai.web.pages import about
from chabudai.web.pages.words import page_words

WEB = Path(chabudai.__file__).parent / "web"

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def sentences(language: str) -> dict[str, str]:
    """All sentences of a language by `table.name`."""
    tables = page_words(language).tables
    return {f"{table}.{name}": text for table, names in tables.items() for name, text in names.items()}


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def said() -> list[str]:
    """Patterns for the sentences that the pages say: `say("lobby.title")`, `say(f"pace.{pace}")`."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.py")))
    found = re.findall(r"""(?:say|words)\(\s*f?["'](\w+\.[\w.{}]+)["']""", source)
    patterns = [re.sub(r"\{[\w.]+\}", r"\\w+", name) for name in found]
    named = re.findall(r"""one_of\(["'](\w+)["']""", source) + re.findall(r"""say\.tables\[["'](\w+)["']\]""", source)
    return patterns + [rf"{table}\.\w+" for table in named]


def test_both_languages_have_the_same_sentences() -> None:
    assert sentences("en").keys() == sentences("ja").keys()


def test_a_sentence_speaks_of_the_same_values_in_both_languages() -> None:
    japanese = sentences("ja")
    for name, text in sentences("en").items():
        assert values(text) == values(japanese[name]), name


@both_languages
def test_no_sentence_is_empty(language: str) -> None:
    assert all(text.strip() for text in sentences(language).values())


def test_every_sentence_that_a_page_says_is_there() -> None:
    known = sentences("en")
    patterns = said()
    assert len(patterns) > 100
    for pattern in patterns:
        assert any(re.fullmatch(pattern, name) for name in known), pattern


def test_every_sentence_is_said_on_some_page() -> None:
    patterns = said()
    other = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.py"))
    unsaid = [
        name
        for name in sentences("en")
        if not any(re.fullmatch(pattern, name) for pattern in patterns) and f'"{name}"' not in other
    ]
    assert unsaid == []


def test_every_sentence_of_the_client_is_used_by_a_script() -> None:
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in WEB.glob("static/*.js"))
    for name in page_words("en").tables["client"]:
        called = "".join(part.capitalize() for part in name.split("_"))
        assert f"say{called}" in scripts or f'say("{called}"' in scripts, name


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="the languages are: en, ja"):
        page_words("tlh")


def test_values_are_escaped_with_the_sentence() -> None:
    assert page_words("en")("rows.table_of", name="<b>&") == "&lt;b&gt;&amp;’s table"


def test_a_bot_of_another_package_is_called_by_its_own_name() -> None:
    assert page_words("ja").one_of("level", "casual") == "初級"
    assert page_words("ja").one_of("level", "my<bot>") == "my&lt;bot&gt;"


# ---- What games say of themselves ------------------------------------------------------------------------------------


@every_game
@both_languages
def test_every_game_says_what_it_is_about_and_how_long_it_takes(game: Game, language: str) -> None:
    assert 20 < len(about.line(game, language)) < 120
    assert len([int(number) for number in re.split("[–〜]", about.minutes(game, language))]) == 2


@every_game
@both_languages
def test_every_option_has_a_title_and_a_meaning(game: Game, language: str) -> None:
    tables = words(game, language).tables
    names = {option.name for option in game.options}
    assert tables["option"].keys() == names
    assert tables["option_meaning"].keys() == names


@every_game
def test_the_meaning_of_an_option_is_the_one_that_the_game_declares(game: Game) -> None:
    for option in game.options:
        assert about.option_meaning(game, option, "en") == option.meaning


@every_game
@both_languages
def test_every_value_in_words_has_a_name(game: Game, language: str) -> None:
    for option in game.options:
        for value in option.values:
            called = about.option_value(game, option, value, language)
            assert not isinstance(value, str) or called != value


@every_game
@both_languages
def test_every_kind_of_move_leads_to_a_chapter_of_the_rules(game: Game, language: str) -> None:
    chapters = {chapter.id for chapter in rules_chapters(game, language)}
    verbs = {action.split()[0] for action in game.actions}
    assert words(game, language).tables["chapter"].keys() == verbs
    assert {about.chapter(game, [verb]) for verb in verbs} <= chapters
