"""Moves the cursor between choices with the arrow keys, by their position on the screen."""

from collections.abc import Mapping

from chabudai.terminal.choice_regions import ChoiceRegion

_LINE_WEIGHT = 4
"""A distance of one line counts as this many columns."""


def next_choice(regions: Mapping[int, ChoiceRegion], cursor: int | None, key: str) -> int | None:
    """Return the action of the choice that an arrow key leads to; without a cursor, of the first.

    Left and right cycle through all choices, line by line. Up and down go to the nearest choice, or stay if there is
    none. `regions` and `cursor` identify choices by their actions.
    """
    if not regions:
        return None
    order = sorted(regions, key=lambda action: regions[action])
    if cursor is None or cursor not in regions:
        return order[0]
    if key in ("left", "right"):
        return order[(order.index(cursor) + (1 if key == "right" else -1)) % len(order)]
    current = regions[cursor]
    sign = 1 if key == "down" else -1
    ahead = [action for action in order if (regions[action].line - current.line) * sign > 0]
    return min(ahead, key=lambda action: _distance(current, regions[action]), default=cursor)


def _distance(current: ChoiceRegion, target: ChoiceRegion) -> int:
    return (
        _LINE_WEIGHT * abs(target.line - current.line)
        + abs(target.left + target.right - current.left - current.right) // 2
    )
