"""Safe HTML: text becomes markup only through `escape`, or `typeset`, which does the same."""

import re
from functools import lru_cache
from html import escape as _escape

_MINUS = re.compile(r"(?<![A-Za-zÀ-ɏ0-9])-(?=\d)")
"""A hyphen that makes a number negative: behind a letter of Latin it joins words, as in `summer-3`."""


def digits(value: int, *, signed: bool = False) -> str:
    """A number with a minus that is as wide as a plus; `signed` also with the plus."""
    return f"{value:+d}".replace("-", "−") if signed else str(value).replace("-", "−")


@lru_cache(maxsize=8192)
def typeset(text: str) -> str:
    """A text as it may stand in HTML, each minus before a number as wide as a plus, no per cent without its number."""
    return _escape(_MINUS.sub("−", text).replace(" %", "\u00a0%"))


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    """The text as it may stand in HTML, within an element or within quotes. Remembered, as most texts come again."""
    return _escape(text)
