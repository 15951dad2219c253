"""The names of people, and other texts that people write for others to see."""

import unicodedata

LONGEST_NAME = 24
"""Characters."""

_JOINER = "\N{ZERO WIDTH JOINER}"


def clean_name(name: str) -> str:
    """A name as others may see it; empty if nothing visible is left."""
    return clean(name, LONGEST_NAME)


def clean(text: str, length: int) -> str:
    """A text without control characters, direction marks or runs of spaces, cut to a length."""
    visible = "".join(
        letter if _joins(text, place) or unicodedata.category(letter)[0] not in "CZ" else " "
        for place, letter in enumerate(text)
    )
    return " ".join(visible.split())[:length].strip().strip(_JOINER)


def _joins(text: str, place: int) -> bool:
    """Whether this character makes one picture of two, as in the emoji of a family."""
    sides = (text[place - 1 : place], text[place + 1 : place + 2])
    return text[place] == _JOINER and all(unicodedata.category(side) in ("So", "Sk", "Mn") for side in sides if side)
