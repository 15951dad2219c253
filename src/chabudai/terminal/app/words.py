"""What the full screen says, by language: its own sentences, and those that it shares with the pages."""

from functools import cache

from chabudai.scene.setting_words import setting_words
from chabudai.scene.words import text_of


class ScreenWords:
    """The sentences of the full screen in one language."""

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self._tables = tables

    def __call__(self, sentence: str, **values: object) -> str:
        """The sentence `table.name` with these values."""
        table, _, name = sentence.partition(".")
        return self._tables[table][name].format(**values)

    def one_of(self, table: str, name: str) -> str:
        """A name in words if there are any, else as it is: a bot may come from another package."""
        return self._tables[table].get(name, name)


@cache
def screen_words(language: str) -> ScreenWords:
    """The words of the full screen in a language."""
    return ScreenWords(language, setting_words(language) | text_of("chabudai.terminal.app", language))


def forced_message(automatic: bool, language: str) -> str:
    """What to say when somebody has switched forced moves to automatic, or back."""
    return screen_words(language)("table.forced_on" if automatic else "table.forced_off")
