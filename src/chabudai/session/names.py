"""Cleans names and other text that people write for others to see."""

import unicodedata

MAX_NAME_LENGTH = 24
"""Characters."""

_JOINER = "\N{ZERO WIDTH JOINER}"


def clean_name(name: str) -> str:
    """Clean a name for display; return an empty string if nothing visible is left."""
    return clean_text(name, MAX_NAME_LENGTH)


def clean_text(text: str, length: int) -> str:
    """Replace each run of spaces, control characters and direction marks with one space, then truncate."""
    visible = "".join(
        character if _joins(text, index) or unicodedata.category(character)[0] not in "CZ" else " "
        for index, character in enumerate(text)
    )
    return " ".join(visible.split())[:length].strip().strip(_JOINER)


def _joins(text: str, index: int) -> bool:
    """Check whether this character joins two emoji into one, such as a family."""
    neighbors = (text[index - 1 : index], text[index + 1 : index + 2])
    return text[index] == _JOINER and all(
        unicodedata.category(neighbor) in ("So", "Sk", "Mn") for neighbor in neighbors if neighbor
    )
