"""A screen with a table on it: the drawing, facts beside it where there is room, what is asked, and keys."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.geometry import Region
from textual.widgets import Static

from chabudai.scene.vocabulary import Facts, LogLine, Scene
from chabudai.terminal.app.base_screen import BaseScreen
from chabudai.terminal.app.looks import CURSOR
from chabudai.terminal.block import Block, stack
from chabudai.terminal.draw import WIDE, WIDTH, log_block, printed
from chabudai.terminal.facts import draw_panel, least_width
from chabudai.terminal.ink import BOLD, FAINT
from chabudai.terminal.numbers import Numbers, number_choices
from chabudai.terminal.table import draw_fitting
from chabudai.terminal.touch import Spot, lit, spots

_FOOT = 1
"""Lines at the bottom of the screen, for the keys."""

_MOST = 64
"""So wide facts beside the table may be."""

_EDGE = 3
"""Columns between the table and what stands beside it."""

_TOLD, _TOLD_MORE = 2, 8
"""Lines of the log above what is asked: in a low window, and in a high one."""

_CARD = 4
"""Lines of a card that are to be seen of what the cursor is at."""

_HIGH = 36
"""From so many lines on a window is high."""


class Drawing(Static):
    """A block of text that can be touched."""

    def draw(self, block: Block, width: int) -> None:
        """Draw this block."""
        self.update(printed(block, width))


class TableView(BaseScreen):
    """Draws a scene, and again whenever the window changes."""

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.log_lines: Sequence[LogLine] = []
        self.cursor: int | None = None
        self._drawn: tuple[Scene, tuple[int, int], Block] | None = None
        self.spots: dict[int, Spot] = {}
        """Where each choice is drawn, from the top of the screen."""

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Drawing(id="drawing")
            with VerticalScroll(id="side", can_focus=False):
                yield Drawing(id="beside")
        yield Drawing(id="asked")
        yield Static(id="foot")

    def on_resize(self, event: Resize) -> None:
        """Draw the table for the new size."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.redraw()

    @property
    def wide(self) -> bool:
        """Whether facts stand beside the table."""
        return self.size.width >= WIDE

    def redraw(self) -> None:
        """Draw everything as it is now; nothing, if the screen is just being taken away."""
        if self.scene is None or not self.query("#foot"):
            return
        side = self._side_width()
        width = self.size.width - side
        numbers = number_choices(self.scene)
        asked = Block([*self._told(width), *self.asking(self.scene, self.size.width, numbers).lines])
        height = self.size.height - asked.height - _FOOT
        # The last column stays free for a scroll bar.
        aside = [facts for facts in self.scene.facts if self.wide and least_width(self.scene, facts) <= side - _EDGE]
        aids = [facts for facts in self.scene.facts if facts.always and facts not in aside]
        table = self._fitted(self.scene, width - 1, height, numbers, aids)
        self._find_spots(table, asked, height)
        if self.cursor is not None:
            table = Block(lit(table.lines, self.cursor, CURSOR))
            asked = Block(lit(asked.lines, self.cursor, CURSOR))
        self.query_one("#drawing", Drawing).draw(table, width - 1)
        self.query_one("#asked", Drawing).draw(asked, self.size.width)
        self.query_one("#foot", Static).update(self.foot())
        self.query_one("#side").styles.width = side
        self._draw_beside(self.scene, aside, side - _EDGE)

    def _fitted(self, scene: Scene, width: int, height: int, numbers: Numbers, aids: Sequence[Facts]) -> Block:
        """The table in this room; the same as before if only the cursor has moved."""
        room = (width, height)
        if self._drawn is None or self._drawn[0] is not scene or self._drawn[1] != room:
            self._drawn = (scene, room, draw_fitting(scene, width, height, numbers, aids))
        return self._drawn[2]

    def _find_spots(self, table: Block, asked: Block, below: int) -> None:
        self.spots = spots(table.lines)
        for action, spot in spots(asked.lines).items():
            self.spots.setdefault(action, spot._replace(line=spot.line + below))

    def bring_into_sight(self, spot: Spot) -> None:
        """Scroll to a spot, in a window that is too low for the whole table."""
        region = Region(0, spot.line, 1, _CARD)
        self.query_one("#table").scroll_to_region(region, animate=False)

    def _side_width(self) -> int:
        """What a table leaves of the window, if it is wide."""
        return min(_MOST, self.size.width - WIDTH - 2) if self.wide else 0

    def _draw_beside(self, scene: Scene, facts: Sequence[Facts], width: int) -> None:
        if self.wide:
            panels = stack(draw_panel(scene, shown, width) for shown in facts)
            self.query_one("#beside", Drawing).draw(panels, width)

    def _told(self, width: int) -> list[Text]:
        """What happened last."""
        if not self.log_lines:
            return []
        most = _TOLD_MORE if self.size.height >= _HIGH else _TOLD
        lines = log_block(self.log_lines[-most:], width).lines[-most:]
        for line in lines:
            line.stylize(FAINT)
        return list(lines)

    def asking(self, scene: Scene, width: int, numbers: Numbers) -> Block:
        """What stands below the table."""
        raise NotImplementedError

    def foot(self) -> Text:
        """The keys that can be pressed."""
        raise NotImplementedError


def keys_line(keys: Sequence[tuple[str, str, str]]) -> Text:
    """Keys with what they do, each to be clicked too: key, what it does, and the action that does it."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for key, what, action in keys:
        part = Text.assemble((f" {key} ", BOLD), f"{what} ")
        part.stylize(Style.from_meta({"@click": f"screen.{action}"}))
        line.append_text(part)
    return line
