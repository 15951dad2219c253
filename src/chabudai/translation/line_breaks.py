"""Finds where prose may be broken into lines: between words and between Japanese characters.

A line never begins with closing or ends with opening punctuation, and a word in katakana or a number with its counter
stays whole.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

_CLOSING = "、。，．・：；？！…ー〜」』）］｝々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""Characters that must not begin a line."""

_OPENING = "「『（［｛"
"""Characters that must not end a line."""

_WIDE = "\u3000-\u9fff\uff00-\uffef"
_KANA_OR_KANJI = "\u3040-\u9fff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
_UNIT = re.compile(
    rf"[{_OPENING}]*(?:\d+[{_KANA_OR_KANJI}]|[^\s{_WIDE}]+|[{_KATAKANA}]{{2,8}}|[{_WIDE}])?[{_CLOSING}]*\s*",
)
"""An unbreakable unit: a word, a number with its counter (3枚) or a Japanese character, with its
punctuation and spaces."""


def line_breaks(text: str, width: int, measure: Callable[[str], int]) -> list[int]:
    """Return the places at which a new line begins so that only a single long word can exceed the width."""
    breaks: list[int] = []
    taken = 0
    for unit in _UNIT.finditer(text):
        size = measure(unit[0].rstrip())
        if taken and taken + size > width:
            breaks.append(unit.start())
            taken = 0
        taken = 0 if unit[0].endswith("\n") else taken + measure(unit[0])
    return breaks


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text fills."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def broken(text: str, width: int) -> list[str]:
    """Return the lines of a text."""
    places = [0, *line_breaks(text, width, display_width), len(text)]
    return [text[start:end].rstrip() for start, end in pairwise(places)]
