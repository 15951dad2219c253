"""The texts of the full-screen application in each language, including those it shares with web pages."""

from functools import cache

from chabudai.scene.settings_text import settings_text
from chabudai.scene.words import text_of


class ScreenWords:
    """The texts of the application in one language."""

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self._tables = tables

    def __call__(self, text_id: str, **values: object) -> str:
        """Return the text with this id, such as `menu.title`, filled in with these values."""
        table, _, name = text_id.partition(".")
        return self._tables[table][name].format(**values)

    def text_or_name(self, table: str, name: str) -> str:
        """Return the text for a name, or the name itself if it has none, as with a bot from another package."""
        return self._tables[table].get(name, name)


@cache
def screen_words(language: str) -> ScreenWords:
    """Return the texts of the application in a language."""
    return ScreenWords(language, settings_text(language) | text_of("chabudai.terminal.app", language))


def forced_moves_message(automatic: bool, language: str) -> str:
    """Return the message after automatic play of forced moves was turned on or off."""
    return screen_words(language)("table.forced_on" if automatic else "table.forced_off")
