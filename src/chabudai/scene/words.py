"""Sentences and names in each language: the shared ones, and each game's own."""

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.message import Message
from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game

LANGUAGES = ("en", "ja")

_CORRECTED = 64
"""The size of the LRU cache for the words of tables with card data of their own."""
_CACHE_SIZE = 8192
"""The size of the LRU caches for sentences and for names, for each game and language."""


class UnknownLanguage(ChabudaiError):
    """Chabudai has no text in this language."""


class Verbatim(NamedTuple):
    """A text to insert unchanged, such as a person's name or an already formatted text."""

    text: str


class Words:
    """The words of one game in one language.

    A text file (`text/en.toml`) has tables of sentences by id (`[reason]`, …) with placeholders in braces, and a table
    `[name]` with names for the words of the record. A game's own sentences and names override the shared ones.
    """

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables
        # Every scene repeats the same few sentences and names.
        self._cached_text = lru_cache(maxsize=_CACHE_SIZE)(self._format)
        self._cached_name = lru_cache(maxsize=_CACHE_SIZE)(self._name)

    def say(self, table: str, message: Message) -> str:
        """Return the sentence of a message, with names in the language."""
        return self.text(table, message.id, **message.values)

    def text(self, table: str, message_id: str, **values: str | int | Verbatim) -> str:
        """Return the sentence with this id, with its placeholders filled in."""
        return self._cached_text(table, message_id, **values)

    def _format(self, table: str, message_id: str, /, **values: str | int | Verbatim) -> str:
        return self.sentence(table, message_id).format(**{key: self.name(value) for key, value in values.items()})

    def cite(self, table: str, message: Message) -> str:
        """Return the sentence of a message with words of the record in place of names, for errors about records."""
        return self.sentence(table, message.id).format(**message.values)

    def sentence(self, table: str, message_id: str) -> str:
        """Return the sentence with this id, with its placeholders still in braces."""
        return self.tables[table][message_id]

    def counted(self, counter_id: str, number: int) -> str:
        """Return the noun for a number from the table `counter`, where "trick|tricks" has singular and plural."""
        forms = self.sentence("counter", counter_id).split("|")
        return forms[0] if number == 1 else forms[-1]

    def list(self, words: Sequence[str | int | Verbatim]) -> Verbatim:
        """Return the names of several words as a list with commas."""
        return Verbatim(self.tables["name"]["comma"].join(map(self.name, words)))

    def name(self, word: str | int | Verbatim) -> str:
        """Return the name of a word of the record, made of the names of its parts if need be (`summer-3`: Summer 3)."""
        return word.text if isinstance(word, Verbatim) else self._cached_name(word)

    def _name(self, word: str | int) -> str:
        names = self.tables["name"]
        text = str(word)
        if text in names:
            return names[text]
        if isinstance(word, int):
            return text  # in a negative number the hyphen does not separate parts
        return names["joint"].join(names.get(part, part) for part in text.split("-"))


def words(game: Game, language: str = "en", setup: Setup | None = None) -> Words:
    """Return the words of a game in a language, with the names that the setup's card data changes."""
    if setup is None or not setup.overridden or game.corrected_texts is None:
        return _words(game, language)
    return _corrected_words(game, language, setup)


@cache
def _words(game: Game, language: str) -> Words:
    tables = dict(text_of("chabudai.scene", language))
    for table, sentences in text_of(game.package, language).items():
        tables[table] = tables.get(table, {}) | sentences
    return Words(language, tables)


@lru_cache(maxsize=_CORRECTED)
def _corrected_words(game: Game, language: str, setup: Setup) -> Words:
    plain = _words(game, language)
    tables = dict(plain.tables)
    assert game.corrected_texts is not None
    for table, sentences in game.corrected_texts(setup, plain).items():
        tables[table] = tables.get(table, {}) | dict(sentences)
    return Words(language, tables)


def title(game: Game, language: str) -> str:
    """Return the title of a game in a language."""
    return game.native_title if language == "ja" else game.title


@cache
def text_of(package: str, language: str) -> dict[str, dict[str, str]]:
    """Load the sentences of a package by table and id from its file `text/LANGUAGE.toml`."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there is no language {language!r}; the languages are: {', '.join(LANGUAGES)}")
    return tomllib.loads(files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8"))
