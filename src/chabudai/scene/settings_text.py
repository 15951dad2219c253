"""The words for the settings of a table that pages and terminal share: bot levels, paces, and labels."""

from functools import cache

from chabudai.scene.words import text_of

_TABLES = ("level", "pace", "set")


@cache
def settings_text(language: str) -> dict[str, dict[str, str]]:
    """Return the shared words of a language by table and id."""
    text = text_of("chabudai.scene", language)
    return {table: text[table] for table in _TABLES}
