"""Base class of screens with a table: the table, facts beside it in a wide window, the prompt panel, and the keys."""

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
from chabudai.terminal.app.theme import CURSOR
from chabudai.terminal.choice_numbers import ChoiceNumbers, number_choices
from chabudai.terminal.choice_regions import ChoiceRegion, find_choice_regions, highlighted
from chabudai.terminal.draw import WIDE, WIDTH, log_block, renderable
from chabudai.terminal.fact_panels import draw_fact_panel, min_width
from chabudai.terminal.seat_panels import Absences
from chabudai.terminal.styles import BOLD, FAINT
from chabudai.terminal.table_drawing import draw_table_to_fit
from chabudai.terminal.text_block import TextBlock, stack

_FOOTER = 1
"""Lines for the keys at the bottom."""

_MAX_SIDE = 64
"""Maximum width of the facts beside the table."""

_SIDE_MARGIN = 3
"""Characters between the table and the facts beside it."""

_LOG_LINES, _LOG_LINES_TALL = 2, 8
"""Log lines above the prompt: in a short window, and in a tall one."""

_CARD_HEIGHT = 4
"""Lines to keep visible from the top of the choice at the cursor: the height of a card."""

_TALL = 36
"""Windows with at least this many lines are tall."""


class BlockWidget(Static):
    """A widget that shows a block of text."""

    def draw(self, block: TextBlock, width: int) -> None:
        """Draw this block."""
        self.update(renderable(block, width))


class TableView(BaseScreen):
    """A screen that draws a scene, and redraws it when the window is resized."""

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self.log_lines: Sequence[LogLine] = []
        self.cursor: int | None = None
        self._drawn: tuple[Scene, tuple[int, int], Absences, TextBlock] | None = None
        """The scene that was drawn last, the size, who was not there, and the drawing."""
        self.regions: dict[int, ChoiceRegion] = {}
        """Where each choice is drawn on the screen."""

    def compose(self) -> ComposeResult:
        """Create the parts of the screen."""
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield BlockWidget(id="drawing")
            with VerticalScroll(id="side", can_focus=False):
                yield BlockWidget(id="side-panels")
        yield BlockWidget(id="prompt")
        yield Static(id="footer")

    def on_resize(self, event: Resize) -> None:
        """Redraw for the new size."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.redraw()

    @property
    def wide(self) -> bool:
        """Whether facts are shown beside the table."""
        return self.size.width >= WIDE

    def redraw(self) -> None:
        """Draw everything in its current state, unless the screen is already being removed."""
        if self.scene is None or not self.query("#footer"):
            return
        side = self._side_width()
        width = self.size.width - side
        numbers = number_choices(self.scene)
        prompt = TextBlock([*self._recent_log(width), *self.prompt_panel(self.scene, self.size.width, numbers).lines])
        height = self.size.height - prompt.height - _FOOTER
        side_facts = [
            facts for facts in self.scene.facts if self.wide and min_width(self.scene, facts) <= side - _SIDE_MARGIN
        ]
        always_shown = [facts for facts in self.scene.facts if facts.always and facts not in side_facts]
        # Leave the last column free for the scroll bar.
        table = self._draw_table(self.scene, width - 1, height, numbers, always_shown)
        self._find_regions(table, prompt, height)
        if self.cursor is not None:
            table = TextBlock(highlighted(table.lines, self.cursor, CURSOR))
            prompt = TextBlock(highlighted(prompt.lines, self.cursor, CURSOR))
        self.query_one("#drawing", BlockWidget).draw(table, width - 1)
        self.query_one("#prompt", BlockWidget).draw(prompt, self.size.width)
        self.query_one("#footer", Static).update(self.footer())
        self.query_one("#side").styles.width = side
        self._draw_side(self.scene, side_facts, side - _SIDE_MARGIN)

    def _draw_table(
        self, scene: Scene, width: int, height: int, numbers: ChoiceNumbers, always_shown: Sequence[Facts]
    ) -> TextBlock:
        """Draw the table for this size, or reuse the drawing if only the cursor has moved."""
        size, absences = (width, height), self.absences()
        if self._drawn is None or self._drawn[0] is not scene or self._drawn[1:3] != (size, absences):
            drawing = draw_table_to_fit(scene, width, height, numbers, always_shown, absences)
            self._drawn = (scene, size, absences, drawing)
        return self._drawn[3]

    def _find_regions(self, table: TextBlock, prompt: TextBlock, prompt_line: int) -> None:
        """Find where choices are drawn: on the table, else in the prompt, which begins at this line."""
        self.regions = find_choice_regions(table.lines)
        for action, region in find_choice_regions(prompt.lines).items():
            self.regions.setdefault(action, region._replace(line=region.line + prompt_line))

    def scroll_to_choice(self, region: ChoiceRegion) -> None:
        """Scroll to a choice, in a window too short for the whole table."""
        self.query_one("#table").scroll_to_region(Region(0, region.line, 1, _CARD_HEIGHT), animate=False)

    def _side_width(self) -> int:
        """Return the width that a wide window leaves beside the table."""
        return min(_MAX_SIDE, self.size.width - WIDTH - 2) if self.wide else 0

    def _draw_side(self, scene: Scene, facts: Sequence[Facts], width: int) -> None:
        if self.wide:
            panels = stack(draw_fact_panel(scene, panel, width) for panel in facts)
            self.query_one("#side-panels", BlockWidget).draw(panels, width)

    def _recent_log(self, width: int) -> list[Text]:
        """Return the latest log lines, more of them in a tall window."""
        if not self.log_lines:
            return []
        count = _LOG_LINES_TALL if self.size.height >= _TALL else _LOG_LINES
        lines = log_block(self.log_lines[-count:], width).lines[-count:]
        for line in lines:
            line.stylize(FAINT)
        return list(lines)

    def absences(self) -> Absences:
        """Return what to show at the seats whose players are not there."""
        return {}

    def prompt_panel(self, scene: Scene, width: int, numbers: ChoiceNumbers) -> TextBlock:
        """Draw the panel below the table."""
        raise NotImplementedError

    def footer(self) -> Text:
        """Return the line with the keys."""
        raise NotImplementedError


def keys_line(keys: Sequence[tuple[str, str, str]]) -> Text:
    """Return a line of clickable keys, each given as (key, label, action)."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for key, label, action in keys:
        text = Text.assemble((f" {key} ", BOLD), f"{label} ")
        text.stylize(Style.from_meta({"@click": f"screen.{action}"}))
        line.append_text(text)
    return line
