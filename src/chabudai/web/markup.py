"""Safe HTML: text becomes markup only through `escape`."""

from functools import lru_cache
from html import escape as _escape


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    """The text as it may stand in HTML, within an element or within quotes. Remembered, as most texts come again."""
    return _escape(text)
