"""Draws a scene as text, for any game: it knows nothing but the vocabulary of scenes."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from chabudai.scene.vocabulary import Choice, LogLine, Scene
from chabudai.terminal.choice_numbers import ChoiceNumbers, number_choices
from chabudai.terminal.fact_panels import draw_fact_panel, heading_meanings
from chabudai.terminal.final_scoring import result_block, scoring_step_block
from chabudai.terminal.plain.plain_table import choice_words
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.styles import BOLD, FAINT, TITLE, number_tag, seat_sign, seat_style
from chabudai.terminal.table_drawing import draw_table
from chabudai.terminal.text_block import TextBlock, fit, flow, hanging_indent, side_by_side, stack

WIDTH = 80
"""Maximum width of the table in columns."""

WIDE = 120
"""Terminals at least this wide show the facts beside the table."""


def draw_scene(scene: Scene, width: int = WIDTH) -> RenderableType:
    """Draw the whole table as the viewer sees it, with the facts beside it if the terminal is wide."""
    if width < WIDE:
        return renderable(_table_and_prompt(scene, min(width, WIDTH), with_facts=True), width)
    table = _table_and_prompt(scene, WIDTH, with_facts=False)
    panels = stack(draw_fact_panel(scene, facts, width - WIDTH - 2) for facts in scene.facts)
    return renderable(side_by_side([TextBlock([fit(line, WIDTH) for line in table.lines]), panels], gap=2), width)


def draw_facts(scene: Scene, width: int = WIDTH) -> RenderableType:
    """Draw the panels of facts, and below them what is assumed and what their headings mean."""
    panels = flow([draw_fact_panel(scene, facts, width) for facts in scene.facts], width, gap=2)
    if scene.assumed:
        sign = Text(f"{scene.terms['assumed_sign']} ", FAINT)
        panels = stack([panels, TextBlock(hanging_indent(sign, Text(scene.terms["assumed_note"], FAINT), width))])
    return renderable(stack([panels, heading_meanings(scene.facts, width)]), width)


def draw_log(log: Sequence[LogLine], width: int = WIDTH) -> RenderableType:
    """Draw log lines, each after the sign of its seat."""
    return renderable(log_block(log, width), width)


def log_block(log: Sequence[LogLine], width: int) -> TextBlock:
    """Return the log lines as a block, to be placed beside others."""
    lines: list[Text] = []
    for log_line in log:
        sign = " " if log_line.seat is None else seat_sign(log_line.seat)
        lines += hanging_indent(Text(f"  {sign} ", seat_style(log_line.seat)), Text(log_line.text), width)
    return TextBlock(lines)


def draw_scoring_step(scene: Scene, number: int, width: int = WIDTH) -> RenderableType:
    """Draw a step of the final scoring: its points, its reason, and all totals after it."""
    return renderable(scoring_step_block(scene, number, width), width)


def draw_result(scene: Scene, width: int = WIDTH) -> RenderableType:
    """Draw the final result."""
    return renderable(result_block(scene, width), width)


def renderable(block: TextBlock, width: int) -> RenderableType:
    """Turn a block into lines to print that are cut at this width, never wrapped."""
    lines = []
    for line in block.lines:
        cut = fit(line, min(width, line.cell_len))
        cut.rstrip()
        cut.no_wrap = True
        lines.append(cut)
    return Group(*lines)


def _table_and_prompt(scene: Scene, width: int, *, with_facts: bool) -> TextBlock:
    """Draw the table and the prompt; `with_facts` puts facts that must always be visible in the middle of the table."""
    numbers = number_choices(scene)
    always_shown = [facts for facts in scene.facts if with_facts and facts.always]
    return stack([draw_table(scene, width, numbers, always_shown), draw_prompt(scene, width, numbers)])


def draw_prompt(scene: Scene, width: int, numbers: ChoiceNumbers) -> TextBlock:
    """Draw the prompt, the reason if all illegal choices share one, and the choices that are listed in words.

    Notes on choices with a number on the table are listed, too.
    """
    lines = prompt_lines(scene, width, numbers)
    reasons = {choice.why for choice in scene.choices if choice.why is not None}
    if len(reasons) == 1:
        lines += hanging_indent(Text("  "), Text(scene.terms["cannot"].format(why=reasons.pop()), FAINT), width)
    for choice in scene.choices:
        if choice.note and choice.why is None and (choice.zone, choice.target) in numbers.by_place:
            lines += hanging_indent(Text("  "), Text(choice_with_note(scene, choice)), width)
    for number, choice in numbers.listed:
        prefix = Text.assemble("  ", number_tag(number), " ")
        lines += hanging_indent(prefix, Text(choice_with_note(scene, choice)), width)
    return TextBlock(lines)


def choice_with_note(scene: Scene, choice: Choice) -> str:
    """Return a choice and its note, with the punctuation of the language."""
    return choice_words(choice, plain_words(scene.language))


def prompt_lines(scene: Scene, width: int, numbers: ChoiceNumbers) -> list[Text]:
    """Return the prompt and the remark."""
    sign = Text("▶ " if numbers.open_places or numbers.listed else "  ", TITLE)
    lines = hanging_indent(sign, Text(scene.prompt, BOLD), width)
    if scene.remark:
        lines += hanging_indent(Text("  "), Text(scene.remark), width)
    return lines
