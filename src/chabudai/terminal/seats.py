"""The seats: the others in small panels, the viewer's own place across the whole table."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text

from chabudai.scene.vocabulary import Counter, Fan, Pile, Row, Scene, Seat
from chabudai.terminal.block import HEAVY, ROUND, Block, beside, box, fit, flow_text, stack
from chabudai.terminal.ink import BOLD, FAINT, seat_ink, seat_name, suit_ink, warning
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.packing import pack
from chabudai.terminal.zones import Size, draw_zone, round_the_table, zone_lines, zone_parts

_PANEL = 26
"""The least width of a panel: three stand side by side in 80 columns."""

_INDENT = 2
"""How far to the right the second line of a seat begins."""


def draw_others(scene: Scene, width: int) -> Block:
    """All seats but the viewer's, in their order round the table, as many in each row of panels."""
    others = [seat for seat in round_the_table(scene) if not seat.you]
    rows = max(1, -(-len(others) // max(1, (width + 1) // (_PANEL + 1))))
    in_row = max(1, -(-len(others) // rows))
    inner = (width + 1) // in_row - 3
    return stack(draw_panels(scene, others[i : i + in_row], inner) for i in range(0, len(others), in_row))


def draw_panels(scene: Scene, seats: Sequence[Seat], inner: int) -> Block:
    """Seats side by side, each in a panel so many columns wide inside."""
    insides = [_inside(scene, seat, inner - 2) for seat in seats]
    height = max(len(lines) for lines in insides)
    filled = [[*lines, *[Text()] * (height - len(lines))] for lines in insides]
    return beside([_panel(scene, seat, lines, inner) for seat, lines in zip(seats, filled, strict=True)])


def _panel(scene: Scene, seat: Seat, lines: Sequence[Text], inner: int) -> Block:
    style = seat_ink(seat.number)
    return box(
        [Text.assemble(" ", line) for line in lines],
        inner,
        HEAVY if seat.waited_for else ROUND,
        style + BOLD if seat.waited_for else style,
        top=_spaced(seat_name(scene, seat.number)),
        top_right=_spaced(_score(scene, seat)),
        bottom=_spaced(Text(f"▶ {scene.terms['choosing']}", BOLD)) if seat.waited_for else None,
    )


def draw_others_in_lines(scene: Scene, width: int) -> Block:
    """The same in a line or two for each seat."""
    return stack(_seat_lines(scene, seat, width) for seat in round_the_table(scene) if not seat.you)


def _seat_lines(scene: Scene, seat: Seat, width: int) -> Block:
    choosing = [Text("▶", BOLD)] if seat.waited_for else []
    name = Text.assemble(seat_name(scene, seat.number), " ", (str(seat.score), BOLD))
    zones = [part for zone in seat.zones for part in zone_parts(scene, zone, Numbers())]
    first, *more = flow_text([name, *choosing, *_state(scene, seat), *zones], width - _INDENT)
    return Block([first, *(Text.assemble(" " * _INDENT, line) for line in more)])


def _inside(scene: Scene, seat: Seat, width: int) -> list[Text]:
    # Piles first, one line each: so the hands of all seats stand level.
    order = sorted(seat.zones, key=lambda zone: not isinstance(zone, Pile))
    zones = [line for zone in order for line in zone_lines(scene, zone, width, Numbers())]
    return [*flow_text(_state(scene, seat), width), *zones]


def _state(scene: Scene, seat: Seat) -> list[Text]:
    """The counters and markers of a seat."""
    parts: list[Text] = []
    for counter in seat.counters:
        parts.append(_counted(scene, counter))
        parts += [Text(f"({counter.note})", FAINT)] if counter.note else []
    for marker in seat.markers:
        ink = suit_ink(scene, marker.suit) + BOLD if marker.suit else BOLD
        parts.append(warning(marker.name) if marker.warning else Text(f"▸ {marker.name}", ink))
    return parts


def _counted(scene: Scene, counter: Counter) -> Text:
    """A number and what is counted, in the order of the language."""
    shown = {"{number}": (str(counter.value), BOLD), "{name}": (counter.name, FAINT)}
    first, last = scene.terms["counted"].split()
    return Text.assemble(shown[first], " ", shown[last])


def draw_own(
    scene: Scene, seat: Seat, width: int, numbers: Numbers, size: Size = "large", rest: Size = "large"
) -> Block:
    """The viewer's own place: a line with all that can be counted, then what lies there.

    Hands, and where something is asked for, have one size, the `rest` another.
    """
    name, score, style = seat_name(scene, seat.number), _spaced(_score(scene, seat)), seat_ink(seat.number)
    room = width - name.cell_len - score.cell_len - 8
    first, *more = flow_text(_state(scene, seat), room) or [Text()]
    line = "─" * (room - first.cell_len + 2)
    head = Text.assemble(("─ ", style), name, "  ", first, " ", (line, style), score, ("─", style))
    below = [Text.assemble(" " * (name.cell_len + 4), part) for part in more]
    zones = [zone for zone in seat.zones if not isinstance(zone, Fan | Row) or zone.cards]
    lines: list[Text] = []
    drawings = []
    for zone in zones:
        shown = size if isinstance(zone, Fan) or zone.id in numbers.asked else rest
        if shown == "line":
            lines += zone_lines(scene, zone, width, numbers)
        else:
            drawings.append(partial(draw_zone, scene, zone, numbers=numbers, size=shown))
    return stack([Block([fit(head, width), *below, *lines]), pack(drawings, width, gap=2)])


def _score(scene: Scene, seat: Seat) -> Text:
    return Text(scene.terms["score"].format(score=seat.score), BOLD)


def _spaced(text: Text) -> Text:
    return Text.assemble(" ", text, " ")
