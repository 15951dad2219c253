"""Places blocks of text: fills the space beside a tall block with the blocks that follow it."""

from collections.abc import Callable, Sequence

from rich.text import Text

from chabudai.terminal.text_block import TextBlock, side_by_side, stack

DrawInWidth = Callable[[int], TextBlock]
"""A function that draws a block at most this many columns wide, if it can."""


def place_blocks(drawings: Sequence[DrawInWidth], width: int, gap: int) -> TextBlock:
    """Place the blocks in order; each goes beside an earlier one if it fits there, to use few lines."""
    waiting = list(drawings)
    rows: list[TextBlock] = []
    while waiting:
        first = waiting.pop(0)(width)
        rows.append(_with_neighbors(first, waiting, width, width, gap))
    return stack(rows)


def _with_neighbors(first: TextBlock, waiting: list[DrawInWidth], width: int, full_width: int, gap: int) -> TextBlock:
    """Place as many waiting blocks beside the first as fit, below or beside each other; remove them from `waiting`."""
    room = width - first.width - gap
    column: list[TextBlock] = []
    while waiting and room > 0:
        spare = first.height - sum(block.height for block in column)
        block = waiting[0](room)
        # The first neighbor may be taller, if a wider space would not make it any shorter.
        fits = block.height <= spare or (not column and block.height == waiting[0](full_width).height)
        if block.width > room or not fits:
            break
        waiting.pop(0)
        if column and block.height < spare:
            column.append(TextBlock([Text()]))
        column.append(_with_neighbors(block, waiting, room, full_width, gap))
    return side_by_side([first, stack(column)], gap) if column else first
