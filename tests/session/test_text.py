"""The texts of sessions and of the server: both languages have the same messages, and all of them are used."""

import re
import string
from importlib import import_module
from pathlib import Path

import pytest

from chabudai.scene.words import LANGUAGES, text_of
from chabudai.server.refusal import ServerRefused
from chabudai.session.refusal import Refused

PACKAGES = [(Refused.package, "Refused"), (ServerRefused.package, "ServerRefused")]


def sources(package: str) -> str:
    folder = Path(import_module(package).__file__ or "").parent
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))


@pytest.mark.parametrize("package", [package for package, _ in PACKAGES])
def test_all_languages_have_the_same_messages_and_placeholders(package: str) -> None:
    english, *others = (text_of(package, language) for language in LANGUAGES)
    for other in others:
        assert {name: list(table) for name, table in other.items()} == {
            name: list(table) for name, table in english.items()
        }
        for name, table in english.items():
            for message_id, text in table.items():
                assert placeholders(text) == placeholders(other[name][message_id]), message_id


def placeholders(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def address_messages(code: str) -> set[str]:
    """Return the messages of limits per address, which are named after those per guest."""
    return {f"{name}_here" for name in re.findall(r'\b(?:Rate|Slots|per_minute)\(\s*"([a-z_]+)"', code)}


@pytest.mark.parametrize("package", [package for package, _ in PACKAGES])
def test_every_message_is_used(package: str) -> None:
    named = set(re.findall(r'"([a-z_]+)"', sources(package))) | address_messages(sources(package))
    for name, table in text_of(package, "en").items():
        # Errors of all packages name the problems; test_problems.py checks that they are used.
        assert name == "problem" or set(table) <= named


@pytest.mark.parametrize(("package", "error"), PACKAGES)
def test_no_message_is_missing(package: str, error: str) -> None:
    code = "\n".join(sources(name) for name, _ in PACKAGES)
    refused = set(re.findall(rf'\b{error}\(\s*"([a-z_]+)"', code))
    assert refused
    assert address_messages(sources(package)) <= set(text_of(package, "en")["refused"])
    assert refused <= set(text_of(package, "en")["refused"])
