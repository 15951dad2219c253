"""Windows over the table or the menu: rules, log, facts, reasons, a hint, the scoring, or a question."""

from collections.abc import Callable
from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Static

from chabudai.terminal.draw import WIDTH

_EDGE = 4
"""Width of the border and the margins, in characters."""


class Overlay(ModalScreen[str]):
    """A window with text to read. `draw` renders it for a width; a key in `answers` closes it with that answer.

    With `must_answer`, nothing else closes it. With `at_end`, it is scrolled to its end whenever it is drawn.
    """

    BINDINGS: ClassVar = [
        Binding("escape,q,enter,space", "close", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-15)", show=False),
        Binding("pagedown", "scroll(15)", show=False),
        Binding("home", "scroll(-100000)", show=False),
        Binding("end", "scroll(100000)", show=False),
    ]

    def __init__(
        self,
        title: str,
        draw: Callable[[int], RenderableType],
        footer: str,
        *,
        answers: tuple[str, ...] = (),
        at_end: bool = False,
        must_answer: bool = False,
    ) -> None:
        super().__init__()
        self._title = title
        self._draw = draw
        self._footer = footer
        self._answers = answers
        self._at_end = at_end
        self._must_answer = must_answer

    def compose(self) -> ComposeResult:
        """Create the frame and the text."""
        with Vertical(id="overlay") as frame:
            frame.border_title = self._title
            frame.border_subtitle = self._footer
            with VerticalScroll(id="overlay-scroll", can_focus=False):
                yield Static(id="overlay-text")

    def on_mount(self) -> None:
        """Draw the text."""
        self.redraw()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the current text, unless the overlay is already being removed."""
        for text in self.query("#overlay-text").results(Static):
            text.update(self._draw(min(WIDTH, self.size.width - _EDGE)))
        if self._at_end:
            self.call_after_refresh(self.action_scroll, 100_000)

    def action_scroll(self, lines: int) -> None:
        """Scroll by this many lines."""
        for scroll in self.query("#overlay-scroll").results(VerticalScroll):
            scroll.scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        """Close the overlay, unless it must be answered."""
        if not self._must_answer:
            self.dismiss("")

    def withdraw(self) -> None:
        """Close the overlay without an answer; if another one covers it, let the usual keys close it later."""
        self._answers, self._must_answer = (), False
        if self.app.screen is self:
            self.dismiss("")

    def on_key(self, event: Key) -> None:
        """Close the overlay if the key is an answer."""
        if event.key in self._answers:
            event.stop()
            self.dismiss(event.key)

    def on_click(self, event: Click) -> None:
        """Close on a click outside the frame."""
        if event.widget is self:
            self.action_close()
