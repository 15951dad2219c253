"""Draws the results of an arena as an SVG chart: the win share and the margin of each pair, with their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from chabudai.arena.estimate import Estimate
from chabudai.arena.results import PairResult
from chabudai.arena.svg import (
    LINE,
    MUTED,
    PADDING,
    SERIF,
    VERMILION,
    Scale,
    line,
    panel_background,
    round_up,
    svg_document,
    text,
)

# Heights. `_GROUP` is what a group needs in addition to its heading and its rows.
_HEAD = 104
_ROW = 40
_GROUP = 64
_HEADING = 34
_FOOT = 30

_VERDICT_COLORS = {1: "#2c6a3f", 0: "#5b5147", -1: "#a8322f"}
"""Green above the fair share, red below, gray if undecided. The shape of the point shows the same."""


@dataclass(frozen=True)
class ChartGroup:
    """Pairs under one heading, with one scale for their margins."""

    heading: str
    rows: Sequence[PairResult]


def draw_chart(title: str, subtitle: str, groups: Sequence[ChartGroup]) -> str:
    """Draw the chart as SVG. It loads no external resources and uses fonts of the reader's system."""
    height = _HEAD + sum(_height(group) for group in groups) + _FOOT
    elements: list[str] = []
    top = _HEAD
    for group in groups:
        elements += _draw_group(group, top)
        top += _height(group)
    return svg_document(title, subtitle, height, elements)


def as_png(drawing: str) -> bytes | None:
    """Render the chart as PNG at double resolution; None if resvg_py (`chabudai[arena]`) is not installed."""
    try:
        import resvg_py
    except ImportError:
        return None
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=2))


def _height(group: ChartGroup) -> int:
    return (_HEADING if group.heading else 0) + _GROUP + _ROW * len(group.rows)


def _draw_group(group: ChartGroup, top: float) -> list[str]:
    elements = []
    if group.heading:
        elements.append(text(PADDING, top + 16, group.heading, size=17, family=SERIF, weight=700, fill=VERMILION))
        top += _HEADING
    shares = Scale(300, 560, 0.0, 1.0)
    reach = round_up(max(_reach(row.margin) for row in group.rows))
    margins = Scale(700, 850, -reach, reach)
    rows_top, rows_bottom = top + 44, top + 44 + _ROW * len(group.rows)
    elements += [
        text(shares.start, top + 14, "win share", fill=MUTED),
        text(shares.end, top + 14, "┆ fair", fill=VERMILION, size=12, anchor="end"),
        text(margins.start, top + 14, "points ahead", fill=MUTED),
    ]
    for scale, ticks in ((shares, (0.0, 0.25, 0.5, 0.75, 1.0)), (margins, (-reach, 0.0, reach))):
        left, width = scale.start - 10, scale.end - scale.start + 20
        elements.append(panel_background(left, rows_top - 4, width, rows_bottom - rows_top + 4))
        for tick in ticks:
            elements.append(line(scale.at(tick), rows_top, scale.at(tick), rows_bottom - 4, LINE))
            elements.append(text(scale.at(tick), top + 34, f"{tick:g}", size=11, fill=MUTED, anchor="middle"))
    for number, row in enumerate(group.rows):
        elements += _draw_row(row, rows_top + _ROW * number + _ROW / 2 - 2, shares, margins)
    return elements


def _draw_row(row: PairResult, middle: float, shares: Scale, margins: Scale) -> list[str]:
    color = _VERDICT_COLORS[row.verdict]
    fair = shares.at(row.fair)
    return [
        text(PADDING, middle - 2, row.bot, weight=700),
        text(PADDING, middle + 14, _matchup(row), size=12, fill=MUTED),
        line(fair, middle - 15, fair, middle + 15, VERMILION, dashed=True),
        *_interval(row.share, shares, middle, color, row.verdict),
        text(shares.end + 20, middle + 5, f"{row.share.mean:.3f}", fill=color, weight=700),
        text(shares.end + 64, middle + 5, f"{row.share.low:.2f}–{row.share.high:.2f}", fill=color, size=12),
        *_interval(row.margin, margins, middle, color, row.verdict),
        text(margins.end + 20, middle + 5, signed_points(row.margin.mean), fill=color, weight=700),
    ]


def _matchup(row: PairResult) -> str:
    """Describe the opponents, and which bot plays alone."""
    own, others = row.sides
    if own == others:
        return f"against {row.against}"
    return f"alone against {others} {row.against}" if own == 1 else f"{own} against one {row.against}"


def signed_points(value: float) -> str:
    """Format points with their sign; zero is +0.00."""
    return f"{round(value, 2) + 0.0:+.2f}"


def _interval(value: Estimate, scale: Scale, middle: float, color: str, verdict: int) -> list[str]:
    """Draw an interval as a line, and its mean as a point on it.

    The point is a triangle that points up if the win share is clearly above the fair share, and down if it is clearly
    below; otherwise it is a circle.
    """
    x = scale.at(value.mean)
    if verdict:
        tip, base = middle - 7 * verdict, middle + 5 * verdict
        point = f'<path d="M{x} {tip}L{x + 7} {base}H{x - 7}Z" fill="{color}"/>'
    else:
        point = f'<circle cx="{x}" cy="{middle}" r="5.5" fill="{color}"/>'
    return [line(scale.at(value.low), middle, scale.at(value.high), middle, color, thick=3), point]


def _reach(value: Estimate) -> float:
    """Return how far an interval extends from 0. Of an unbounded interval, only the mean counts."""
    return max(abs(end) for end in (value.low, value.mean, value.high) if isfinite(end))
