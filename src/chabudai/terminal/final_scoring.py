"""Draws the end of a game: the points step by step, and the result."""

from msgspec.structs import replace
from rich.text import Text

from chabudai.scene.vocabulary import AnyZone, Counted, Grid, GridRow, Mark, Row, Scene, Space
from chabudai.terminal.cards import card_text, layer_texts
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.grid import draw_grid
from chabudai.terminal.styles import BOLD, FAINT, seat_name, seat_sign, seat_style
from chabudai.terminal.text_block import TextBlock, box, fit, flow_text, hanging_indent

_MAX_BAR = 30
"""Maximum length of the longest bar, in characters."""

_POINTS_WIDTH = 5
"""Width of the points of a step, in characters."""


def scoring_step_block(scene: Scene, number: int, width: int) -> TextBlock:
    """Draw a scoring step: points and reason, and below them what counts, and all totals so far."""
    step = scene.scoring[number]
    style = seat_style(step.seat) + BOLD
    sign = " " if step.seat is None else seat_sign(step.seat)
    points = fit(Text(f"{step.points:+d}", style), _POINTS_WIDTH, "right")
    prefix = Text.assemble(points, (f"  {sign} ", style))
    totals = []
    for seat, total in enumerate(step.totals):
        name = seat_name(scene, seat)
        totals.append(Text.assemble(name, f" {total}") if seat == step.seat else Text(f"{name.plain} {total}", FAINT))
    room = width - prefix.cell_len
    counted = [line for each in step.counted for line in _counted_lines(scene, each, room)]
    below = [Text.assemble(" " * prefix.cell_len, line) for line in (*counted, *flow_text(totals, room, 3))]
    return TextBlock([*hanging_indent(prefix, Text(step.text), width), *below])


def _counted_lines(scene: Scene, counted: Counted, width: int) -> list[Text]:
    """Return the counted cards in a line, or the board with a sign on the counted spaces, another on their line."""
    if counted.cards:
        layered = any(isinstance(zone, Row) and zone.layered and zone.id == counted.zone for zone in _zones(scene))
        texts = [card_text(scene, card) for card in counted.cards]
        cards = [Text().join(layer_texts(scene, counted.cards))] if layered else texts
        return flow_text([Text(counted.title, FAINT), *cards], width)
    boards = [zone for zone in scene.zones if isinstance(zone, Grid) and zone.id == counted.zone]
    rows = [_marked(row, counted) for board in boards for row in board.rows]
    if not rows or not counted.spaces:
        return []
    board = replace(boards[0], rows=rows)
    return list(draw_grid(scene, board, width, ChoiceNumbers(), ruled=False).lines)


def _marked(row: GridRow, counted: Counted) -> GridRow:
    """Return a row of a board with marks on nothing but what counts."""

    def marks(space: Space) -> list[Mark]:
        if space.id in counted.line:
            return ["winning"]
        return ["met"] if space.id in counted.spaces else []

    return replace(row, spaces=[replace(space, marks=marks(space)) for space in row.spaces])


def _zones(scene: Scene) -> list[AnyZone]:
    return [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]


def result_block(scene: Scene, width: int) -> TextBlock:
    """Draw the result in a frame."""
    top = Text(f" {scene.terms['result']} ", BOLD)
    return box(score_bars(scene, width).lines, width - 2, style=FAINT, top=top, bottom=Text(f" {scene.prompt} ", BOLD))


def score_bars(scene: Scene, width: int) -> TextBlock:
    """Draw the scores as bars: winners first, otherwise by score. The highest score has the longest bar."""
    ranked = sorted(scene.seats, key=lambda seat: (seat.number not in scene.winners, -seat.score))
    highest = max(1, *(seat.score for seat in ranked))
    name_width = max(seat_name(scene, seat.number).cell_len for seat in ranked)
    longest = min(_MAX_BAR, width - name_width - 24)
    lines = []
    for seat in ranked:
        bar = Text("█" * round(longest * max(0, seat.score) / highest), seat_style(seat.number))
        won = Text(f"  ★ {scene.terms['winner']}" if seat.number in scene.winners else "", BOLD)
        score = fit(Text(str(seat.score), BOLD), 4, "right")
        lines.append(Text.assemble(" ", fit(seat_name(scene, seat.number), name_width), " ", score, "  ", bar, won))
    return TextBlock(lines)
