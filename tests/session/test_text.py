"""What a table and the server say: the same sentences in both languages, and each of them is used."""

import re
import string
from importlib import import_module
from pathlib import Path

import pytest

from chabudai.scene.words import LANGUAGES
from chabudai.server.refusal import ServerRefused
from chabudai.session.refusal import Refused, sentences

PACKAGES = [(Refused.package, "Refused"), (ServerRefused.package, "ServerRefused")]


def sources(package: str) -> str:
    folder = Path(import_module(package).__file__ or "").parent
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))


@pytest.mark.parametrize("package", [package for package, _ in PACKAGES])
def test_both_languages_say_the_same_with_the_same_values(package: str) -> None:
    english, *others = (sentences(package, language) for language in LANGUAGES)
    for other in others:
        assert {name: list(table) for name, table in other.items()} == {
            name: list(table) for name, table in english.items()
        }
        for name, table in english.items():
            for sentence, text in table.items():
                assert values(text) == values(other[name][sentence]), sentence


def values(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("package", [package for package, _ in PACKAGES])
def test_every_sentence_is_used(package: str) -> None:
    named = set(re.findall(r'"([a-z_]+)"', sources(package)))
    for table in sentences(package, "en").values():
        assert set(table) <= named


@pytest.mark.parametrize(("package", "error"), PACKAGES)
def test_no_sentence_is_missing(package: str, error: str) -> None:
    code = "\n".join(sources(name) for name, _ in PACKAGES)
    refused = set(re.findall(rf'\b{error}\(\s*"([a-z_]+)"', code))
    assert refused
    assert refused <= set(sentences(package, "en")["refused"])
