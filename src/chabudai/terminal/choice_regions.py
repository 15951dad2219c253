"""Tags drawn text with the action that a click on it chooses, so that the mouse and the cursor can find it."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from chabudai.terminal.text_block import TextBlock

_KEY = "choice"


class ChoiceRegion(NamedTuple):
    """Where a choice is drawn: its first line, and its columns."""

    line: int
    left: int
    right: int


@cache
def _choice_style(action: int) -> Style:
    return Style.from_meta({_KEY: action})


def tag_action(block: TextBlock, action: int | None) -> TextBlock:
    """Tag a block with the action that a click on it chooses, if any; return the block."""
    if action is not None:
        for line in block.lines:
            line.stylize(_choice_style(action))
    return block


def action_of_style(style: Style) -> int | None:
    """Return the action tagged in this style, if any."""
    action = style.meta.get(_KEY)
    return action if isinstance(action, int) else None


def find_choice_regions(lines: Sequence[Text]) -> dict[int, ChoiceRegion]:
    """Return the topmost region of each choice."""
    regions: dict[int, ChoiceRegion] = {}
    for number, line in enumerate(lines):
        for start, end, action in _choice_spans(line):
            left = Text(line.plain[:start]).cell_len
            regions.setdefault(action, ChoiceRegion(number, left, left + Text(line.plain[start:end]).cell_len))
    return regions


def highlighted(lines: Sequence[Text], action: int, style: Style) -> list[Text]:
    """Return the lines with this style wherever the action is tagged."""
    highlighted_lines = []
    for line in lines:
        new_line = line.copy()
        for start, end, span_action in _choice_spans(line):
            if span_action == action:
                new_line.stylize(style, start, end)
        highlighted_lines.append(new_line)
    return highlighted_lines


def _choice_spans(line: Text) -> list[tuple[int, int, int]]:
    """Return the tagged spans of a line, as (start, end, action)."""
    spans = []
    for span in line.spans:
        action = action_of_style(span.style) if isinstance(span.style, Style) else None
        if action is not None:
            spans.append((span.start, span.end, action))
    return spans
