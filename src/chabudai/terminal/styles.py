"""Colors and signs for seats, suits and marks. Signs carry the meaning without color, too."""

from functools import cache

from rich.color import Color
from rich.style import Style
from rich.text import Text

from chabudai.scene.vocabulary import Chip, Mark, Scene

_SEATS = (
    ("●", "#27568c"),  # indigo
    ("▲", "#a8322f"),  # madder
    ("◆", "#2f6b45"),  # pine
    ("■", "#855a08"),  # gold
    ("▼", "#7b4397"),  # wisteria
    ("✚", "#5c6670"),  # ash
)

MARK_SIGNS: dict[Mark, str] = {
    "led": "▸",
    "winning": "★",
    "met": "✓",
    "scored": "✓",
    "missed": "✗",
    "new": "+",
    "top": "▴",
    "closed": "✕",
    "special": "✦",
    "moving": "»",
    "swapped": "⇄",
}

_LUMINANCE = 0.18
"""Luminance of colored text: about 4.5 : 1 on both black and white, since the terminal's background is unknown."""

_CARD_LUMINANCE = 0.13
"""Luminance of colored text on cards, whose background is known."""

PLAIN = Style()
BOLD = Style(bold=True)
FAINT = Style(dim=True)
CARD_STYLE = Style(color="#2b2621", bgcolor="#f6efe0")
"""Cards look like paper in dark and light terminals."""

SOLID = Style(bold=True, reverse=True)
"""Reversed text: tokens, row titles, and the numbers of choices."""


def _linear(channel: int) -> float:
    """Return the linear intensity, from 0 to 1, of a channel of an sRGB color."""
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _gamma_encoded(linear: float) -> int:
    """Return the channel of an sRGB color with this linear intensity, from 0 to 1."""
    return round(255 * (linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055))


def _luminance(linear: list[float]) -> float:
    """Return the luminance of a color, given the linear intensities of its channels."""
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def readable_style(color: str, luminance: float = _LUMINANCE) -> Style:
    """Return a style with this color (#rrggbb), made readable, in the same hue; "" is the terminal's own color."""
    if not color:
        return PLAIN
    linear = [_linear(channel) for channel in Color.parse(color).get_truecolor()]
    scale = luminance / max(_luminance(linear), 0.001)
    linear = [min(1.0, channel * scale) for channel in linear]
    # Where a channel is at its maximum, add white to reach the luminance.
    missing = luminance - _luminance(linear)
    white = max(0.0, missing / (1 - _luminance(linear)))
    return Style(color=Color.from_rgb(*(_gamma_encoded(channel + (1 - channel) * white) for channel in linear)))


TITLE = readable_style("#b23426") + BOLD
"""Vermilion, for the name of the game and for prompts."""

_WARNING = readable_style("#c98a12") + SOLID


def seat_sign(seat: int) -> str:
    """Return the sign of a seat, one column wide."""
    return _SEATS[seat % len(_SEATS)][0]


def seat_style(seat: int | None) -> Style:
    """Return the color of a seat."""
    return PLAIN if seat is None else readable_style(_SEATS[seat % len(_SEATS)][1])


def seat_name(scene: Scene, seat: int) -> Text:
    """Return the name of a seat after its sign."""
    return Text(f"{seat_sign(seat)} {scene.seats[seat].name}", seat_style(seat) + BOLD)


def suit_style(scene: Scene, suit: str, *, on_card: bool = False) -> Style:
    """Return the color of a suit, for text on a card or elsewhere."""
    if suit not in scene.suits:
        return PLAIN
    return readable_style(scene.suits[suit].color, _CARD_LUMINANCE if on_card else _LUMINANCE)


def suit_background(scene: Scene, suit: str) -> Style:
    """Return the color of a suit as background, with a readable text color."""
    if suit not in scene.suits:
        return CARD_STYLE
    background = Color.parse(scene.suits[suit].color)
    luminance = _luminance([_linear(channel) for channel in background.get_truecolor()])
    return Style(color="#ffffff" if luminance < _LUMINANCE else "#000000", bgcolor=background)


def chip_text(scene: Scene, chip: Chip, *, on_card: bool = False) -> Text:
    """Return the text of a chip, a number or a word, after the sign of its suit."""
    sign = scene.suits[chip.suit].sign if chip.suit in scene.suits else ""
    return Text(f"{sign}{chip.text}", suit_style(scene, chip.suit, on_card=on_card) + BOLD)


def mark_text(scene: Scene, mark: Mark) -> str:
    """Return a mark as its sign and word."""
    return f"{MARK_SIGNS[mark]}{scene.terms[mark]}"


def number_tag(number: int) -> Text:
    """Return the tag with the number of a choice."""
    return Text(f"[{number}]", SOLID)


def warning_text(text: str) -> Text:
    """Return text after a warning sign."""
    return Text.assemble((" ! ", _WARNING), (f" {text}", BOLD))
