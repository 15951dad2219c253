"""Building blocks for SVG charts: colors, fonts, scales, text and lines. The charts load no external resources."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from math import ceil, log10

WIDTH = 960
PADDING = 36
PAPER, PANEL, LINE = "#f4ecdc", "#fcf8ef", "#cfc0a3"
INK, MUTED, VERMILION = "#241f1b", "#5b5147", "#b23426"

SERIF = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'Times New Roman', serif"
SANS = "'Noto Sans CJK JP', 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic UI', 'DejaVu Sans', sans-serif"
"""Font stacks: charts use the fonts installed on the reader's system."""


@dataclass(frozen=True)
class Scale:
    """A linear scale that maps values to coordinates, from `start` to `end`."""

    start: float
    end: float
    lowest: float
    highest: float

    def at(self, value: float) -> float:
        """Return the coordinate of a value, clamped to the ends of the scale."""
        share = (min(max(value, self.lowest), self.highest) - self.lowest) / (self.highest - self.lowest)
        return round(self.start + share * (self.end - self.start), 1)


def svg_document(title: str, subtitle: str, height: int, elements: Iterable[str]) -> str:
    """Return a complete SVG document: title, subtitle, and these elements below them."""
    return (
        "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
                f'height="{height}" role="img" font-family="{SANS}" font-size="14" fill="{INK}">',
                f"<title>{escape(title)}</title>",
                f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{PAPER}"/>',
                text(PADDING, 52, title, size=27, family=SERIF, weight=700),
                text(PADDING, 78, subtitle, fill=MUTED),
                *elements,
                "</svg>",
            ]
        )
        + "\n"
    )


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: int = 14,
    family: str = "",
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
) -> str:
    """Return a text element."""
    face = f' font-family="{family}"' if family else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{face}>{escape(content)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, color: str, *, thick: int = 1, dashed: bool = False) -> str:
    """Return a line element."""
    dashes = ' stroke-dasharray="3 3"' if dashed else ""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{color}" stroke-width="{thick}" '
        f'stroke-linecap="round"{dashes}/>'
    )


def panel_background(x: float, y: float, width: float, height: float) -> str:
    """Return the background of a panel."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" fill="{PANEL}" stroke="{LINE}"/>'


def round_up(value: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten; at least 0.01."""
    unit = 10.0 ** ceil(log10(max(value, 0.1)) - 1)
    return next(unit * step for step in (1, 2, 5, 10) if unit * step >= value)
