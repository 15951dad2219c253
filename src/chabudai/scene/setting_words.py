"""The words for setting up a table that the pages and the terminal share: bots, paces, and what can be set."""

from functools import cache

from chabudai.scene.words import text_of

_TABLES = ("level", "pace", "set")


@cache
def setting_words(language: str) -> dict[str, dict[str, str]]:
    """The shared sentences of a language by table and id."""
    text = text_of("chabudai.scene", language)
    return {table: text[table] for table in _TABLES}
