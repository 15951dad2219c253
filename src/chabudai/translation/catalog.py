"""Translates what the command line says.

The English text is in the code, next to what it is about. The catalog of a language (`ja.toml`) has its translation:
each `{}` stands for a value, and the translation says with `{0}`, `{1}`, … where it goes, or leaves it out. Values are
translated, too, if the catalog has them, because an error often contains another.
"""

import tomllib
from functools import cache
from importlib.resources import files

from chabudai.translation.user_language import LANGUAGES

_PLACE = "{}"


def translated(text: str, language: str) -> str:
    """Return an English text in this language; a text that is not in the catalog stays as it is."""
    if language == LANGUAGES[0]:
        return text
    exact, templates = _catalog(language)
    if text in exact:
        return exact[text]
    for parts, translation in templates:
        values = _values(text, parts)
        if values is not None:
            return translation.format(*(_quoted(translated(value, language)) for value in values))
    return text


@cache
def _catalog(language: str) -> tuple[dict[str, str], list[tuple[list[str], str]]]:
    """Return the translations of texts without values, and those of templates, the most specific first."""
    tables = tomllib.loads(files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    texts = {english: translation for table in tables.values() for english, translation in table.items()}
    exact = {english: translation for english, translation in texts.items() if _PLACE not in english}
    templates = [(english.split(_PLACE), translation) for english, translation in texts.items() if _PLACE in english]
    return exact, sorted(templates, key=lambda entry: -len("".join(entry[0])))


def _values(text: str, parts: list[str]) -> list[str] | None:
    """Return the values between these parts of a template, each as short as possible; None if the text has others."""
    first, *others = parts
    if not text.startswith(first):
        return None
    values = []
    position = len(first)
    for index, part in enumerate(others):
        if index == len(others) - 1:
            end = len(text) - len(part) if text.endswith(part) else -1
        else:
            end = text.find(part, position + 1)
        if end <= position:
            return None
        values.append(text[position:end])
        position = end + len(part)
    return values


def _quoted(value: str) -> str:
    """Return a value with Japanese instead of Python's quotation marks."""
    is_quoted = len(value) > 1 and value[0] == value[-1] == "'" and "'" not in value[1:-1]
    return f"「{value[1:-1]}」" if is_quoted else value
