"""Breaks prose between words and between Japanese characters, but never before closing or after opening punctuation.

Rich breaks only at spaces and cuts Japanese at the margin, so a line could begin with a period.
"""

import re

from rich.cells import cell_len
from rich.text import Text

_CLOSING = "、。，．・：；？！…ー〜」』）］｝々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""Characters that must not begin a line."""

_OPENING = "「『（［｛"
"""Characters that must not end a line."""

_WIDE = "\u3000-\u9fff\uff00-\uffef"
_KANA_OR_KANJI = "\u3040-\u9fff"
_UNIT = re.compile(
    rf"[{_OPENING}]*(?:\d+[{_KANA_OR_KANJI}]|[^\s{_WIDE}]+|[{_WIDE}])?[{_CLOSING}]*\s*",
)
"""An unbreakable unit: a word, a number with its counter (3枚) or a Japanese character, with its
punctuation and spaces."""


def break_lines(text: Text, width: int) -> Text:
    """Insert line breaks so that only a single long word can exceed the width."""
    breaks: list[int] = []
    taken = 0
    for unit in _UNIT.finditer(text.plain):
        size = cell_len(unit[0].rstrip())
        if taken and taken + size > width:
            breaks.append(unit.start())
            taken = 0
        taken = 0 if unit[0].endswith("\n") else taken + cell_len(unit[0])
    lines = text.divide(breaks)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
