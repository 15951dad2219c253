"""The Japanese of the command line: every text has one, and nothing else does."""

import tomllib
from importlib.resources import files

import pytest

from chabudai.translation.catalog import translated
from english_texts import english_texts

CATALOG = tomllib.loads(files("chabudai.translation").joinpath("ja.toml").read_text(encoding="utf-8"))


def test_every_english_text_has_a_translation_and_every_translation_a_text() -> None:
    texts = english_texts()
    assert len(texts) > 150
    missing = {text: where for text, where in texts.items() if text not in CATALOG["text"]}
    assert missing == {}
    assert set(CATALOG["text"]) - set(texts) == set()


@pytest.mark.parametrize("table", CATALOG)
def test_a_text_with_values_is_found_by_its_own_template(table: str) -> None:
    for english, japanese in CATALOG[table].items():
        count = english.count("{}")
        values = [f"V{number}" for number in range(count)]
        expected = japanese.format(*values) if count else japanese
        assert translated(english.replace("{}", "%s") % tuple(values) if count else english, "ja") == expected


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("there is no game 'go'; the games are: a, b", "「go」というゲームはありません。ゲーム：a, b"),
        ("x.json, line 2: options: a is missing", "x.jsonの2行目：options：aがありません"),
        ("argument --games: '0' is not a whole number of 1 or more", "引数--games：「0」は1以上の整数ではありません"),
        ("cannot read x: No such file or directory", "xを読めません：ファイルやフォルダがありません"),
        ("something new", "something new"),
    ],
)
def test_values_are_translated_too(english: str, japanese: str) -> None:
    assert translated(english, "ja") == japanese
    assert translated(english, "en") == english
