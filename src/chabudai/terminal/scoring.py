"""The end of a game: its points step by step, and who won."""

from rich.text import Text

from chabudai.scene.vocabulary import Scene
from chabudai.terminal.block import Block, box, fit, flow_text, led
from chabudai.terminal.ink import BOLD, FAINT, seat_ink, seat_name, seat_sign

_BAR = 30
"""How long the bar of the highest score is."""

_POINTS = 5
"""Columns for the points of a step."""


def draw_step(scene: Scene, number: int, width: int) -> Block:
    """A step of the final scoring: what counts and how much, and below it everybody's points so far."""
    step = scene.scoring[number]
    style = seat_ink(step.seat) + BOLD
    sign = " " if step.seat is None else seat_sign(step.seat)
    points = fit(Text(f"{step.points:+d}", style), _POINTS, "right")
    lead = Text.assemble(points, (f"  {sign} ", style))
    totals = []
    for seat, total in enumerate(step.totals):
        name = seat_name(scene, seat)
        totals.append(Text.assemble(name, f" {total}") if seat == step.seat else Text(f"{name.plain} {total}", FAINT))
    room = width - lead.cell_len
    below = [Text.assemble(" " * lead.cell_len, line) for line in flow_text(totals, room, 3)]
    return Block([*led(lead, Text(step.text), width), *below])


def draw_standing(scene: Scene, width: int) -> Block:
    """How the game ended, in a frame."""
    top = Text(f" {scene.terms['result']} ", BOLD)
    return box(draw_bars(scene, width).lines, width - 2, style=FAINT, top=top, bottom=Text(f" {scene.prompt} ", BOLD))


def draw_bars(scene: Scene, width: int) -> Block:
    """Everybody's points as bars, the highest first, with a mark for those who won."""
    ranked = sorted(scene.seats, key=lambda seat: (seat.number not in scene.winners, -seat.score))
    most = max(1, *(seat.score for seat in ranked))
    names = max(seat_name(scene, seat.number).cell_len for seat in ranked)
    bars = min(_BAR, width - names - 24)
    lines = []
    for seat in ranked:
        bar = Text("█" * round(bars * max(0, seat.score) / most), seat_ink(seat.number))
        won = Text(f"  ★ {scene.terms['winner']}" if seat.number in scene.winners else "", BOLD)
        score = fit(Text(str(seat.score), BOLD), 4, "right")
        lines.append(Text.assemble(" ", fit(seat_name(scene, seat.number), names), " ", score, "  ", bar, won))
    return Block(lines)
