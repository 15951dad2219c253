"""Draws a scene in a terminal: any game's, for it knows nothing but the vocabulary of scenes."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.terminal.block import Block, beside, fit, flow, led, stack
from chabudai.terminal.facts import draw_panel
from chabudai.terminal.ink import BOLD, FAINT, TITLE, number_tag, seat_ink, seat_sign
from chabudai.terminal.numbers import Numbers, number_choices
from chabudai.terminal.scoring import draw_standing, draw_step
from chabudai.terminal.table import draw_table

WIDTH = 80
"""The columns of a table; a wider terminal does not make it wider, only a narrower one narrower."""

WIDE = 120
"""From so many columns on the facts stand beside the table."""


def draw(scene: Scene, width: int = WIDTH) -> RenderableType:
    """The whole table as the viewer sees it; in a wide terminal the facts stand beside it."""
    if width < WIDE:
        return printed(_whole(scene, min(width, WIDTH), facts=True), width)
    table = _whole(scene, WIDTH, facts=False)
    facts = stack(draw_panel(scene, facts, width - WIDTH - 2) for facts in scene.facts)
    return printed(beside([Block([fit(line, WIDTH) for line in table.lines]), facts], gap=2), width)


def draw_facts(scene: Scene, width: int = WIDTH) -> RenderableType:
    """What one would reckon or remember."""
    return printed(flow([draw_panel(scene, facts, width) for facts in scene.facts], width, gap=2), width)


def draw_log(log: Sequence[LogLine], width: int = WIDTH) -> RenderableType:
    """What happened, each thing behind the sign of its seat."""
    return printed(log_block(log, width), width)


def log_block(log: Sequence[LogLine], width: int) -> Block:
    """The same, to be put beside something else."""
    lines: list[Text] = []
    for entry in log:
        sign = " " if entry.seat is None else seat_sign(entry.seat)
        lines += led(Text(f"  {sign} ", seat_ink(entry.seat)), Text(entry.text), width)
    return Block(lines)


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


def _whole(scene: Scene, width: int, *, facts: bool) -> Block:
    """The table and what is asked; with `facts`, those that are always to be in sight stand in its middle."""
    numbers = number_choices(scene)
    aids = [shown for shown in scene.facts if facts and shown.always]
    return stack([draw_table(scene, width, numbers, aids), draw_asked(scene, width, numbers)])


def draw_asked(scene: Scene, width: int, numbers: Numbers) -> Block:
    """What is to be done and why, and the choices that are not made by something on the table."""
    lines = prompt_lines(scene, width, numbers)
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


def prompt_lines(scene: Scene, width: int, numbers: Numbers) -> list[Text]:
    """What is to be done, and what is worth saying about it."""
    sign = Text("▶ " if numbers.open or numbers.listed else "  ", TITLE)
    lines = led(sign, Text(scene.prompt, BOLD), width)
    if scene.remark:
        lines += led(Text("  "), Text(scene.remark), width)
    return lines
