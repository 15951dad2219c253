"""Finds room on the table: what follows a tall block stands beside it, as far as it fits there."""

from collections.abc import Callable, Sequence

from rich.text import Text

from chabudai.terminal.block import Block, beside, stack

Drawing = Callable[[int], Block]
"""Draws a block that is at most so many columns wide, if it can."""


def pack(drawings: Sequence[Drawing], width: int, gap: int) -> Block:
    """Blocks in their order, in as few lines as is easily done."""
    left = list(drawings)
    rows: list[Block] = []
    while left:
        first = left.pop(0)(width)
        rows.append(_with_neighbours(first, left, width, width, gap))
    return stack(rows)


def _with_neighbours(first: Block, left: list[Drawing], width: int, full: int, gap: int) -> Block:
    """A block and, taken from the list, those that fit beside it, above each other or side by side."""
    room = width - first.width - gap
    column: list[Block] = []
    while left and room > 0:
        spare = first.height - sum(block.height for block in column)
        block = left[0](room)
        # The first neighbour may be taller, if it would be as tall anywhere.
        fits = block.height <= spare or (not column and block.height == left[0](full).height)
        if block.width > room or not fits:
            break
        left.pop(0)
        if column and block.height < spare:
            column.append(Block([Text()]))
        column.append(_with_neighbours(block, left, room, full, gap))
    return beside([first, stack(column)], gap) if column else first
