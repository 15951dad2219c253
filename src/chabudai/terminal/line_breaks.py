"""Where a line of prose may end: between words, and between Japanese characters unless a sign would be torn off.

Rich breaks at blanks only and cuts what has none, such as Japanese, at the margin: a line could begin with a full stop.
"""

import re

from rich.cells import cell_len
from rich.text import Text

_CLOSING = "、。，．・：；？！…ー〜」』）］｝々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""What no line begins with."""

_OPENING = "「『（［｛"
"""What no line ends with."""

_WIDE = "\u3000-\u9fff\uff00-\uffef"
_KANA_OR_KANJI = "\u3040-\u9fff"
_UNIT = re.compile(
    rf"[{_OPENING}]*(?:\d+[{_KANA_OR_KANJI}]|[^\s{_WIDE}]+|[{_WIDE}])?[{_CLOSING}]*\s*",
)
"""What is never broken: a word, a number with its counter (3枚), or one Japanese character; with the signs that belong
to it and the blanks behind."""


def broken(text: Text, width: int) -> Text:
    """The text with line breaks, so that no line is wider than `width` unless a single word is."""
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
