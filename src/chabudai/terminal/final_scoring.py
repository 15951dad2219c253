"""Draws the end of a game: the points step by step, and the result."""

from rich.text import Text

from chabudai.scene.vocabulary import Scene
from chabudai.terminal.styles import BOLD, FAINT, seat_name, seat_sign, seat_style
from chabudai.terminal.text_block import TextBlock, box, fit, flow_text, hanging_indent

_MAX_BAR = 30
"""Maximum length of the longest bar, in characters."""

_POINTS_WIDTH = 5
"""Width of the points of a step, in characters."""


def scoring_step_block(scene: Scene, number: int, width: int) -> TextBlock:
    """Draw a scoring step: points and reason, and below them all totals so far."""
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
    below = [Text.assemble(" " * prefix.cell_len, line) for line in flow_text(totals, room, 3)]
    return TextBlock([*hanging_indent(prefix, Text(step.text), width), *below])


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
