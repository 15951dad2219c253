"""The themes and the style sheet of the full-screen application."""

from rich.style import Style
from textual.theme import Theme

LIGHT = Theme(
    name="light",
    primary="#b23426",
    secondary="#27568c",
    accent="#b23426",
    foreground="#2b2621",
    background="#fbf7ee",
    surface="#f3ecdd",
    panel="#e9dfc9",
    dark=False,
)
DARK = Theme(
    name="dark",
    primary="#e0705f",
    secondary="#7aa6d8",
    accent="#e0705f",
    foreground="#e8e2d6",
    background="#1c1a18",
    surface="#262320",
    panel="#322e2a",
    dark=True,
)

CURSOR = Style(color="#1c1a18", bgcolor="#f2c14e", bold=True)
"""The style of the choice at the cursor. The panel below the table also names it, for people who cannot see color."""

CSS = """
Screen { background: $background; color: $foreground; layout: vertical; }
#middle { height: 1fr; }
#table { width: 1fr; height: 1fr; padding: 0 0 0 0; scrollbar-size-vertical: 1; }
#side { height: 1fr; padding: 0 0 0 1; border-left: solid $panel; display: none; scrollbar-size-vertical: 0; }
.wide #side { display: block; }
#prompt { height: auto; max-height: 60%; }
#footer { height: 1; background: $panel; }
#text-input { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
#text-input.open { display: block; }
Overlay { align: center middle; background: $background 60%; }
#overlay { width: 84; max-width: 100%; height: auto; max-height: 100%; background: $surface; border: round $primary; }
#overlay-text { height: auto; padding: 0 1; }
#overlay-scroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
#note { height: 1; padding: 0 2; }
#menu { padding: 1 2 0 2; height: 1fr; scrollbar-size-vertical: 1; }
"""
