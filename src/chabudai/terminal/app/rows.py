"""A list to choose from: rows that are entered, or whose value is changed, by keys or mouse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.events import Click
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Static

from chabudai.terminal.app.looks import CURSOR
from chabudai.terminal.block import Block, fit
from chabudai.terminal.draw import printed
from chabudai.terminal.ink import BOLD, FAINT

_LABEL = 26
_VALUE = 20
"""Columns for what a row is about, and for its value."""


@dataclass(frozen=True)
class Row:
    """A row: what it is about, its value if it has one, and what is said beside it."""

    label: str
    value: str = ""
    note: str = ""
    enter: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    picked: bool = False

    @property
    def alive(self) -> bool:
        """Whether anything can be done with it: else it is only to be read."""
        return self.enter is not None or self.change is not None


class RowList(Static, can_focus=True):
    """Rows with a cursor. `make` is asked for them anew whenever something has changed."""

    BINDINGS: ClassVar = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("left", "change(-1)", show=False),
        Binding("right", "change(1)", show=False),
        Binding("enter,space", "enter", show=False),
    ]

    def __init__(self, make: Callable[[], Sequence[Row]], moved: Callable[[int], None] | None = None) -> None:
        super().__init__()
        self._make = make
        self._moved = moved
        self.rows: Sequence[Row] = []
        self.cursor = 0

    def on_mount(self) -> None:
        """Draw the rows."""
        self.redraw()

    def on_resize(self) -> None:
        """Draw them for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the rows as they are now."""
        self.rows = self._make()
        self.cursor = min(self.cursor, len(self.rows) - 1)
        if self.rows and not self.rows[self.cursor].alive:
            self.cursor = next((place for place, row in enumerate(self.rows) if row.alive), 0)
        width = self.size.width or 80
        self.update(printed(Block([self._line(place, row, width) for place, row in enumerate(self.rows)]), width))

    def _line(self, place: int, row: Row, width: int) -> Text:
        if row.change is None:
            sign = "● " if row.picked else "▸ " if row.enter else "  "
            line = Text.assemble(sign, (row.label, BOLD if row.alive else FAINT), "  ", (row.note, FAINT))
        else:
            arrows = [
                Text(f" {sign} ", Style.from_meta({"row": place, "change": by})) for sign, by in (("‹", -1), ("›", 1))
            ]
            value = Text.assemble(arrows[0], fit(Text(row.value, BOLD), _VALUE, "center"), arrows[1])
            line = Text.assemble("  ", fit(Text(row.label), _LABEL), value, "  ", (row.note, FAINT))
        line = fit(line, width)
        line.stylize_before(Style.from_meta({"row": place}))
        if place == self.cursor and row.alive:
            line.stylize(CURSOR)
        return line

    def action_move(self, by: int) -> None:
        """Move the cursor to the next row that can be used."""
        place = self.cursor + by
        while 0 <= place < len(self.rows) and not self.rows[place].alive:
            place += by
        if 0 <= place < len(self.rows):
            self.go_to(place)

    def action_change(self, by: int) -> None:
        """Change the value of the row."""
        change = self.rows[self.cursor].change
        if change is not None:
            change(by)
            self.redraw()

    def action_enter(self) -> None:
        """Do what the row is for."""
        row = self.rows[self.cursor]
        if row.enter is not None:
            row.enter()
        else:
            self.action_change(1)

    def on_click(self, event: Click) -> None:
        """A click moves to a row, and a click at an arrow changes its value; at the row itself, enters it."""
        place = event.style.meta.get("row")
        if not isinstance(place, int) or not self.rows[place].alive:
            return
        again = place == self.cursor
        self.go_to(place)
        if "change" in event.style.meta:
            self.action_change(event.style.meta["change"])
        elif again or self.rows[place].change is None:
            self.action_enter()

    def go_to(self, place: int) -> None:
        """Move the cursor to a row."""
        self.cursor = place
        if self._moved is not None:
            self._moved(place)
        self.redraw()
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, self.virtual_region.y + place, 1, 1), animate=False)
