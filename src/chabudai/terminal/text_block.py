"""Blocks of text to be arranged side by side and stacked. Widths are terminal columns, so wide characters align."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rich.console import Console
from rich.style import Style
from rich.text import Text

Align = Literal["left", "center", "right"]

_WRAP_CONSOLE = Console(width=80)
"""Rich needs a console to wrap text; nothing is printed on it."""


@dataclass(frozen=True)
class TextBlock:
    """Lines of text, as wide as the longest."""

    lines: Sequence[Text]

    @cached_property
    def width(self) -> int:
        """Width of the longest line in columns."""
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """Number of lines."""
        return len(self.lines)


def fit(text: Text, width: int, align: Align = "left") -> Text:
    """Cut (with an ellipsis) or pad the text to exactly this width."""
    spare = width - text.cell_len
    if spare < 0:
        text = text.copy()
        text.truncate(width, overflow="ellipsis")
        spare = width - text.cell_len
    left = {"left": 0, "center": spare // 2, "right": spare}[align]
    return Text.assemble(" " * left, text, " " * (spare - left))


def wrap(text: Text, width: int) -> list[Text]:
    """Wrap the text into lines of at most this width."""
    lines = text.wrap(_WRAP_CONSOLE, max(width, 2), overflow="fold")
    for line in lines:
        line.rstrip()
    return list(lines)


def hanging_indent(prefix: Text, text: Text, width: int) -> list[Text]:
    """Wrap the text after a prefix, with later lines indented by its width."""
    blank = Text(" " * prefix.cell_len)
    lines = wrap(text, width - prefix.cell_len)
    return [Text.assemble(blank if index else prefix, line) for index, line in enumerate(lines)]


def stack(blocks: Iterable[TextBlock]) -> TextBlock:
    """Stack the blocks."""
    return TextBlock([line for block in blocks for line in block.lines])


def side_by_side(blocks: Sequence[TextBlock], gap: int = 1) -> TextBlock:
    """Arrange the blocks side by side, aligned at the top."""
    lines = []
    for row in range(max((block.height for block in blocks), default=0)):
        line = Text()
        for index, block in enumerate(blocks):
            part = block.lines[row] if row < block.height else Text()
            last = index == len(blocks) - 1
            line.append_text(part if last else fit(part, block.width))
            line.append("" if last else " " * gap)
        lines.append(line)
    return TextBlock(lines)


def flow(blocks: Sequence[TextBlock], width: int, gap: int = 1) -> TextBlock:
    """Arrange the blocks side by side, and start a new row when one is full."""
    return stack(side_by_side(row, gap) for row in _rows(blocks, width, gap))


def flow_text(parts: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Arrange pieces of text in lines; wrap only pieces wider than a line."""
    pieces = [TextBlock([line]) for part in parts for line in (wrap(part, width) if part.cell_len > width else [part])]
    return list(flow(pieces, width, gap).lines)


def _rows(blocks: Sequence[TextBlock], width: int, gap: int) -> Iterator[list[TextBlock]]:
    row: list[TextBlock] = []
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
class Border:
    """The characters of a box: two corners each at the top and the bottom, and the lines between."""

    top_corners: str
    bottom_corners: str
    horizontal: str
    vertical: str


ROUND = Border("╭╮", "╰╯", "─", "│")
HEAVY = Border("┏┓", "┗┛", "━", "┃")
DASHED = Border("╭╮", "╰╯", "╌", "╎")


def box(
    lines: Sequence[Text],
    inner_width: int,
    border: Border = ROUND,
    style: Style | str = "",
    *,
    top: Text | None = None,
    top_right: Text | None = None,
    bottom: Text | None = None,
    center_captions: bool = False,
) -> TextBlock:
    """Draw a box around lines, `inner_width` columns wide, with optional captions in its border."""
    first = _border_line(border.top_corners, border.horizontal, inner_width, style, top, top_right, center_captions)
    side = Text(border.vertical, style)
    between = [Text.assemble(side, fit(line, inner_width), side) for line in lines]
    last = _border_line(border.bottom_corners, border.horizontal, inner_width, style, bottom, None, center_captions)
    return TextBlock([first, *between, last])


def _border_line(
    corners: str,
    horizontal: str,
    inner_width: int,
    style: Style | str,
    left: Text | None,
    right: Text | None,
    center: bool,
) -> Text:
    end = Text() if right is None else fit(right, min(right.cell_len, inner_width - 2))
    room = inner_width - end.cell_len
    begin = Text() if left is None else fit(left, min(left.cell_len, room))
    spare = room - begin.cell_len
    before = spare // 2 if center else min(1, spare) if left is not None else 0
    after = spare - before
    tail = min(1, after) if right is not None else 0
    return Text.assemble(
        (corners[0] + horizontal * before, style), begin, (horizontal * (after - tail), style), end,
        (horizontal * tail + corners[1], style),
    )  # fmt: skip
