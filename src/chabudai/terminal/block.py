"""Blocks of text that are put beside and above each other. All is counted in columns of the terminal, so that wide
characters line up.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rich.console import Console
from rich.style import Style
from rich.text import Text

Align = Literal["left", "center", "right"]

_RULER = Console(width=80)
"""Only to wrap text: rich asks for a console there, though nothing is printed."""


@dataclass(frozen=True)
class Block:
    """Lines of text, as wide as the longest of them."""

    lines: Sequence[Text]

    @cached_property
    def width(self) -> int:
        """The columns of the longest line."""
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self.lines)


def fit(text: Text, width: int, align: Align = "left") -> Text:
    """The text in exactly so many columns: cut with an ellipsis, or filled up with blanks."""
    spare = width - text.cell_len
    if spare < 0:
        text = text.copy()
        text.truncate(width, overflow="ellipsis")
        spare = width - text.cell_len
    left = {"left": 0, "center": spare // 2, "right": spare}[align]
    return Text.assemble(" " * left, text, " " * (spare - left))


def wrap(text: Text, width: int) -> list[Text]:
    """The text in lines of at most so many columns."""
    lines = text.wrap(_RULER, max(width, 2), overflow="fold")
    for line in lines:
        line.rstrip()
    return list(lines)


def led(lead: Text, text: Text, width: int) -> list[Text]:
    """The text in lines behind a sign or a title that stands before the first of them."""
    blank = Text(" " * lead.cell_len)
    lines = wrap(text, width - lead.cell_len)
    return [Text.assemble(blank if place else lead, line) for place, line in enumerate(lines)]


def stack(blocks: Iterable[Block]) -> Block:
    """The blocks above each other."""
    return Block([line for block in blocks for line in block.lines])


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """The blocks side by side, their first lines level."""
    lines = []
    for row in range(max((block.height for block in blocks), default=0)):
        line = Text()
        for place, block in enumerate(blocks):
            part = block.lines[row] if row < block.height else Text()
            last = place == len(blocks) - 1
            line.append_text(part if last else fit(part, block.width))
            line.append("" if last else " " * gap)
        lines.append(line)
    return Block(lines)


def flow(blocks: Sequence[Block], width: int, gap: int = 1) -> Block:
    """The blocks side by side as far as there is room, the others below."""
    return stack(beside(row, gap) for row in _rows(blocks, width, gap))


def flow_text(parts: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Pieces of text one after the other, none broken unless it is wider than a line."""
    pieces = [Block([line]) for part in parts for line in (wrap(part, width) if part.cell_len > width else [part])]
    return list(flow(pieces, width, gap).lines)


def _rows(blocks: Sequence[Block], width: int, gap: int) -> Iterator[list[Block]]:
    row: list[Block] = []
    taken = 0
    for block in blocks:
        if row and taken + gap + block.width > width:
            yield row
            row, taken = [], 0
        taken += block.width + (gap if row else 0)
        row.append(block)
    if row:
        yield row


@dataclass(frozen=True)
class Frame:
    """The lines of a box: left and right corners of its top, its bottom, and what goes between."""

    top: str
    bottom: str
    across: str
    down: str


ROUND = Frame("╭╮", "╰╯", "─", "│")
HEAVY = Frame("┏┓", "┗┛", "━", "┃")
DASHED = Frame("╭╮", "╰╯", "╌", "╎")


def box(
    lines: Sequence[Text],
    inner: int,
    frame: Frame = ROUND,
    style: Style | str = "",
    *,
    top: Text | None = None,
    top_right: Text | None = None,
    bottom: Text | None = None,
    align: Align = "left",
) -> Block:
    """A box around lines that are `inner` columns wide, with words in its rim."""
    drawn = [_rim(frame.top, frame.across, inner, style, top, top_right, align)]
    side = Text(frame.down, style)
    drawn += [Text.assemble(side, fit(line, inner), side) for line in lines]
    drawn.append(_rim(frame.bottom, frame.across, inner, style, bottom, None, align))
    return Block(drawn)


def _rim(
    corners: str, across: str, inner: int, style: Style | str, left: Text | None, right: Text | None, align: Align
) -> Text:
    end = Text() if right is None else fit(right, min(right.cell_len, inner - 2))
    room = inner - end.cell_len
    begin = Text() if left is None else fit(left, min(left.cell_len, room))
    spare = room - begin.cell_len
    before = spare // 2 if align == "center" else min(1, spare) if left is not None else 0
    after = spare - before
    tail = min(1, after) if right is not None else 0
    return Text.assemble(
        (corners[0] + across * before, style), begin, (across * (after - tail), style), end,
        (across * tail + corners[1], style),
    )  # fmt: skip
