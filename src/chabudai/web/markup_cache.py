"""Caches of drawn HTML: after a move, most of a table looks the same as before, and the same to every viewer."""

from collections.abc import Callable

import msgspec

_GENERATION_SIZE = 4096
"""Entries in each of the two generations of the shared cache.

When the young generation is full, it becomes the old one, and the old one is dropped. An entry of the old generation
that is used again becomes young.
"""

PageCache = dict[str, tuple[object, str]]
"""The last drawing of each place on one page: its inputs, and the HTML."""

_encode = msgspec.msgpack.Encoder().encode
_young: dict[tuple[str, bytes], str] = {}
_old: dict[tuple[str, bytes], str] = {}


def cached_markup(prefix: str, inputs: object, draw: Callable[[], str]) -> str:
    """Return the HTML for `inputs`, calling `draw` only if no page has drawn it recently.

    `inputs` must hold everything that the drawing depends on, except for the game and the language, which `prefix`
    names.
    """
    global _young, _old
    key = (prefix, _encode(inputs))
    drawn = _young.get(key)
    if drawn is None:
        drawn = _old.get(key)
        if drawn is None:
            drawn = draw()
        if len(_young) >= _GENERATION_SIZE:
            _young, _old = {}, _young
        _young[key] = drawn
    return drawn
