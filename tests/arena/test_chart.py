"""The chart of arena results."""

import sys
from xml.etree import ElementTree

import pytest

from chabudai.arena.chart import ChartGroup, as_png, draw_chart
from chabudai.arena.estimate import Estimate
from chabudai.arena.results import PairResult

ROWS = [
    PairResult("expert", "<club>", (1, 3), 10, 40, 0.25, Estimate(0.5, 0.4, 0.6), Estimate(7.0, -2.0, 16.0)),
    PairResult("novice", "club", (3, 1), 10, 40, 0.25, Estimate(0.2, 0.18, 0.22), Estimate(-30.0, -40.0, -20.0)),
    PairResult("casual", "club", (1, 1), 10, 20, 0.5, Estimate(0.5, 0.5, 0.5), Estimate(0.0, 0.0, 0.0)),
]


def texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_row_shows_the_bots_and_their_result() -> None:
    shown = texts(draw_chart("A & B", "10 deals", [ChartGroup("four", ROWS[:2]), ChartGroup("two", ROWS[2:])]))
    for words in ("A & B", "10 deals", "four", "two", "alone against 3 <club>", "3 against one club", "against club"):
        assert words in shown
    assert {"0.500", "0.40–0.60", "+7.00", "-30.00", "+0.00"} <= set(shown)


def test_margins_of_a_group_share_a_scale_that_fits_them_all() -> None:
    shown = texts(draw_chart("A", "", [ChartGroup("", ROWS[:1]), ChartGroup("", ROWS[1:])]))
    assert {"-20", "20", "-50", "50"} <= set(shown)


def test_clear_results_are_triangles_and_unclear_ones_circles() -> None:
    drawing = draw_chart("A", "", [ChartGroup("", ROWS)])
    assert drawing.count("<path") == 4
    assert drawing.count("<circle") == 2


def test_the_png_is_rendered_from_the_svg() -> None:
    pixels = as_png(draw_chart("A", "", [ChartGroup("", ROWS)]))
    assert pixels is not None
    assert pixels.startswith(b"\x89PNG")


def test_without_resvg_there_is_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert as_png(draw_chart("A", "", [ChartGroup("", ROWS)])) is None
