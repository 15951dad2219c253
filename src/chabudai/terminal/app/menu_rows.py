"""A list of menu rows that are activated, or whose value is changed, with keys or mouse."""

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

from chabudai.terminal.app.theme import CURSOR
from chabudai.terminal.draw import renderable
from chabudai.terminal.styles import BOLD, FAINT
from chabudai.terminal.text_block import TextBlock, fit

_LABEL_WIDTH = 26
_VALUE_WIDTH = 20
"""Widths of the label and the value of a row, in characters."""


@dataclass(frozen=True)
class MenuRow:
    """A row: a label, perhaps a value, and a note."""

    label: str
    value: str = ""
    note: str = ""
    enter: Callable[[], None] | None = None
    """Called when the row is activated."""
    change: Callable[[int], None] | None = None
    """Called to change the value: with 1 to the next, with -1 to the previous."""
    selected: bool = False
    """Whether the row has the sign of the selected game."""

    @property
    def active(self) -> bool:
        """Whether the row does anything; if not, the cursor skips it."""
        return self.enter is not None or self.change is not None


class MenuRows(Static, can_focus=True):
    """Rows with a cursor.

    `make_rows` creates the rows, again after every change. `on_move` is called with the index of the row to which the
    cursor has moved.
    """

    BINDINGS: ClassVar = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("left", "change(-1)", show=False),
        Binding("right", "change(1)", show=False),
        Binding("enter,space", "enter", show=False),
    ]

    def __init__(
        self, make_rows: Callable[[], Sequence[MenuRow]], on_move: Callable[[int], None] | None = None
    ) -> None:
        super().__init__()
        self._make_rows = make_rows
        self._on_move = on_move
        self.rows: Sequence[MenuRow] = []
        self.cursor = 0

    def on_mount(self) -> None:
        """Draw the rows."""
        self.redraw()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Create the rows again, and draw them."""
        self.rows = self._make_rows()
        self.cursor = min(self.cursor, len(self.rows) - 1)
        if self.rows and not self.rows[self.cursor].active:
            self.cursor = next((index for index, row in enumerate(self.rows) if row.active), 0)
        width = self.size.width or 80
        self.update(
            renderable(TextBlock([self._draw_row(index, row, width) for index, row in enumerate(self.rows)]), width)
        )

    def _draw_row(self, index: int, row: MenuRow, width: int) -> Text:
        if row.change is None:
            sign = "● " if row.selected else "▸ " if row.enter else "  "
            line = Text.assemble(sign, (row.label, BOLD if row.active else FAINT), "  ", (row.note, FAINT))
        else:
            arrows = [
                Text(f" {sign} ", Style.from_meta({"row": index, "change": by})) for sign, by in (("‹", -1), ("›", 1))
            ]
            value = Text.assemble(arrows[0], fit(Text(row.value, BOLD), _VALUE_WIDTH, "center"), arrows[1])
            line = Text.assemble("  ", fit(Text(row.label), _LABEL_WIDTH), value, "  ", (row.note, FAINT))
        line = fit(line, width)
        line.stylize_before(Style.from_meta({"row": index}))
        if index == self.cursor and row.active:
            line.stylize(CURSOR)
        return line

    def action_move(self, by: int) -> None:
        """Move the cursor up (-1) or down (1) to the next active row."""
        index = self.cursor + by
        while 0 <= index < len(self.rows) and not self.rows[index].active:
            index += by
        if 0 <= index < len(self.rows):
            self.go_to(index)

    def action_change(self, by: int) -> None:
        """Change the value of the current row, if it has one."""
        change = self.rows[self.cursor].change
        if change is not None:
            change(by)
            self.redraw()

    def action_enter(self) -> None:
        """Activate the current row; if it has a value, change it to the next."""
        row = self.rows[self.cursor]
        if row.enter is not None:
            row.enter()
        else:
            self.action_change(1)

    def on_click(self, event: Click) -> None:
        """Move to the clicked row.

        A click on an arrow changes the value. Any other click activates the row, but a row with a value only if the
        cursor was already there.
        """
        index = event.style.meta.get("row")
        if not isinstance(index, int) or not self.rows[index].active:
            return
        was_current = index == self.cursor
        self.go_to(index)
        if "change" in event.style.meta:
            self.action_change(event.style.meta["change"])
        elif was_current or self.rows[index].change is None:
            self.action_enter()

    def go_to(self, index: int) -> None:
        """Move the cursor to a row."""
        self.cursor = index
        if self._on_move is not None:
            self._on_move(index)
        self.redraw()
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, self.virtual_region.y + index, 1, 1), animate=False)
