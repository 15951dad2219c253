"""The table of an arena as a picture: each pair a point with its interval, beside the share that would be fair."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, isfinite, log10

from chabudai.arena.estimate import Estimate
from chabudai.arena.table import Row

WIDTH = 960
_EDGE = 36
_HEAD = 104
_ROW = 40
_GROUP = 64
_HEADING = 34
_FOOT = 30

_PAPER, _PANEL, _LINE = "#f4ecdc", "#fcf8ef", "#cfc0a3"
_INK, _PALE_INK, _VERMILION = "#241f1b", "#5b5147", "#b23426"
_VERDICTS = {1: "#2c6a3f", 0: "#5b5147", -1: "#a8322f"}
"""Pine above the fair share, madder below, and ink where it cannot be told; the shape of the point says it, too."""

_SERIF = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'Times New Roman', serif"
_SANS = "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic UI', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Group:
    """Rows that stand together under a heading, with one scale for their margins."""

    heading: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class _Scale:
    """Where values stand across the picture."""

    left: float
    right: float
    least: float
    most: float

    def at(self, value: float) -> float:
        share = (min(max(value, self.least), self.most) - self.least) / (self.most - self.least)
        return round(self.left + share * (self.right - self.left), 1)


def draw(title: str, subtitle: str, groups: Sequence[Group]) -> str:
    """The picture as SVG. It fetches nothing: the fonts are those of the reader."""
    height = _HEAD + sum(_height(group) for group in groups) + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="{_SANS}" font-size="14" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{_PAPER}"/>',
        _text(_EDGE, 52, title, size=27, family=_SERIF, weight=700),
        _text(_EDGE, 78, subtitle, fill=_PALE_INK),
    ]
    top = _HEAD
    for group in groups:
        parts += _draw_group(group, top)
        top += _height(group)
    return "\n".join([*parts, "</svg>"]) + "\n"


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
        parts.append(_text(_EDGE, top + 16, group.heading, size=17, family=_SERIF, weight=700, fill=_VERMILION))
        top += _HEADING
    shares = _Scale(300, 560, 0.0, 1.0)
    reach = _round_up(max(_reach(row.margin) for row in group.rows))
    margins = _Scale(700, 850, -reach, reach)
    first, last = top + 44, top + 44 + _ROW * len(group.rows)
    parts += [
        _text(shares.left, top + 14, "win share", fill=_PALE_INK),
        _text(shares.right, top + 14, "┆ fair", fill=_VERMILION, size=12, anchor="end"),
        _text(margins.left, top + 14, "points ahead", fill=_PALE_INK),
    ]
    for scale, steps in ((shares, (0.0, 0.25, 0.5, 0.75, 1.0)), (margins, (-reach, 0.0, reach))):
        left, wide = scale.left - 10, scale.right - scale.left + 20
        parts.append(_panel(left, first - 4, wide, last - first + 4))
        for step in steps:
            parts.append(_line(scale.at(step), first, scale.at(step), last - 4, _LINE))
            parts.append(_text(scale.at(step), top + 34, _short(step), size=11, fill=_PALE_INK, anchor="middle"))
    for number, row in enumerate(group.rows):
        parts += _draw_row(row, first + _ROW * number + _ROW / 2 - 2, shares, margins)
    return parts


def _draw_row(row: Row, middle: float, shares: _Scale, margins: _Scale) -> list[str]:
    colour = _VERDICTS[row.verdict]
    fair = shares.at(row.fair)
    return [
        _text(_EDGE, middle - 2, row.bot, weight=700),
        _text(_EDGE, middle + 14, _seats(row), size=12, fill=_PALE_INK),
        _line(fair, middle - 15, fair, middle + 15, _VERMILION, dashed=True),
        *_interval(row.share, shares, middle, colour, row.verdict),
        _text(shares.right + 20, middle + 5, f"{row.share.mean:.3f}", fill=colour, weight=700),
        _text(shares.right + 64, middle + 5, f"{row.share.low:.2f}–{row.share.high:.2f}", fill=colour, size=12),
        *_interval(row.margin, margins, middle, colour, row.verdict),
        _text(margins.right + 20, middle + 5, signed(row.margin.mean), fill=colour, weight=700),
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


def _interval(value: Estimate, scale: _Scale, middle: float, colour: str, verdict: int) -> list[str]:
    """A line from end to end, and a point: upwards above the fair share, downwards below, else round."""
    at = scale.at(value.mean)
    if verdict:
        tip, base = middle - 7 * verdict, middle + 5 * verdict
        point = f'<path d="M{at} {tip}L{at + 7} {base}H{at - 7}Z" fill="{colour}"/>'
    else:
        point = f'<circle cx="{at}" cy="{middle}" r="5.5" fill="{colour}"/>'
    return [_line(scale.at(value.low), middle, scale.at(value.high), middle, colour, thick=3), point]


def _reach(value: Estimate) -> float:
    """How far from 0 an interval goes; without ends, its mean counts."""
    return max(abs(end) for end in (value.low, value.mean, value.high) if isfinite(end))


def _round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, …"""
    unit = 10.0 ** ceil(log10(max(value, 0.1)) - 1)
    return next(unit * step for step in (1, 2, 5, 10) if unit * step >= value)


def _short(value: float) -> str:
    return f"{value:g}"


def _text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 14,
    family: str = "",
    weight: int = 400,
    fill: str = _INK,
    anchor: str = "start",
) -> str:
    face = f' font-family="{family}"' if family else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{face}>{escape(words)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, thick: int = 1, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="3 3"' if dashed else ""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{thick}" '
        f'stroke-linecap="round"{dashes}/>'
    )


def _panel(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" fill="{_PANEL}" stroke="{_LINE}"/>'
