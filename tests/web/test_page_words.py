"""The words of the pages: the same keys in both languages, none unused and none missing."""

import re
from pathlib import Path
from string import Formatter

import pytest

import chabudai
from chabudai.scene.words import LANGUAGES, UnknownLanguage
from chabudai.web.pages.page_words import page_words

WEB = Path(chabudai.__file__).parent / "web"

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def sentences(language: str) -> dict[str, str]:
    """Return all sentences of a language by `table.name`."""
    tables = page_words(language).tables
    return {f"{table}.{name}": text for table, names in tables.items() for name, text in names.items()}


def values(sentence: str) -> set[str]:
    """Return the names of the values that a sentence needs."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def used() -> list[str]:
    """Return patterns for the sentences that pages use: `say("lobby.title")`, `say(f"pace.{pace}")`."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.py")))
    names = re.findall(r"""(?:say|words)\(\s*f?["'](\w+\.[\w.{}]+)["']""", source)
    counted = re.findall(r"""say\.counted\(\s*f?["'](\w+\.[\w.{}]+)["']""", source)
    names += [form for name in counted for form in (name, f"{name}s")]
    patterns = [re.sub(r"\{[\w.]+\}", r"\\w+", name) for name in names]
    named = re.findall(r"""text_or_name\(["'](\w+)["']""", source)
    named += re.findall(r"""say\.tables\[["'](\w+)["']\]""", source)
    return patterns + [rf"{table}\.\w+" for table in named]


def test_both_languages_have_the_same_sentences() -> None:
    assert sentences("en").keys() == sentences("ja").keys()


def test_a_sentence_has_the_same_values_in_both_languages() -> None:
    japanese = sentences("ja")
    for name, text in sentences("en").items():
        assert values(text) == values(japanese[name]), name


@both_languages
def test_no_sentence_is_empty(language: str) -> None:
    assert all(text.strip() for text in sentences(language).values())


def test_every_sentence_that_a_page_uses_exists() -> None:
    known = sentences("en")
    patterns = used()
    assert len(patterns) > 100
    for pattern in patterns:
        assert any(re.fullmatch(pattern, name) for name in known), pattern


def test_every_sentence_is_used_on_some_page() -> None:
    patterns = used()
    sources = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.py"))
    unused = [
        name
        for name in sentences("en")
        if not any(re.fullmatch(pattern, name) for pattern in patterns) and f'"{name}"' not in sources
    ]
    assert unused == []


def test_every_sentence_of_the_client_is_used_by_a_script() -> None:
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in WEB.glob("static/*.js"))
    for name in page_words("en").tables["client"]:
        key = "".join(part.capitalize() for part in name.split("_"))
        assert f"say{key}" in scripts or f'say("{key}"' in scripts, name


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="the languages are: en, ja"):
        page_words("tlh")


def test_values_are_escaped_with_the_sentence() -> None:
    assert page_words("en")("rows.table_of", name="<b>&") == "&lt;b&gt;&amp;’s table"


def test_one_free_seat_is_singular() -> None:
    assert page_words("en").counted("rows.free_seat", 1) == "1 free seat"
    assert page_words("en").counted("rows.free_seat", 2) == "2 free seats"


def test_a_bot_of_another_package_keeps_its_own_name() -> None:
    assert page_words("ja").text_or_name("level", "casual") == "初級"
    assert page_words("ja").text_or_name("level", "my<bot>") == "my&lt;bot&gt;"
