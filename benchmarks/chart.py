"""How something grows, as a picture: panels side by side, with a line of points for each of a few things."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chabudai.arena.drawing import (
    EDGE,
    LINE,
    PALE_INK,
    SERIF,
    VERMILION,
    WIDTH,
    Scale,
    line,
    panel,
    round_up,
    sheet,
    text,
)

_HEAD, _TALL, _GAP = 104, 240, 70
_LEGEND = 22
_COLOURS = ("#2c6a3f", "#b23426", "#28537d", "#8a5a00", "#6a3d7c", "#5b5147")
_SHAPES = ("circle", "square", "up", "down", "diamond", "ring")
"""Every line has a colour and a shape of its own, so that colour is not the only sign."""


@dataclass(frozen=True)
class Curve:
    """One line: its name and its points, from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Panel:
    """Curves on common scales, which begin at zero upwards."""

    heading: str
    across: str
    upwards: str
    curves: Sequence[Curve]


def draw(title: str, subtitle: str, panels: Sequence[Panel]) -> str:
    """The picture as SVG."""
    wide = (WIDTH - 2 * EDGE - _GAP * len(panels)) / len(panels)
    legend = _LEGEND * max(len(one.curves) for one in panels)
    parts: list[str] = []
    for number, one in enumerate(panels):
        parts += _draw_panel(one, EDGE + _GAP + number * (wide + _GAP), wide)
    return sheet(title, subtitle, _HEAD + 40 + _TALL + 60 + legend + 16, parts)


def _draw_panel(one: Panel, left: float, wide: float) -> list[str]:
    top = _HEAD + 40
    places = sorted({x for curve in one.curves for x, _ in curve.points})
    most = round_up(max(y for curve in one.curves for _, y in curve.points))
    across = Scale(left + 24, left + wide - 24, places[0], places[-1] if len(places) > 1 else places[0] + 1)
    upwards = Scale(top + _TALL, top, 0.0, most)
    parts = [
        text(left, _HEAD + 4, one.heading, size=17, family=SERIF, weight=700, fill=VERMILION),
        text(left, _HEAD + 26, one.upwards, size=12, fill=PALE_INK),
        panel(left, top, wide, _TALL),
        text(left + wide, top + _TALL + 40, one.across, size=12, fill=PALE_INK, anchor="end"),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = upwards.at(most * share)
        parts.append(text(left - 8, y + 4, f"{most * share:,.9g}", size=11, fill=PALE_INK, anchor="end"))
        parts.append(line(left, y, left + wide, y, LINE))
    for place in places if len(places) < 8 else (places[0], places[len(places) // 2], places[-1]):
        parts.append(text(across.at(place), top + _TALL + 20, f"{place:,.9g}", size=11, fill=PALE_INK, anchor="middle"))
    for number, curve in enumerate(one.curves):
        parts += _draw_curve(curve, number, across, upwards)
        y = top + _TALL + 64 + _LEGEND * number
        parts += [_point(left + 8, y - 5, number), text(left + 24, y, curve.name, size=12)]
    return parts


def _draw_curve(curve: Curve, number: int, across: Scale, upwards: Scale) -> list[str]:
    places = [(across.at(x), upwards.at(y)) for x, y in curve.points]
    strokes = [line(*start, *end, _COLOURS[number], thick=2) for start, end in pairwise(places)]
    return strokes + [_point(x, y, number) for x, y in places]


def _point(x: float, y: float, number: int) -> str:
    colour, shape = _COLOURS[number], _SHAPES[number]
    if shape in ("circle", "ring"):
        fill = colour if shape == "circle" else "none"
        return f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
    paths = {
        "square": f"M{x - 4:g} {y - 4:g}h8v8h-8Z",
        "up": f"M{x:g} {y - 6:g}l6 10h-12Z",
        "down": f"M{x:g} {y + 6:g}l6 -10h-12Z",
        "diamond": f"M{x:g} {y - 6:g}l6 6l-6 6l-6 -6Z",
    }
    return f'<path d="{paths[shape]}" fill="{colour}"/>'
