"""Safe HTML: text becomes markup only through `escape`."""

from functools import lru_cache
from html import escape as _escape


def digits(value: int, *, signed: bool = False) -> str:
    """A number with a minus that is as wide as a plus; `signed` also with the plus."""
    return f"{value:+d}".replace("-", "−") if signed else str(value).replace("-", "−")


@lru_cache(maxsize=8192)
def escape(text: str) -> str:
    """The text as it may stand in HTML, within an element or within quotes. Remembered, as most texts come again."""
    return _escape(text)
