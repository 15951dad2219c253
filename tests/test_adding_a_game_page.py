"""The page on adding a game shows real code: every excerpt is in the file that it names, word for word."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAP = re.compile(r"^ *…\n", re.MULTILINE)
"""A line of an excerpt that stands for omitted lines."""

BLOCKS = BLOCK.findall(GUIDE)
EXCERPTS = [(path, text) for _, path, text in BLOCKS if path]


@pytest.mark.parametrize(("path", "text"), EXCERPTS)
def test_an_excerpt_is_in_its_file(path: str, text: str) -> None:
    rest = (ROOT / path).read_text(encoding="utf-8")
    for part in filter(None, GAP.split(text)):
        before, found, rest = rest.partition(part)
        assert found, f"{path} has no\n{part}"
        assert before.endswith("\n") or before == "", "an excerpt begins in the middle of a line"


def test_all_other_code_is_a_doctest() -> None:
    others = [(language, text) for language, path, text in BLOCKS if not path]
    assert all(language == "console" or text.startswith(">>> ") for language, text in others)
    assert GUIDE.count("```") == 2 * len(BLOCKS)
    assert len(EXCERPTS) > 10


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    assert links
    assert all((ROOT / "docs" / link).exists() for link in links)
