"""The rules printed in a terminal."""

import io
import re
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.registry import games
from chabudai.scene.rules_text import rules_text
from chabudai.scene.words import LANGUAGES
from chabudai.terminal.line_breaks import break_lines
from chabudai.terminal.plain.plain_rules import plain_rules_of
from chabudai.terminal.rules_markdown import RulesMarkdown, print_rules

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def printed(language: str, width: int = 100, chapter: str | None = None) -> list[str]:
    """Return the lines that a terminal of this width shows."""
    console = Console(file=io.StringIO(), width=width)
    print_rules(console, GAME, language, chapter)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@both_languages
@pytest.mark.parametrize("width", [50, 80, 200])
def test_no_line_is_wider_than_the_terminal_or_80_columns(language: str, width: int) -> None:
    assert max(cell_len(line) for line in printed(language, width)) <= min(width, 80)


@both_languages
def test_diagrams_stay_whole(language: str) -> None:
    lines = {line.strip(" ") for line in printed(language)}
    for drawing in re.findall(r"^```\w+\n(.*?)^```$", rules_text(GAME, language), re.MULTILINE | re.DOTALL):
        assert {line.strip(" ") for line in drawing.splitlines()} <= lines


@both_languages
def test_no_markdown_syntax_is_left(language: str) -> None:
    assert not [line for line in printed(language) if "**" in line or "<!--" in line or "`" in line]


@both_languages
def test_no_line_begins_with_closing_punctuation(language: str) -> None:
    for width in range(40, 80):
        assert not [line for line in printed(language, width) if line.strip(" ")[:1] in tuple("、。：」）ー")]


def test_one_chapter_can_be_shown_alone() -> None:
    lines = printed("en", chapter="bachiatari")
    assert lines[0].strip() == "Bachiatari"
    assert len(lines) < 20


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("石をひとつ置く", ["石をひと", "つ置く"]),
        ("石を置いた。次", ["石を置い", "た。次"]),
        ("石を置く「次」", ["石を置く", "「次」"]),
        ("お恵み札8枚です", ["お恵み札", "8枚です"]),
        ("one\nat a time", ["one", "at a", "time"]),
    ],
)
def test_a_line_ends_where_its_language_allows(text: str, lines: list[str]) -> None:
    assert break_lines(Text(text), 8).plain.split("\n") == lines


def characters(game: str, language: str, width: int) -> Counter[str]:
    """Count the letters and digits of the rules, with tables, as printed in this width."""
    console = Console(file=io.StringIO(), width=width)
    console.print(RulesMarkdown(games()[game], language))
    assert isinstance(console.file, io.StringIO)
    return Counter(character for character in console.file.getvalue() if character.isalnum())


@both_languages
@pytest.mark.parametrize("game", games())
def test_nothing_is_cut_from_a_table_however_narrow_the_terminal(game: str, language: str) -> None:
    everything = characters(game, language, 1000)
    for width in (20, 30, 40, 60, 80):
        assert everything - characters(game, language, width) == Counter()


@both_languages
@pytest.mark.parametrize("game", games())
def test_plain_rules_say_everything_without_markup(game: str, language: str) -> None:
    text = "\n".join(plain_rules_of(games()[game], language))
    said = Counter(character for character in text if character.isalnum())
    assert characters(game, language, 1000) - said == Counter()
    assert not re.findall(r"\*\*|<!--|^#|^\||`|\{\{", text, re.MULTILINE)
