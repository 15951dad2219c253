"""Draws a hint: the choices, best first, with the expected result and the reason for each."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from chabudai.bots.hint import Hint, Prospect
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Words
from chabudai.terminal.draw import WIDTH, renderable
from chabudai.terminal.styles import BOLD, FAINT, PLAIN, number_tag
from chabudai.terminal.text_block import box, fit, hanging_indent

_TAG = 7
"""Columns for the sign and the number of a choice."""

_CELLS = (14, 8, 8, 8)
"""Columns for the estimates: wins, points, lead, best."""


def draw_hint(scene: Scene, hint: Hint, words: Words, width: int = WIDTH) -> RenderableType:
    """Draw a hint in a frame."""
    inner = width - 4
    lines = [Text.assemble(" ", line) for line in hint_lines(scene, hint, words, inner)]
    top = Text(f" {words.text('hint', 'title')} ", BOLD)
    return renderable(box(lines, inner + 2, style=FAINT, top=top), width)


def hint_lines(scene: Scene, hint: Hint, words: Words, width: int) -> list[Text]:
    """Return all choices of the scene, best first, with their numbers."""
    allowed = [choice for choice in scene.choices if choice.why is None]
    named = {choice.action: (number_tag(number), choice.text) for number, choice in enumerate(allowed, start=1)}
    longest = max(Text(text).cell_len for _, text in named.values())
    name = min(longest, width - _TAG - sum(_CELLS))
    heads = [words.text("hint", head) for head in ("wins", "points", "margin", "best")]
    lines = [_line(Text(" " * (_TAG + name)), [Text(head, FAINT) for head in heads])]
    for place, prospect in enumerate(hint.choices):
        tag, text = named[prospect.action]
        sign = "★" if place == 0 else "≈" if prospect.equal else ""
        style = BOLD if prospect.equal else PLAIN
        title = Text.assemble(fit(Text.assemble(fit(Text(sign, BOLD), 2), tag), _TAG), fit(Text(text, style), name))
        lines.append(_line(title, _cells(prospect)))
        if prospect.reason is not None:
            lines += hanging_indent(Text(" " * _TAG), Text(words.say("advice", prospect.reason), FAINT), width)
    lines += hanging_indent(Text(), Text(words.text("hint", "footer", simulations=hint.simulations), FAINT), width)
    if hint.goes_on:
        lines += hanging_indent(Text(), Text(words.text("hint", "part"), FAINT), width)
    return lines


def _cells(prospect: Prospect) -> list[Text]:
    style = BOLD if prospect.equal else PLAIN
    return [
        Text.assemble((f"{100 * prospect.win:.1f} %", style), (f" ±{100 * prospect.error:.1f}", FAINT)),
        Text(f"{prospect.score:.1f}"),
        Text(f"{prospect.margin:+.1f}"),
        Text(f"{100 * prospect.best:.0f} %"),
    ]


def _line(title: Text, cells: Sequence[Text]) -> Text:
    return Text.assemble(title, *(fit(cell, room, "right") for cell, room in zip(cells, _CELLS, strict=True)))
