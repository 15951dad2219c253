"""Colours and signs: whose something is, of which suit, and in what state. Signs tell it without colour, too."""

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

_ANYWHERE = 0.18
"""The luminance of ink: about 4.5 : 1 both on black and on white, since nobody tells us the terminal's background."""

_ON_PAPER = 0.13
"""The luminance of ink on cards, whose ground we know."""

PLAIN = Style()
BOLD = Style(bold=True)
FAINT = Style(dim=True)
PAPER = Style(color="#2b2621", bgcolor="#f6efe0")
"""Cards are paper, by day and by night."""

SOLID = Style(bold=True, reverse=True)
"""A block of colour with a sign in it: tokens, the names of rows, and the numbers of what can be chosen now."""


def _to_light(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _from_light(light: float) -> int:
    return round(255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def _luminance(light: list[float]) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@cache
def ink(colour: str, luminance: float = _ANYWHERE) -> Style:
    """A colour (#rrggbb) made as light or dark as can be read, its hue kept; no colour is the terminal's own."""
    if not colour:
        return PLAIN
    light = [_to_light(part) for part in Color.parse(colour).get_truecolor()]
    scale = luminance / max(_luminance(light), 0.001)
    light = [min(1.0, part * scale) for part in light]
    # A part that cannot be brighter than full leaves the rest to white.
    missing = luminance - _luminance(light)
    white = max(0.0, missing / (1 - _luminance(light)))
    return Style(color=Color.from_rgb(*(_from_light(part + (1 - part) * white) for part in light)))


TITLE = ink("#b23426") + BOLD
"""Vermilion, for the game's name and for what is asked."""

_WARNING = ink("#c98a12") + SOLID


def seat_sign(seat: int) -> str:
    """The sign of a seat, one column wide."""
    return _SEATS[seat % len(_SEATS)][0]


def seat_ink(seat: int | None) -> Style:
    """The colour of a seat."""
    return PLAIN if seat is None else ink(_SEATS[seat % len(_SEATS)][1])


def seat_name(scene: Scene, seat: int) -> Text:
    """The name of a seat behind its sign."""
    return Text(f"{seat_sign(seat)} {scene.seats[seat].name}", seat_ink(seat) + BOLD)


def suit_ink(scene: Scene, suit: str, *, paper: bool = False) -> Style:
    """The colour of a suit, on a card or elsewhere."""
    if suit not in scene.suits:
        return PLAIN
    return ink(scene.suits[suit].colour, _ON_PAPER if paper else _ANYWHERE)


def suit_ground(scene: Scene, suit: str) -> Style:
    """The colour of a suit as a ground, with ink that can be read on it."""
    if suit not in scene.suits:
        return PAPER
    ground = Color.parse(scene.suits[suit].colour)
    light = _luminance([_to_light(part) for part in ground.get_truecolor()])
    return Style(color="#ffffff" if light < _ANYWHERE else "#000000", bgcolor=ground)


def chip(scene: Scene, shown: Chip, *, paper: bool = False) -> Text:
    """A number or a word behind the sign of its suit."""
    sign = scene.suits[shown.suit].sign if shown.suit in scene.suits else ""
    return Text(f"{sign}{shown.text}", suit_ink(scene, shown.suit, paper=paper) + BOLD)


def mark_text(scene: Scene, mark: Mark) -> str:
    """A mark by its sign and its word."""
    return f"{MARK_SIGNS[mark]}{scene.terms[mark]}"


def number_tag(number: int) -> Text:
    """The number by which something can be chosen."""
    return Text(f"[{number}]", SOLID)


def warning(text: str) -> Text:
    """Words to take care of, behind a sign."""
    return Text.assemble((" ! ", _WARNING), (f" {text}", BOLD))
