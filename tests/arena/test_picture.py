"""The picture of a table."""

import sys
from xml.etree import ElementTree

import pytest

from chabudai.arena.estimate import Estimate
from chabudai.arena.picture import Group, as_png, draw
from chabudai.arena.table import Row

ROWS = [
    Row("expert", "<club>", (1, 3), 10, 40, 0.25, Estimate(0.5, 0.4, 0.6), Estimate(7.0, -2.0, 16.0)),
    Row("novice", "club", (3, 1), 10, 40, 0.25, Estimate(0.2, 0.18, 0.22), Estimate(-30.0, -40.0, -20.0)),
    Row("casual", "club", (1, 1), 10, 20, 0.5, Estimate(0.5, 0.5, 0.5), Estimate(0.0, 0.0, 0.0)),
]


def texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_row_says_who_plays_whom_and_what_came_of_it() -> None:
    shown = texts(draw("A & B", "10 deals", [Group("four", ROWS[:2]), Group("two", ROWS[2:])]))
    for words in ("A & B", "10 deals", "four", "two", "alone against 3 <club>", "3 against one club", "against club"):
        assert words in shown
    assert {"0.500", "0.40–0.60", "+7.00", "-30.00", "+0.00"} <= set(shown)


def test_margins_have_one_scale_a_group_that_holds_them_all() -> None:
    shown = texts(draw("A", "", [Group("", ROWS[:1]), Group("", ROWS[1:])]))
    assert {"-20", "20", "-50", "50"} <= set(shown)


def test_shape_tells_better_worse_and_unclear_apart() -> None:
    drawing = draw("A", "", [Group("", ROWS)])
    assert drawing.count("<path") == 4
    assert drawing.count("<circle") == 2


def test_pixels_come_from_the_same_drawing() -> None:
    pixels = as_png(draw("A", "", [Group("", ROWS)]))
    assert pixels is not None
    assert pixels.startswith(b"\x89PNG")


def test_without_the_extra_there_are_no_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert as_png(draw("A", "", [Group("", ROWS)])) is None
