"""What the full screen says, by language: its own sentences, and those that it has in common with the page."""

from functools import cache

from chabudai.scene.words import text_of
from chabudai.web.pages.words import page_words


class ScreenWords:
    """The sentences of the full screen in one language."""

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self._tables = tables

    def __call__(self, sentence: str, **values: object) -> str:
        """The sentence `table.name` with these values; the page's, if the screen has none of this name."""
        table, _, name = sentence.partition(".")
        own = self._tables.get(table, {}).get(name)
        return (own or page_words(self.language).tables[table][name]).format(**values)

    def one_of(self, table: str, name: str) -> str:
        """A name that may be from elsewhere, as a bot of another package: in words if there are any, else as it is."""
        return page_words(self.language).tables[table].get(name, name)


@cache
def screen_words(language: str) -> ScreenWords:
    """The words of the full screen in a language."""
    return ScreenWords(language, text_of("chabudai.terminal.app", language))
