"""The rules text for people: every example matches what the game does."""

import re

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.words import POWERS
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words
from games.only_one.positions import collection, columns, discarded, position, scored

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def labeled_lines(language: str, chapter: str, kind: str) -> list[tuple[str, str]]:
    """Return the lines of an example in a chapter, each as its label and the rest."""
    markdown = rules_chapter(GAME, language, chapter).markdown
    block = re.search(rf"^```{kind}\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL)
    assert block is not None
    lines = [re.split(r"\s{2,}", line, maxsplit=1) for line in block[1].splitlines()]
    return [(label, rest) for label, rest in lines]


def example(language: str, chapter: str, kind: str) -> list[str]:
    """Return the lines of an example in a chapter, without their labels."""
    return [rest for _, rest in labeled_lines(language, chapter, kind)]


def parsed_columns(line: str) -> str:
    """Return the columns of a line in the format of `position`."""
    return " | ".join(re.findall(r"\[(.*?)\]", line))


@both_languages
def test_the_example_of_a_bust_is_right(language: str) -> None:  # OO-22
    card, before, after, kept, lost = example(language, "explore", "bust")
    table = position(parsed_columns(before), 3, deck=card)
    table.play("explore", "add 2")
    assert columns(table) == parsed_columns(after)
    assert collection(table, 0) == kept
    assert sorted(discarded(table).split()) == sorted(lost.split())


@both_languages
def test_the_example_of_a_safe_card_is_right(language: str) -> None:  # OO-22
    card, before, after = example(language, "explore", "add")
    table = position(parsed_columns(before), 3, deck=card)
    table.play("explore", "add 0")
    assert columns(table) == parsed_columns(after)


@both_languages
def test_the_example_of_a_collected_column_is_right(language: str) -> None:  # OO-23
    before, after, got = example(language, "collect", "collect")
    table = position(parsed_columns(before), 3)
    table.play("collect 1")
    assert (columns(table), collection(table, 0)) == (parsed_columns(after), got)


@both_languages
def test_the_example_of_a_tie_is_right(language: str) -> None:  # OO-31
    kind, ami, ben, chika, discard, winner, points = example(language, "scoring", "kind")
    table = scored([ami, ben, chika], token=0, discard=discard)
    assert table.events("potion") == [(0, kind, len(ami.split()))]
    _, holder, *_ = (label for label, _ in labeled_lines(language, "scoring", "kind"))
    assert winner == holder
    assert table.state.scores() == [int(points), 0, 0]


@both_languages
def test_the_example_of_two_players_is_right(language: str) -> None:  # OO-40
    before, left, only = example(language, "two_players", "two")
    table = position(parsed_columns(before), 2)
    table.play("collect 1")
    assert columns(table) == parsed_columns(left)
    allowed = parsed_columns(left).split(" | ").index(parsed_columns(only))
    assert table.legal(1) == ["explore", f"collect {allowed}"]


@both_languages
def test_every_power_is_described(language: str) -> None:  # OO-50
    chapter = rules_chapter(GAME, language, "familiars").markdown
    names = [words(GAME, language).name(power) for power in POWERS]
    assert re.findall(r"^\| (.+?) \|", chapter, re.MULTILINE)[1:] == names
