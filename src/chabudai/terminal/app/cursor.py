"""Moves the cursor from choice to choice by the arrow keys, as they lie on the table."""

from collections.abc import Mapping

from chabudai.terminal.touch import Spot

_SLANT = 4
"""A column aside counts for a line so many times less: what lies below is rather straight below."""


def moved(spots: Mapping[int, Spot], cursor: int | None, key: str) -> int | None:
    """The choice that an arrow key leads to; from nowhere, the first.

    Left and right go through all of them, line by line, and from the last to the first; up and down to the nearest.
    """
    if not spots:
        return None
    order = sorted(spots, key=lambda action: spots[action])
    if cursor is None or cursor not in spots:
        return order[0]
    if key in ("left", "right"):
        return order[(order.index(cursor) + (1 if key == "right" else -1)) % len(order)]
    here = spots[cursor]
    sign = 1 if key == "down" else -1
    ahead = [action for action in order if (spots[action].line - here.line) * sign > 0]
    return min(ahead, key=lambda action: _distance(here, spots[action]), default=cursor)


def _distance(here: Spot, there: Spot) -> int:
    return _SLANT * abs(there.line - here.line) + abs(there.left + there.right - here.left - here.right) // 2
