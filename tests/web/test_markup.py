"""Text in HTML: nothing in it becomes markup, and numbers have true minus signs."""

from collections.abc import Callable

import pytest

from chabudai.web.markup import escape, format_number, typeset


@pytest.mark.parametrize("make", [escape, typeset])
def test_text_never_becomes_markup(make: Callable[[str], str]) -> None:
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
def test_a_hyphen_before_a_number_is_a_minus_unless_it_follows_a_latin_letter_or_digit(text: str, shown: str) -> None:
    assert typeset(text) == shown


def test_a_number_has_a_true_minus_and_a_plus_only_on_request() -> None:
    assert [format_number(number) for number in (3, 0, -2)] == ["3", "0", "−2"]
    assert [format_number(number, signed=True) for number in (3, 0, -2)] == ["+3", "+0", "−2"]
