"""Sentences and names by language: those that all games share, and each game's own."""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.message import Message
from chabudai.scene.game import Game

LANGUAGES = ("en", "ja")

_SENTENCES = 8192
"""So many sentences, and as many names, are kept for each game and language."""


class UnknownLanguage(ChabudaiError):
    """A language that Chabudai does not speak."""


class Said(NamedTuple):
    """A text that is to be said as it is: a person's name, or something already put into words."""

    text: str


class Words:
    """The words of one game in one language.

    A text file (`text/en.toml`) has tables of sentences by id (`[reason]`, …) with their values in braces, and a table
    `[name]` of names for the words of the record. A game's own sentences and names go before the common ones.
    """

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables
        # The same few sentences and names are said again and again, scene by scene.
        self._said = lru_cache(maxsize=_SENTENCES)(self._say)
        self._named = lru_cache(maxsize=_SENTENCES)(self._name)

    def say(self, table: str, message: Message) -> str:
        """The sentence of this message, with names in the language."""
        return self.text(table, message.id, **message.values)

    def text(self, table: str, message_id: str, **values: str | int | Said) -> str:
        """The sentence of this id with these values."""
        return self._said(table, message_id, **values)

    def _say(self, table: str, message_id: str, /, **values: str | int | Said) -> str:
        return self.sentence(table, message_id).format(**{key: self.name(value) for key, value in values.items()})

    def cite(self, table: str, message: Message) -> str:
        """The same with the words of the record in place of names, as for a message about a record."""
        return self.sentence(table, message.id).format(**message.values)

    def sentence(self, table: str, message_id: str) -> str:
        """The sentence of this id, its values still in braces."""
        return self.tables[table][message_id]

    def counted(self, what: str, number: int) -> str:
        """What is counted, in the table `counter`: "trick|tricks" has a form for one of them, and one for the rest."""
        forms = self.sentence("counter", what).split("|")
        return forms[0] if number == 1 else forms[-1]

    def list(self, words: Sequence[str | int | Said]) -> Said:
        """The names of several words, one after the other."""
        return Said(self.tables["name"]["comma"].join(map(self.name, words)))

    def name(self, word: str | int | Said) -> str:
        """The name of a word of the record: its own, or made of the names of its parts (`summer-3`: Summer 3)."""
        return word.text if isinstance(word, Said) else self._named(word)

    def _name(self, word: str | int) -> str:
        names = self.tables["name"]
        text = str(word)
        if text in names:
            return names[text]
        if isinstance(word, int):
            return text  # the hyphen of a negative number divides no words
        return names["joint"].join(names.get(part, part) for part in text.split("-"))


@cache
def words(game: Game, language: str = "en") -> Words:
    """The words of a game in a language."""
    tables = text_of("chabudai.scene", language)
    for table, sentences in text_of(game.package, language).items():
        tables[table] = tables.get(table, {}) | sentences
    return Words(language, tables)


def title(game: Game, language: str) -> str:
    """The title of a game for readers of a language."""
    return game.native_title if language == "ja" else game.title


def text_of(package: str, language: str) -> dict[str, dict[str, str]]:
    """The sentences of a package by table and id, from its file `text/LANGUAGE.toml`."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there is no language {language!r}; the languages are: {', '.join(LANGUAGES)}")
    return tomllib.loads(files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8"))
