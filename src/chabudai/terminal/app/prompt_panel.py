"""Draws the panel below the table: lesson, moment, prompt, listed choices, messages, and the choice at the cursor."""

from collections.abc import Sequence

from rich.text import Text

from chabudai.scene.vocabulary import Choice, Scene
from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.screen_words import ScreenWords
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import tag_action
from chabudai.terminal.draw import choice_with_note, prompt_lines
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.styles import BOLD, FAINT, TITLE, number_tag
from chabudai.terminal.text_block import TextBlock, flow_text, hanging_indent

_INDENT = Text("  ")


def draw_prompt_panel(
    update: ViewerUpdate,
    width: int,
    numbers: ChoiceNumbers,
    words: ScreenWords,
    *,
    cursor: int | None,
    news: Sequence[str],
    message: str,
) -> TextBlock:
    """Draw the panel in this width."""
    scene, notes = update.scene, update.notes
    lines: list[Text] = []
    if notes.guide is not None and not notes.moment:
        more = f"  ({words('table.lesson')})" if notes.guide.chapter else ""
        lines += hanging_indent(Text("✎ ", TITLE), Text.assemble(notes.guide.text, (more, FAINT)), width)
    if notes.moment:
        lines += [
            line
            for sentence in scene.moment.split("\n")
            for line in hanging_indent(_INDENT, Text(sentence, BOLD), width)
        ]
        lines.append(Text.assemble(_INDENT, (words("foot.go_on"), FAINT)))
    else:
        lines += prompt_lines(scene, width, numbers)
        lines += _listed_choices(scene, numbers, width)
    for text in (*_seat_status(update, words), *news, message):
        lines += hanging_indent(_INDENT, Text(text), width) if text else []
    if not message and not notes.moment:
        lines += _choice_at_cursor(scene, cursor, width)
    return TextBlock(lines)


def _seat_status(update: ViewerUpdate, words: ScreenWords) -> list[str]:
    """Say what the table or the viewer is waiting for, and where the viewer may sit down."""
    notes = update.notes
    texts = [words("join.waiting")] if update.header.status == "open" else []
    if notes.asking:
        texts.append(words("join.asking"))
    elif notes.can_sit:
        texts.append(words(f"join.sit_{notes.can_sit}"))
    return texts


def _listed_choices(scene: Scene, numbers: ChoiceNumbers, width: int) -> list[Text]:
    """Return the choices that have no number on the table, as many in a line as fit."""
    parts = []
    for number, choice in numbers.listed:
        text = Text.assemble(number_tag(number), f" {choice_with_note(scene, choice)}")
        parts.append(tag_action(TextBlock([text]), choice.action).lines[0])
    return [Text.assemble(_INDENT, line) for line in flow_text(parts, width - _INDENT.cell_len, gap=3)]


def _choice_at_cursor(scene: Scene, cursor: int | None, width: int) -> list[Text]:
    """Return the choice at the cursor, and why it is illegal if it is."""
    choice = choice_for_action(scene, cursor)
    if choice is None:
        # Keep a line free, so that the table does not jump when the cursor appears.
        return [Text()] if scene.choices else []
    if choice.why is not None:
        reason = scene.terms["cannot"].format(why=choice.why)
        text = plain_words(scene.language)("plain.entry", title=choice.text, text=reason)
        return hanging_indent(Text("✕ ", TITLE), Text(text), width)
    return hanging_indent(Text("→ ", TITLE), Text(choice_with_note(scene, choice)), width)


def choice_for_action(scene: Scene, action: int | None) -> Choice | None:
    """Return the choice with this action, preferring a legal one."""
    choices = [choice for choice in scene.choices if choice.action == action]
    return min(choices, key=lambda choice: choice.why is not None, default=None)
