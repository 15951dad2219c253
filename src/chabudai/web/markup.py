"""Safe HTML: text becomes markup only through `escape`, or `reckoned`, which does the same."""

import re
from functools import lru_cache
from html import escape as _escape

_MINUS = re.compile(r"(?<![A-Za-z0-9])-(?=\d)")
"""A hyphen that makes a number negative: behind letters of Latin it joins words, as in `summer-3`."""


def digits(value: int, *, signed: bool = False) -> str:
    """A number with a minus that is as wide as a plus; `signed` also with the plus."""
    return f"{value:+d}".replace("-", "−") if signed else str(value).replace("-", "−")


@lru_cache(maxsize=8192)
def reckoned(text: str) -> str:
    """A text that may hold numbers, as it may stand in HTML, each minus as wide as a plus."""
    return _escape(_MINUS.sub("−", text))


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    """The text as it may stand in HTML, within an element or within quotes. Remembered, as most texts come again."""
    return _escape(text)
