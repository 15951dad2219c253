"""What the pages say, by language: the sentences of `web/text`, and those that they share with the terminal."""

from functools import cache

from chabudai.scene.setting_words import setting_words
from chabudai.scene.words import text_of
from chabudai.web.markup import escape


class PageWords:
    """The sentences of the pages in one language.

    `say("lobby.title")` is the sentence `title` of the table `lobby`, ready to stand in HTML: it is escaped together
    with the values in it, which may be the names of people.
    """

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables

    def __call__(self, sentence: str, **values: object) -> str:
        table, _, name = sentence.partition(".")
        return escape(self.tables[table][name].format(**values))

    def one_of(self, table: str, name: str) -> str:
        """A name that may be from elsewhere, as a bot of another package: in words if there are any, else as it is."""
        return escape(self.tables[table].get(name, name))


@cache
def page_words(language: str) -> PageWords:
    """The words of the pages in a language."""
    tables = text_of("chabudai.web", language)
    for table, sentences in setting_words(language).items():
        tables[table] = sentences | tables.get(table, {})
    return PageWords(language, tables)
