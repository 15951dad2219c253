"""Texts as they stand in HTML: nothing in them is markup, and a minus is as wide as a plus."""

from collections.abc import Callable

import pytest

from chabudai.web.markup import digits, escape, typeset


@pytest.mark.parametrize("make", [escape, typeset])
def test_nothing_in_a_text_is_markup(make: Callable[[str], str]) -> None:
    """As an element, and as an attribute in quotes."""
    assert make("<b title=\"a\" lang='b'>&") == "&lt;b title=&quot;a&quot; lang=&#x27;b&#x27;&gt;&amp;"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-1", "−1"),
        ("1 Thunder × -1", "1 Thunder × −1"),
        ("雷-1、雪-1", "雷−1、雪−1"),
        ("summer-3", "summer-3"),
        ("2-3", "2-3"),
    ],
)
def test_a_hyphen_before_a_number_is_a_minus(text: str, shown: str) -> None:
    """But not between two words."""
    assert typeset(text) == shown


def test_digits() -> None:
    """With a sign where it is asked for."""
    assert [digits(number) for number in (3, 0, -2)] == ["3", "0", "−2"]
    assert [digits(number, signed=True) for number in (3, 0, -2)] == ["+3", "+0", "−2"]
