"""The words of plain sentences in one language."""

from functools import cache

from chabudai.scene.words import text_of


class PlainWords:
    """The sentences of `terminal/text` in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._tables = text_of("chabudai.terminal", language)

    def __call__(self, text_id: str, **values: object) -> str:
        """Return the text with this id, such as `plain.title`, filled in with these values."""
        table, _, name = text_id.partition(".")
        return self._tables[table][name].format(**values)

    def listed(self, texts: list[str]) -> str:
        """Return texts as a list with commas; without texts, the word for none."""
        return self("plain.part_comma").join(texts) if texts else self("plain.none")

    def named(self, heading: str, text: str) -> str:
        """Return a cell after its heading, if that has a letter or digit; two numbers do not run together."""
        if not any(character.isalnum() for character in heading):
            return text
        return self("plain.numbered_cell" if heading[0].isdigit() else "plain.named_cell", column=heading, text=text)

    def sentence(self, text: str) -> str:
        """Return a text as a sentence: with a period, unless it has its own end."""
        return text if text.endswith((".", "。", "?", "？", "!", "！")) else self("plain.sentence", text=text)


@cache
def plain_words(language: str) -> PlainWords:
    """Return the words in a language."""
    return PlainWords(language)
