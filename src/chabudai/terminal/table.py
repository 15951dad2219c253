"""The table itself, without what is asked: drawn in full, or as closely as the room wants it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from rich.text import Text

from chabudai.scene.vocabulary import Facts, Pile, Scene
from chabudai.terminal.block import Block, stack
from chabudai.terminal.facts import draw_panel
from chabudai.terminal.ink import FAINT, TITLE
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.packing import pack
from chabudai.terminal.seats import draw_others, draw_others_in_lines, draw_own
from chabudai.terminal.zones import Size, draw_zone


@dataclass(frozen=True)
class Way:
    """How much room the parts of a table take."""

    gaps: bool = True
    """Blank lines between the parts."""
    panels: bool = True
    """The others in panels, else in a line or two each."""
    facts: bool = True
    """Facts in the middle, that are always to be in sight."""
    middle: Size = "large"
    own: Size = "large"
    """The own hand, and what is asked for at the own place."""
    rest: Size = "large"
    """All else there, and piles."""


ROOMY = Way()

WAYS = (
    ROOMY,
    Way(gaps=False),
    Way(gaps=False, rest="line"),
    Way(gaps=False, rest="line", panels=False),
    Way(gaps=False, rest="line", panels=False, middle="small"),
    Way(gaps=False, rest="line", panels=False, facts=False),
    Way(gaps=False, rest="line", panels=False, facts=False, middle="small"),
    Way(gaps=False, rest="line", panels=False, facts=False, middle="small", own="small"),
    Way(gaps=False, rest="line", panels=False, facts=False, middle="line", own="small"),
    Way(gaps=False, rest="line", panels=False, facts=False, middle="line", own="line"),
)
"""From the roomiest to the closest."""


def draw_fitting(scene: Scene, width: int, height: int, numbers: Numbers, aids: Sequence[Facts]) -> Block:
    """The table with these facts, in the roomiest way that has no more lines than that; in the closest if none has."""
    table = _Table(scene, width, numbers, aids)
    return next((drawn for way in WAYS if (drawn := table.draw(way)).height <= height), table.draw(WAYS[-1]))


def draw_table(scene: Scene, width: int, numbers: Numbers, aids: Sequence[Facts]) -> Block:
    """The title, the others, the middle of the table with facts that belong there, and the own place."""
    return _Table(scene, width, numbers, aids).draw(ROOMY)


class _Table:
    """The parts of a table. Several ways have some in common: these are drawn once."""

    def __init__(self, scene: Scene, width: int, numbers: Numbers, aids: Sequence[Facts]) -> None:
        self._scene = scene
        self._width = width
        self._numbers = numbers
        self._aids = aids
        self._others = cache(self._draw_others)
        self._middle = cache(self._draw_middle)
        self._own = cache(self._draw_own)

    def draw(self, way: Way) -> Block:
        space = Block([Text()] if way.gaps else [])
        parts = [self._others(way.panels), self._middle(way.middle, way.own, way.rest, way.facts)]
        parts += [self._own(way.own, way.rest)] if self._scene.viewer >= 0 else []
        return stack([block for part in parts for block in (part, space)])

    def _draw_others(self, panels: bool) -> Block:
        draw = draw_others if panels else draw_others_in_lines
        return stack([draw_title(self._scene, self._width), draw(self._scene, self._width)])

    def _draw_middle(self, middle: Size, own: Size, rest: Size, facts: bool) -> Block:
        scene, numbers = self._scene, self._numbers
        drawings = []
        for zone in scene.zones:
            # Where something is asked for, cards stay cards for longer; piles are the first to become a line.
            size = rest if isinstance(zone, Pile) else middle
            if zone.id in numbers.asked:
                size = own if middle == "line" else middle
            drawings.append(partial(draw_zone, scene, zone, numbers=numbers, size=size))
        panels = [partial(draw_panel, scene, shown) for shown in self._aids] if facts else []
        return pack([*drawings, *panels], self._width, gap=3)

    def _draw_own(self, own: Size, rest: Size) -> Block:
        seats = [seat for seat in self._scene.seats if seat.you]
        return stack(draw_own(self._scene, seat, self._width, self._numbers, own, rest) for seat in seats)


def draw_title(scene: Scene, width: int) -> Block:
    """The name of the game, and where it stands."""
    status = Text(f" {scene.status}")
    title = Text(f"{scene.title} ", TITLE)
    line = "━" * (width - title.cell_len - status.cell_len)
    return Block([Text.assemble(title, (line, FAINT), status)])
