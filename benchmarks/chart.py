"""Draws line charts as SVG: panels side by side, each with a few curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chabudai.arena.svg import (
    LINE,
    MUTED,
    PADDING,
    SERIF,
    VERMILION,
    WIDTH,
    Scale,
    line,
    panel_background,
    round_up,
    svg_document,
    text,
)

_HEADER, _HEIGHT, _GAP = 104, 240, 70
_LEGEND = 22
_COLORS = ("#2c6a3f", "#b23426", "#28537d", "#8a5a00", "#6a3d7c", "#5b5147")
_SHAPES = ("circle", "square", "up", "down", "diamond", "ring")
"""Every curve of a panel has its own color and shape, so color is not the only cue. A panel has at most six curves."""


@dataclass(frozen=True)
class Curve:
    """A named curve, with its points from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Panel:
    """Curves with common axes. The y axis starts at zero."""

    heading: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]


def draw(title: str, subtitle: str, panels: Sequence[Panel]) -> str:
    """Draw the chart as SVG."""
    width = (WIDTH - 2 * PADDING - _GAP * len(panels)) / len(panels)
    legend = _LEGEND * max(len(panel.curves) for panel in panels)
    parts: list[str] = []
    for number, panel in enumerate(panels):
        parts += _draw_panel(panel, PADDING + _GAP + number * (width + _GAP), width)
    return svg_document(title, subtitle, _HEADER + 40 + _HEIGHT + 60 + legend + 16, parts)


def _draw_panel(panel: Panel, left: float, width: float) -> list[str]:
    top = _HEADER + 40
    x_values = sorted({x for curve in panel.curves for x, _ in curve.points})
    maximum = round_up(max(y for curve in panel.curves for _, y in curve.points))
    last = x_values[-1] if len(x_values) > 1 else x_values[0] + 1
    x_scale = Scale(left + 24, left + width - 24, x_values[0], last)
    y_scale = Scale(top + _HEIGHT, top, 0.0, maximum)
    parts = [
        text(left, _HEADER + 4, panel.heading, size=17, family=SERIF, weight=700, fill=VERMILION),
        text(left, _HEADER + 26, panel.y_label, size=12, fill=MUTED),
        panel_background(left, top, width, _HEIGHT),
        text(left + width, top + _HEIGHT + 40, panel.x_label, size=12, fill=MUTED, anchor="end"),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = y_scale.at(maximum * share)
        parts.append(text(left - 8, y + 4, f"{maximum * share:,.9g}", size=11, fill=MUTED, anchor="end"))
        parts.append(line(left, y, left + width, y, LINE))
    for x in x_values if len(x_values) < 8 else (x_values[0], x_values[len(x_values) // 2], x_values[-1]):
        parts.append(text(x_scale.at(x), top + _HEIGHT + 20, f"{x:,.9g}", size=11, fill=MUTED, anchor="middle"))
    for number, curve in enumerate(panel.curves):
        parts += _draw_curve(curve, number, x_scale, y_scale)
        y = top + _HEIGHT + 64 + _LEGEND * number
        parts += [_point(left + 8, y - 5, number), text(left + 24, y, curve.name, size=12)]
    return parts


def _draw_curve(curve: Curve, number: int, x_scale: Scale, y_scale: Scale) -> list[str]:
    points = [(x_scale.at(x), y_scale.at(y)) for x, y in curve.points]
    strokes = [line(*start, *end, _COLORS[number], thick=2) for start, end in pairwise(points)]
    return strokes + [_point(x, y, number) for x, y in points]


def _point(x: float, y: float, number: int) -> str:
    color, shape = _COLORS[number], _SHAPES[number]
    if shape in ("circle", "ring"):
        fill = color if shape == "circle" else "none"
        return f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{fill}" stroke="{color}" stroke-width="2"/>'
    paths = {
        "square": f"M{x - 4:g} {y - 4:g}h8v8h-8Z",
        "up": f"M{x:g} {y - 6:g}l6 10h-12Z",
        "down": f"M{x:g} {y + 6:g}l6 -10h-12Z",
        "diamond": f"M{x:g} {y - 6:g}l6 6l-6 6l-6 -6Z",
    }
    return f'<path d="{paths[shape]}" fill="{color}"/>'
