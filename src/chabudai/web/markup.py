"""Escapes text for HTML: text becomes markup only through `escape`, or `typeset`, which escapes too."""

import re
from functools import lru_cache
from html import escape as _escape

_MINUS = re.compile(r"(?<![A-Za-zÀ-ɏ0-9])-(?=\d)")
"""A hyphen that makes a number negative. After a Latin letter or a digit it joins words, as in `summer-3`."""


def format_number(value: int, *, signed: bool = False) -> str:
    """Return a number with a true minus sign; with `signed`, positive numbers get a plus sign."""
    return f"{value:+d}".replace("-", "−") if signed else str(value).replace("-", "−")


@lru_cache(maxsize=8192)
def typeset(text: str) -> str:
    """Escape a text, with true minus signs before numbers, and no line break before a percent sign."""
    return _escape(_MINUS.sub("−", text).replace(" %", "\u00a0%"))


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    """Escape a text for use in an element or a quoted attribute. Cached, as most texts recur."""
    return _escape(text)
