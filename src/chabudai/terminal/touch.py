"""What can be pointed at: parts of a drawing that make a choice know which, so that mouse and cursor find them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from chabudai.terminal.block import Block

_KEY = "choice"


class Spot(NamedTuple):
    """Where something is drawn that makes a choice: its first line, and from which column to which."""

    line: int
    left: int
    right: int


@cache
def _touch(action: int) -> Style:
    return Style.from_meta({_KEY: action})


def touchable(block: Block, action: int | None) -> Block:
    """A block that makes a choice wherever it is touched; the same if it makes none."""
    if action is not None:
        for line in block.lines:
            line.stylize(_touch(action))
    return block


def touched(style: Style) -> int | None:
    """The choice that is made where the drawing has this style, if any."""
    action = style.meta.get(_KEY)
    return action if isinstance(action, int) else None


def spots(lines: Sequence[Text]) -> dict[int, Spot]:
    """Where each choice can be touched first, from the top."""
    found: dict[int, Spot] = {}
    for number, line in enumerate(lines):
        for start, end, action in _touches(line):
            left = Text(line.plain[:start]).cell_len
            found.setdefault(action, Spot(number, left, left + Text(line.plain[start:end]).cell_len))
    return found


def lit(lines: Sequence[Text], action: int, style: Style) -> list[Text]:
    """The lines with all that makes this choice in another style."""
    shown = []
    for line in lines:
        lit_up = line.copy()
        for start, end, here in _touches(line):
            if here == action:
                lit_up.stylize(style, start, end)
        shown.append(lit_up)
    return shown


def _touches(line: Text) -> list[tuple[int, int, int]]:
    """The parts of a line that make a choice: from where to where, and which."""
    found = []
    for span in line.spans:
        action = touched(span.style) if isinstance(span.style, Style) else None
        if action is not None:
            found.append((span.start, span.end, action))
    return found
