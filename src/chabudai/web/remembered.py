"""Markup that was drawn before: most of a table looks after a move as it did before it, and to all who sit there."""

from collections.abc import Callable

import msgspec

_MOST = 4096
"""So many drawings are kept, and as many of those that were used longer ago."""

Drawings = dict[str, tuple[object, str]]
"""What one page shows: by place, what was drawn there last, and its HTML. Few places change at a time."""

_encode = msgspec.msgpack.Encoder().encode
_young: dict[tuple[str, bytes], str] = {}
_old: dict[tuple[str, bytes], str] = {}


def remembered(about: str, shown: object, draw: Callable[[], str]) -> str:
    """What `draw` makes of what is shown; drawn only if it has not been before.

    `shown` must hold all that the drawing depends on, beside the game and the language, which `about` names.
    """
    global _young, _old
    key = (about, _encode(shown))
    drawn = _young.get(key)
    if drawn is None:
        drawn = _old.get(key)
        if drawn is None:
            drawn = draw()
        if len(_young) >= _MOST:
            _young, _old = {}, _young
        _young[key] = drawn
    return drawn
