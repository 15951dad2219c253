"""The rules told for people: every drawn example is what the game really does."""

import re

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.words import POWERS
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words
from games.only_one.positions import collection, columns, discarded, position, scored

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def drawing(language: str, chapter: str, kind: str) -> list[str]:
    """The drawing of a kind in a chapter: what stands behind the first word of each line."""
    markdown = rules_chapter(GAME, language, chapter).markdown
    found = re.search(rf"^```{kind}\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL)
    assert found is not None
    return [re.split(r"\s{2,}", line, maxsplit=1)[1] for line in found[1].splitlines()]


def laid(line: str) -> str:
    """Drawn columns as `position` reads them."""
    return " | ".join(re.findall(r"\[(.*?)\]", line))


@both_languages
def test_the_bust_that_is_drawn(language: str) -> None:  # OO-22
    card, before, after, kept, lost = drawing(language, "explore", "bust")
    table = position(laid(before), 3, deck=card)
    table.play("explore", "add 2")
    assert columns(table) == laid(after)
    assert collection(table, 0) == kept
    assert sorted(discarded(table).split()) == sorted(lost.split())


@both_languages
def test_the_safe_card_that_is_drawn(language: str) -> None:  # OO-22
    card, before, after = drawing(language, "explore", "add")
    table = position(laid(before), 3, deck=card)
    table.play("explore", "add 0")
    assert columns(table) == laid(after)


@both_languages
def test_the_collected_column_that_is_drawn(language: str) -> None:  # OO-23
    before, after, got = drawing(language, "collect", "collect")
    table = position(laid(before), 3)
    table.play("collect 1")
    assert (columns(table), collection(table, 0)) == (laid(after), got)


@both_languages
def test_the_tie_that_is_drawn(language: str) -> None:  # OO-31
    kind, ami, ben, chika, discard, winner, points = drawing(language, "scoring", "kind")
    table = scored([ami, ben, chika], token=0, discard=discard)
    assert table.events("potion") == [(0, kind, len(ami.split()))]
    assert winner in rules_chapter(GAME, language, "scoring").markdown.split("```")[1].splitlines()[2]
    assert table.state.scores() == [int(points), 0, 0]


@both_languages
def test_the_columns_of_two_players_that_are_drawn(language: str) -> None:  # OO-40
    before, left, only = drawing(language, "two_players", "two")
    table = position(laid(before), 2)
    table.play("collect 1")
    assert columns(table) == laid(left)
    allowed = laid(left).split(" | ").index(laid(only))
    assert table.legal(1) == ["explore", f"collect {allowed}"]


@both_languages
def test_every_power_is_told(language: str) -> None:  # OO-50
    told = rules_chapter(GAME, language, "familiars").markdown
    names = [words(GAME, language).name(power) for power in POWERS]
    assert re.findall(r"^\| (.+?) \|", told, re.MULTILINE)[1:] == names
