"""What the server says: the same sentences in both languages, and each of them is used."""

import re
import string
from pathlib import Path

import chabudai.server
from chabudai.scene.words import LANGUAGES
from chabudai.server.refusal import sentences

SOURCES = Path(chabudai.server.__file__).parent


def test_both_languages_say_the_same_with_the_same_values() -> None:
    english, *others = (sentences(language) for language in LANGUAGES)
    for other in others:
        assert {name: list(table) for name, table in other.items()} == {
            name: list(table) for name, table in english.items()
        }
        for name, table in english.items():
            for sentence, text in table.items():
                assert values(text) == values(other[name][sentence]), sentence


def values(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_every_sentence_is_used_and_none_is_missing() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    named = set(re.findall(r'"([a-z_]+)"', code))
    for table in sentences("en").values():
        assert set(table) <= named
    refused = set(re.findall(r'Refused\(\s*"([a-z_]+)"', code))
    assert refused <= set(sentences("en")["refused"])
