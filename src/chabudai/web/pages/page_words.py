"""The sentences of the pages by language: those in `web/text`, and those shared with the terminal."""

from functools import cache

from chabudai.scene.settings_text import settings_text
from chabudai.scene.words import text_of
from chabudai.web.markup import escape


class PageWords:
    """The sentences of the pages in one language.

    An instance is usually called `say`: `say("lobby.title")` returns the sentence `title` of the TOML table `[lobby]`.
    It is escaped for HTML together with its values, which may be names that people chose.
    """

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables

    def __call__(self, text_id: str, **values: object) -> str:
        table, _, name = text_id.partition(".")
        return escape(self.tables[table][name].format(**values))

    def counted(self, text_id: str, number: int) -> str:
        """Return the text with this id, or for numbers other than 1 its plural, whose id has an "s" added."""
        return self(text_id if number == 1 else f"{text_id}s", number=number)

    def text_or_name(self, table: str, name: str) -> str:
        """Return the text for a name, or the name itself if there is none: a bot may come from another package."""
        return escape(self.tables[table].get(name, name))


@cache
def page_words(language: str) -> PageWords:
    """Return the sentences of the pages in a language."""
    tables = dict(text_of("chabudai.web", language))
    for table, sentences in settings_text(language).items():
        tables[table] = sentences | tables.get(table, {})
    return PageWords(language, tables)
