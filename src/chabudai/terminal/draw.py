"""Draws a scene in a terminal: any game's, for it knows nothing but the vocabulary of scenes."""

from collections.abc import Sequence
from functools import partial

from rich.console import Group, RenderableType
from rich.text import Text

from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.terminal.block import Block, beside, fit, flow, led, stack
from chabudai.terminal.facts import draw_panel
from chabudai.terminal.ink import BOLD, FAINT, TITLE, number_tag, seat_ink, seat_sign
from chabudai.terminal.numbers import Numbers, number_choices
from chabudai.terminal.packing import pack
from chabudai.terminal.scoring import draw_standing, draw_step
from chabudai.terminal.seats import draw_others, draw_own
from chabudai.terminal.zones import draw_zone

WIDTH = 80
"""The columns of a table; a wider terminal does not make it wider, only a narrower one narrower."""

WIDE = 120
"""From so many columns on the facts stand beside the table."""


def draw(scene: Scene, width: int = WIDTH) -> RenderableType:
    """The whole table as the viewer sees it; in a wide terminal the facts stand beside it."""
    if width < WIDE:
        return printed(_table(scene, min(width, WIDTH), facts=True), width)
    table = _table(scene, WIDTH, facts=False)
    facts = stack(draw_panel(scene, facts, width - WIDTH - 2) for facts in scene.facts)
    return printed(beside([Block([fit(line, WIDTH) for line in table.lines]), facts], gap=2), width)


def draw_facts(scene: Scene, width: int = WIDTH) -> RenderableType:
    """What one would reckon or remember."""
    return printed(flow([draw_panel(scene, facts, width) for facts in scene.facts], width, gap=2), width)


def draw_log(log: Sequence[LogLine], width: int = WIDTH) -> RenderableType:
    """What happened, each thing behind the sign of its seat."""
    lines: list[Text] = []
    for entry in log:
        sign = " " if entry.seat is None else seat_sign(entry.seat)
        lines += led(Text(f"  {sign} ", seat_ink(entry.seat)), Text(entry.text), width)
    return printed(Block(lines), width)


def draw_scoring_step(scene: Scene, number: int, width: int = WIDTH) -> RenderableType:
    """A step of the final scoring: what counts, how much, and everybody's points after it."""
    return printed(draw_step(scene, number, width), width)


def draw_result(scene: Scene, width: int = WIDTH) -> RenderableType:
    """How the game ended."""
    return printed(draw_standing(scene, width), width)


def printed(block: Block, width: int) -> RenderableType:
    """A block as lines to print, none of them ever broken or longer than that."""
    lines = []
    for line in block.lines:
        whole = fit(line, min(width, line.cell_len))
        whole.rstrip()
        whole.no_wrap = True
        lines.append(whole)
    return Group(*lines)


def _table(scene: Scene, width: int, *, facts: bool) -> Block:
    """The table; with `facts`, those that are always to be in sight stand in its middle."""
    numbers = number_choices(scene)
    zones = [partial(draw_zone, scene, zone, numbers=numbers) for zone in scene.zones]
    aids = [partial(draw_panel, scene, shown) for shown in scene.facts if facts and shown.always]
    middle = pack([*zones, *aids], width, gap=3)
    own = [draw_own(scene, seat, width, numbers) for seat in scene.seats if seat.you]
    others = stack([_title(scene, width), draw_others(scene, width)])
    space = Block([Text()])
    parts = [block for part in (others, middle, *own) for block in (part, space)]
    return stack([*parts, _asked(scene, width, numbers)])


def _title(scene: Scene, width: int) -> Block:
    status = Text(f" {scene.status}")
    title = Text(f"{scene.title} ", TITLE)
    line = "━" * (width - title.cell_len - status.cell_len)
    return Block([Text.assemble(title, (line, FAINT), status)])


def _asked(scene: Scene, width: int, numbers: Numbers) -> Block:
    """What is to be done and why, and the choices that are not made by something on the table."""
    sign = Text("▶ " if numbers.open or numbers.listed else "  ", TITLE)
    lines = led(sign, Text(scene.prompt, BOLD), width)
    if scene.remark:
        lines += led(Text("  "), Text(scene.remark), width)
    reasons = {choice.why for choice in scene.choices if choice.why is not None}
    if len(reasons) == 1:
        lines += led(Text("  "), Text(scene.terms["cannot"].format(why=reasons.pop()), FAINT), width)
    for choice in scene.choices:
        if choice.note and choice.why is None and (choice.zone, choice.target) in numbers.at:
            lines += led(Text("  "), Text(f"{choice.text}: {choice.note}"), width)
    for number, choice in numbers.listed:
        note = f": {choice.note}" if choice.note else ""
        lines += led(Text.assemble("  ", number_tag(number), " "), Text(f"{choice.text}{note}"), width)
    return Block(lines)
