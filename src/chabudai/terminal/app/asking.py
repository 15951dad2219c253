"""What stands below the table: what happened, what is asked, what can be chosen beside the table, and the cursor."""

from rich.text import Text

from chabudai.scene.vocabulary import Choice, Scene
from chabudai.session.views import Shown
from chabudai.terminal.app.words import ScreenWords
from chabudai.terminal.block import Block, flow_text, led
from chabudai.terminal.draw import prompt_lines
from chabudai.terminal.ink import BOLD, FAINT, TITLE, number_tag
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.touch import touchable

_BLANK = Text("  ")


def draw_asking(
    shown: Shown, width: int, numbers: Numbers, words: ScreenWords, *, cursor: int | None, message: str
) -> Block:
    """All of it, in so many columns."""
    scene, notes = shown.scene, shown.notes
    lines: list[Text] = []
    if notes.guide is not None and not notes.moment:
        more = f"  ({words('table.lesson')})" if notes.guide.chapter else ""
        lines += led(Text("✎ ", TITLE), Text.assemble(notes.guide.text, (more, FAINT)), width)
    if notes.moment:
        lines += [line for told in scene.moment.split("\n") for line in led(_BLANK, Text(told, BOLD), width)]
        lines.append(Text.assemble(_BLANK, (words("foot.go_on"), FAINT)))
    else:
        lines += prompt_lines(scene, width, numbers)
        lines += _listed(numbers, width)
    waiting = words("join.waiting") if shown.standing.status == "open" else ""
    for said in (waiting, message):
        lines += led(_BLANK, Text(said), width) if said else []
    if not message and not notes.moment:
        lines += _pointed(scene, cursor, width)
    return Block(lines)


def _listed(numbers: Numbers, width: int) -> list[Text]:
    """The choices that nothing on the table makes, side by side as far as there is room."""
    parts = []
    for number, choice in numbers.listed:
        note = f": {choice.note}" if choice.note else ""
        text = Text.assemble(number_tag(number), f" {choice.text}{note}")
        parts.append(touchable(Block([text]), choice.action).lines[0])
    return [Text.assemble(_BLANK, line) for line in flow_text(parts, width - _BLANK.cell_len, gap=3)]


def _pointed(scene: Scene, cursor: int | None, width: int) -> list[Text]:
    """What the cursor is at, and why it cannot be chosen if it cannot."""
    choice = find_choice(scene, cursor)
    if choice is None:
        # A line is kept free, so that the table does not jump when the cursor comes.
        return [Text()] if scene.choices else []
    if choice.why is not None:
        return led(Text("✕ ", TITLE), Text(f"{choice.text}: {scene.terms['cannot'].format(why=choice.why)}"), width)
    return led(Text("→ ", TITLE), Text(f"{choice.text}{f': {choice.note}' if choice.note else ''}"), width)


def find_choice(scene: Scene, action: int | None) -> Choice | None:
    """The choice with this action: an allowed one before others."""
    found = [choice for choice in scene.choices if choice.action == action]
    return min(found, key=lambda choice: choice.why is not None, default=None)
