"""The sentences of the pages by language: those in `web/text`, and those shared with the terminal."""

from functools import cache

from chabudai.scene.settings_text import settings_text
from chabudai.scene.words import text_of
from chabudai.web.markup import escape


class PageWords:
    """The sentences of the pages in one language.

    `say("lobby.title")` returns the sentence `title` of the table `lobby`, escaped for HTML together with its values,
    which may be names that people chose.
    """

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables

    def __call__(self, sentence: str, **values: object) -> str:
        table, _, name = sentence.partition(".")
        return escape(self.tables[table][name].format(**values))

    def counted(self, sentence: str, number: int) -> str:
        """Return a sentence in the singular, or the one in the plural, which has an "s" after its name."""
        return self(sentence if number == 1 else f"{sentence}s", number=number)

    def one_of(self, table: str, name: str) -> str:
        """Return the words for a name, or the name itself if it has none, such as a bot of another package."""
        return escape(self.tables[table].get(name, name))


@cache
def page_words(language: str) -> PageWords:
    """Return the sentences of the pages in a language."""
    tables = text_of("chabudai.web", language)
    for table, sentences in settings_text(language).items():
        tables[table] = sentences | tables.get(table, {})
    return PageWords(language, tables)
