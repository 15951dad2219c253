"""The table of an arena as a picture: each pair a point with its interval, beside the share that would be fair."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from chabudai.arena.drawing import (
    EDGE,
    LINE,
    PALE_INK,
    SERIF,
    VERMILION,
    Scale,
    line,
    panel,
    round_up,
    sheet,
    text,
)
from chabudai.arena.estimate import Estimate
from chabudai.arena.table import Row

_HEAD = 104
_ROW = 40
_GROUP = 64
_HEADING = 34
_FOOT = 30

_VERDICTS = {1: "#2c6a3f", 0: "#5b5147", -1: "#a8322f"}
"""Pine above the fair share, madder below, and ink where it cannot be told; the shape of the point says it, too."""


@dataclass(frozen=True)
class Group:
    """Rows that stand together under a heading, with one scale for their margins."""

    heading: str
    rows: Sequence[Row]


def draw(title: str, subtitle: str, groups: Sequence[Group]) -> str:
    """The picture as SVG. It fetches nothing: the fonts are those of the reader."""
    height = _HEAD + sum(_height(group) for group in groups) + _FOOT
    parts: list[str] = []
    top = _HEAD
    for group in groups:
        parts += _draw_group(group, top)
        top += _height(group)
    return sheet(title, subtitle, height, parts)


def as_png(drawing: str) -> bytes | None:
    """The picture in pixels, two to a unit; None where resvg_py (`chabudai[arena]`) is not installed."""
    try:
        import resvg_py
    except ImportError:
        return None
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=2))


def _height(group: Group) -> int:
    return (_HEADING if group.heading else 0) + _GROUP + _ROW * len(group.rows)


def _draw_group(group: Group, top: float) -> list[str]:
    parts = []
    if group.heading:
        parts.append(text(EDGE, top + 16, group.heading, size=17, family=SERIF, weight=700, fill=VERMILION))
        top += _HEADING
    shares = Scale(300, 560, 0.0, 1.0)
    reach = round_up(max(_reach(row.margin) for row in group.rows))
    margins = Scale(700, 850, -reach, reach)
    first, last = top + 44, top + 44 + _ROW * len(group.rows)
    parts += [
        text(shares.left, top + 14, "win share", fill=PALE_INK),
        text(shares.right, top + 14, "┆ fair", fill=VERMILION, size=12, anchor="end"),
        text(margins.left, top + 14, "points ahead", fill=PALE_INK),
    ]
    for scale, steps in ((shares, (0.0, 0.25, 0.5, 0.75, 1.0)), (margins, (-reach, 0.0, reach))):
        left, wide = scale.left - 10, scale.right - scale.left + 20
        parts.append(panel(left, first - 4, wide, last - first + 4))
        for step in steps:
            parts.append(line(scale.at(step), first, scale.at(step), last - 4, LINE))
            parts.append(text(scale.at(step), top + 34, _short(step), size=11, fill=PALE_INK, anchor="middle"))
    for number, row in enumerate(group.rows):
        parts += _draw_row(row, first + _ROW * number + _ROW / 2 - 2, shares, margins)
    return parts


def _draw_row(row: Row, middle: float, shares: Scale, margins: Scale) -> list[str]:
    colour = _VERDICTS[row.verdict]
    fair = shares.at(row.fair)
    return [
        text(EDGE, middle - 2, row.bot, weight=700),
        text(EDGE, middle + 14, _seats(row), size=12, fill=PALE_INK),
        line(fair, middle - 15, fair, middle + 15, VERMILION, dashed=True),
        *_interval(row.share, shares, middle, colour, row.verdict),
        text(shares.right + 20, middle + 5, f"{row.share.mean:.3f}", fill=colour, weight=700),
        text(shares.right + 64, middle + 5, f"{row.share.low:.2f}–{row.share.high:.2f}", fill=colour, size=12),
        *_interval(row.margin, margins, middle, colour, row.verdict),
        text(margins.right + 20, middle + 5, signed(row.margin.mean), fill=colour, weight=700),
    ]


def _seats(row: Row) -> str:
    """Whom the bot of a row plays, and who is alone."""
    mine, its = row.sides
    if mine == its:
        return f"against {row.against}"
    return f"alone against {its} {row.against}" if mine == 1 else f"{mine} against one {row.against}"


def signed(value: float) -> str:
    """Points with their sign; nothing is +0.00."""
    return f"{round(value, 2) + 0.0:+.2f}"


def _interval(value: Estimate, scale: Scale, middle: float, colour: str, verdict: int) -> list[str]:
    """A line from end to end, and a point: upwards above the fair share, downwards below, else round."""
    at = scale.at(value.mean)
    if verdict:
        tip, base = middle - 7 * verdict, middle + 5 * verdict
        point = f'<path d="M{at} {tip}L{at + 7} {base}H{at - 7}Z" fill="{colour}"/>'
    else:
        point = f'<circle cx="{at}" cy="{middle}" r="5.5" fill="{colour}"/>'
    return [line(scale.at(value.low), middle, scale.at(value.high), middle, colour, thick=3), point]


def _reach(value: Estimate) -> float:
    """How far from 0 an interval goes; without ends, its mean counts."""
    return max(abs(end) for end in (value.low, value.mean, value.high) if isfinite(end))


def _short(value: float) -> str:
    return f"{value:g}"
