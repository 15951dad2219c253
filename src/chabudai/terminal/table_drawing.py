"""Draws the table without the prompt, at the lowest density that fits the window."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from rich.text import Text

from chabudai.scene.vocabulary import Facts, Pile, Scene
from chabudai.terminal.block_placement import place_blocks
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.fact_panels import draw_fact_panel
from chabudai.terminal.seat_panels import Absences, draw_other_seats, draw_other_seats_compact, draw_own_seat
from chabudai.terminal.styles import FAINT, TITLE
from chabudai.terminal.text_block import TextBlock, stack
from chabudai.terminal.zones import Size, draw_zone


@dataclass(frozen=True)
class Density:
    """How compactly the parts of the table are drawn."""

    gaps: bool = True
    """Blank lines between the parts."""
    panels: bool = True
    """Other seats in panels; otherwise, in a line or two each."""
    facts: bool = True
    """Facts that must always be visible, in the middle of the table."""
    middle: Size = "large"
    """Zones in the middle of the table."""
    own: Size = "large"
    """Hands and zones with choices, at the viewer's own seat."""
    rest: Size = "large"
    """Other zones at the viewer's own seat, and piles in the middle."""


ROOMIEST = Density()

DENSITIES = (
    ROOMIEST,
    Density(gaps=False),
    Density(gaps=False, rest="line"),
    Density(gaps=False, rest="line", panels=False),
    Density(gaps=False, rest="line", panels=False, middle="small"),
    Density(gaps=False, rest="line", panels=False, facts=False),
    Density(gaps=False, rest="line", panels=False, facts=False, middle="small"),
    Density(gaps=False, rest="line", panels=False, facts=False, middle="small", own="small"),
    Density(gaps=False, rest="line", panels=False, facts=False, middle="line", own="small"),
    Density(gaps=False, rest="line", panels=False, facts=False, middle="line", own="line"),
)
"""From the roomiest to the most compact."""


def draw_table_to_fit(
    scene: Scene, width: int, height: int, numbers: ChoiceNumbers, always_shown: Sequence[Facts], absences: Absences
) -> TextBlock:
    """Draw the table with these facts in the roomiest way that fits this height, else in the most compact."""
    table = _TableDrawing(scene, width, numbers, always_shown, absences)
    return next(
        (drawn for density in DENSITIES if (drawn := table.draw(density)).height <= height), table.draw(DENSITIES[-1])
    )


def draw_table(scene: Scene, width: int, numbers: ChoiceNumbers, always_shown: Sequence[Facts]) -> TextBlock:
    """Draw the title, other seats, the middle of the table with these facts, and the viewer's own seat."""
    return _TableDrawing(scene, width, numbers, always_shown, {}).draw(ROOMIEST)


class _TableDrawing:
    """The parts of a table. Parts that several densities share are drawn once."""

    def __init__(
        self, scene: Scene, width: int, numbers: ChoiceNumbers, always_shown: Sequence[Facts], absences: Absences
    ) -> None:
        self._scene = scene
        self._width = width
        self._numbers = numbers
        self._always_shown = always_shown
        self._absences = absences
        self._other_seats = cache(self._draw_other_seats)
        self._middle = cache(self._draw_middle)
        self._own_seat = cache(self._draw_own_seat)

    def draw(self, density: Density) -> TextBlock:
        """Draw the table at this density."""
        space = TextBlock([Text()] if density.gaps else [])
        parts = [
            self._other_seats(density.panels),
            self._middle(density.middle, density.own, density.rest, density.facts),
        ]
        parts += [self._own_seat(density.own, density.rest)] if self._scene.viewer >= 0 else []
        return stack([block for part in parts for block in (part, space)])

    def _draw_other_seats(self, panels: bool) -> TextBlock:
        draw = draw_other_seats if panels else draw_other_seats_compact
        return stack([draw_title(self._scene, self._width), draw(self._scene, self._width, self._absences)])

    def _draw_middle(self, middle: Size, own: Size, rest: Size, facts: bool) -> TextBlock:
        scene, numbers = self._scene, self._numbers
        drawings = []
        for zone in scene.zones:
            # Zones with choices are drawn as cards for longer; piles are the first to shrink to a line.
            size = rest if isinstance(zone, Pile) else middle
            if zone.id in numbers.choice_zones:
                size = own if middle == "line" else middle
            drawings.append(partial(draw_zone, scene, zone, numbers=numbers, size=size))
        panels = [partial(draw_fact_panel, scene, panel) for panel in self._always_shown] if facts else []
        return place_blocks([*drawings, *panels], self._width, gap=3)

    def _draw_own_seat(self, own: Size, rest: Size) -> TextBlock:
        seats = [seat for seat in self._scene.seats if seat.you]
        return stack(
            draw_own_seat(self._scene, seat, self._width, self._numbers, self._absences, own, rest) for seat in seats
        )


def draw_title(scene: Scene, width: int) -> TextBlock:
    """Draw the name of the game, and its status at the right."""
    status = Text(f" {scene.status}")
    title = Text(f"{scene.title} ", TITLE)
    line = "━" * (width - title.cell_len - status.cell_len)
    return TextBlock([Text.assemble(title, (line, FAINT), status)])
