"""Draws the seats: other players in small panels, the viewer's own seat across the whole width."""

from collections.abc import Mapping, Sequence
from functools import partial

from rich.text import Text

from chabudai.scene.vocabulary import Counter, Fan, Pile, Row, Scene, Seat
from chabudai.terminal.block_placement import place_blocks
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.styles import BOLD, FAINT, seat_name, seat_style, suit_style, warning_text
from chabudai.terminal.text_block import HEAVY, ROUND, TextBlock, box, fit, flow_text, side_by_side, stack
from chabudai.terminal.zones import Size, draw_zone, is_choosing, seats_from_viewer, zone_lines, zone_parts

_PANEL = 26
"""Minimum width of a panel: three fit in 80 columns."""

_INDENT = 2
"""Indent of the second line of a compact seat."""


Absences = Mapping[int, str]
"""What to show at the seats whose players are not there, by seat."""


def draw_other_seats(scene: Scene, width: int, absences: Absences) -> TextBlock:
    """Draw all seats but the viewer's, in table order, in balanced rows of panels."""
    others = [seat for seat in seats_from_viewer(scene) if not seat.you]
    rows = max(1, -(-len(others) // max(1, (width + 1) // (_PANEL + 1))))
    in_row = max(1, -(-len(others) // rows))
    inner = (width + 1) // in_row - 3
    rows_of_seats = [others[i : i + in_row] for i in range(0, len(others), in_row)]
    return stack(draw_seat_panels(scene, seats, inner, absences) for seats in rows_of_seats)


def draw_seat_panels(scene: Scene, seats: Sequence[Seat], inner: int, absences: Absences) -> TextBlock:
    """Draw seats side by side, each in a panel with this inner width."""
    contents = [_panel_lines(scene, seat, inner - 2, absences) for seat in seats]
    height = max(len(lines) for lines in contents)
    filled = [[*lines, *[Text()] * (height - len(lines))] for lines in contents]
    return side_by_side([_panel(scene, seat, lines, inner) for seat, lines in zip(seats, filled, strict=True)])


def _panel(scene: Scene, seat: Seat, lines: Sequence[Text], inner: int) -> TextBlock:
    style, choosing = seat_style(seat.number), is_choosing(scene, seat)
    return box(
        [Text.assemble(" ", line) for line in lines],
        inner,
        HEAVY if choosing else ROUND,
        style + BOLD if choosing else style,
        top=_spaced(seat_name(scene, seat.number)),
        top_right=_spaced(_score(scene, seat)),
        bottom=_spaced(Text(f"▶ {scene.terms['choosing']}", BOLD)) if choosing else None,
    )


def draw_other_seats_compact(scene: Scene, width: int, absences: Absences) -> TextBlock:
    """Draw all seats but the viewer's in a line or two each."""
    return stack(_compact_seat(scene, seat, width, absences) for seat in seats_from_viewer(scene) if not seat.you)


def _compact_seat(scene: Scene, seat: Seat, width: int, absences: Absences) -> TextBlock:
    choosing = [Text("▶", BOLD)] if is_choosing(scene, seat) else []
    name = Text.assemble(seat_name(scene, seat.number), " ", (str(seat.score), BOLD))
    zones = [part for zone in seat.zones for part in zone_parts(scene, zone, ChoiceNumbers())]
    first, *more = flow_text([name, *choosing, *_seat_parts(scene, seat, absences), *zones], width - _INDENT)
    return TextBlock([first, *(Text.assemble(" " * _INDENT, line) for line in more)])


def _panel_lines(scene: Scene, seat: Seat, width: int, absences: Absences) -> list[Text]:
    # Piles first, one line each, so that all hands start on the same line.
    order = sorted(seat.zones, key=lambda zone: not isinstance(zone, Pile))
    zones = [line for zone in order for line in zone_lines(scene, zone, width, ChoiceNumbers())]
    return [*flow_text(_seat_parts(scene, seat, absences), width), *zones]


def _seat_parts(scene: Scene, seat: Seat, absences: Absences) -> list[Text]:
    """Return the absence of a player, and the counters and markers of the seat."""
    parts: list[Text] = [Text(absences[seat.number], FAINT)] if seat.number in absences else []
    for counter in seat.counters:
        parts.append(_counted(scene, counter))
        parts += [Text(f"({counter.note})", FAINT)] if counter.note else []
    for marker in seat.markers:
        style = suit_style(scene, marker.suit) + BOLD if marker.suit else BOLD
        parts.append(warning_text(marker.name) if marker.warning else Text(f"▸ {marker.name}", style))
    return parts


def _counted(scene: Scene, counter: Counter) -> Text:
    """Return a number and its noun, in the word order of the language."""
    shown = {"{number}": (str(counter.value), BOLD), "{name}": (counter.name, FAINT)}
    first, last = scene.terms["counted"].split()
    return Text.assemble(shown[first], " ", shown[last])


def draw_own_seat(
    scene: Scene, seat: Seat, width: int, numbers: ChoiceNumbers, absences: Absences, size: Size, rest: Size
) -> TextBlock:
    """Draw the viewer's own seat: a line with its counters, then its zones.

    `size` is for hands and for zones with choices, `rest` for all other zones.
    """
    name, score, style = seat_name(scene, seat.number), _spaced(_score(scene, seat)), seat_style(seat.number)
    room = width - name.cell_len - score.cell_len - 8
    first, *more = flow_text(_seat_parts(scene, seat, absences), room) or [Text()]
    line = "─" * (room - first.cell_len + 2)
    head = Text.assemble(("─ ", style), name, "  ", first, " ", (line, style), score, ("─", style))
    below = [Text.assemble(" " * (name.cell_len + 4), part) for part in more]
    zones = [zone for zone in seat.zones if not isinstance(zone, Fan | Row) or zone.cards]
    lines: list[Text] = []
    drawings = []
    for zone in zones:
        zone_size = size if isinstance(zone, Fan) or zone.id in numbers.choice_zones else rest
        if zone_size == "line":
            lines += zone_lines(scene, zone, width, numbers)
        else:
            drawings.append(partial(draw_zone, scene, zone, numbers=numbers, size=zone_size))
    return stack([TextBlock([fit(head, width), *below, *lines]), place_blocks(drawings, width, gap=2)])


def _score(scene: Scene, seat: Seat) -> Text:
    return Text(scene.terms["score"].format(score=seat.score), BOLD)


def _spaced(text: Text) -> Text:
    return Text.assemble(" ", text, " ")
