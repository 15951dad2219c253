"""Names that people give themselves: what is cleaned, and what is refused."""

import pytest

from chabudai.games.registry import games
from chabudai.scene.words import words
from chabudai.session.names import check_name, clean_name, clean_text
from chabudai.session.refusal import Refused


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (" Ann\t Lee ", "Ann Lee"),
        ("花子", "花子"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"),
        ("a" + "\N{COMBINING GRAVE ACCENT BELOW}" * 9 + "b", "a\N{COMBINING GRAVE ACCENT BELOW}b"),
        ("ที่รัก", "ที่รัก"),
        ("a" + "\N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH JOINER}" * 9, "\N{LATIN SMALL LETTER A WITH ACUTE}"),
        ("x\N{BRAILLE PATTERN BLANK}y", "x y"),
        ("x\N{HANGUL FILLER}\N{RIGHT-TO-LEFT OVERRIDE}y", "x y"),
    ],
)
def test_a_name_is_shown_without_stacked_marks_and_invisible_characters(given: str, shown: str) -> None:
    assert check_name(given) == shown


@pytest.mark.parametrize("name", ["", " \n", "…", "\N{HANGUL FILLER}", "\N{SMILING FACE WITH SMILING EYES}", "́"])
def test_a_name_needs_a_visible_letter_or_digit(name: str) -> None:
    assert clean_name(name) == ""
    with pytest.raises(Refused, match="no_name"):
        check_name(name)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games())
def test_nobody_takes_the_name_of_a_bot(game: str, language: str) -> None:
    name = words(games()[game], language).name("bot1")
    marks = ("\N{VARIATION SELECTOR-16}", "\N{COMBINING GRAPHEME JOINER}", "\N{COMBINING DOT BELOW}")
    hidden = [f"{name}{mark}" for mark in marks]
    blank = [f"{name}\N{BRAILLE PATTERN BLANK}", f"{name}\N{MUSICAL SYMBOL NULL NOTEHEAD}", f"{name}."]
    for variant in (name, name.upper(), f" {name[0]}\N{ZERO WIDTH SPACE}{name[1:]}", *hidden, *blank):
        with pytest.raises(Refused, match="bots_name"):
            check_name(variant)


def test_a_digit_is_enough() -> None:
    assert check_name("7") == "7"


def test_chat_may_consist_of_emoji() -> None:
    assert clean_text("\N{SMILING FACE WITH SMILING EYES}", 10) == "\N{SMILING FACE WITH SMILING EYES}"
