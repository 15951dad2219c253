"""Draws a hint: the choices in the order of their worth, with what to expect of each and why."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from chabudai.bots.hint import Hint, Prospect
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Words
from chabudai.terminal.block import box, fit, led
from chabudai.terminal.draw import WIDTH, printed
from chabudai.terminal.ink import BOLD, FAINT, PLAIN, number_tag

_TAG = 7
"""Columns for the sign and the number of a choice."""

_CELLS = (14, 8, 8, 8)
"""Columns for each number that is told of a choice."""


def draw_hint(scene: Scene, hint: Hint, words: Words, width: int = WIDTH) -> RenderableType:
    """A hint in a frame."""
    inner = width - 4
    lines = [Text.assemble(" ", line) for line in hint_lines(scene, hint, words, inner)]
    top = Text(f" {words.text('hint', 'title')} ", BOLD)
    return printed(box(lines, inner + 2, style=FAINT, top=top), width)


def hint_lines(scene: Scene, hint: Hint, words: Words, width: int) -> list[Text]:
    """All choices of the scene, the best first, under their numbers."""
    allowed = [choice for choice in scene.choices if choice.why is None]
    named = {choice.action: (number_tag(number), choice.text) for number, choice in enumerate(allowed, start=1)}
    longest = max(Text(text).cell_len for _, text in named.values())
    name = min(longest, width - _TAG - sum(_CELLS))
    heads = [words.text("hint", head) for head in ("wins", "points", "margin", "best")]
    lines = [_line(Text(" " * (_TAG + name)), [Text(head, FAINT) for head in heads])]
    for place, judged in enumerate(hint.choices):
        tag, text = named[judged.action]
        sign = "★" if place == 0 else "≈" if judged.equal else ""
        ink = BOLD if judged.equal else PLAIN
        title = Text.assemble(fit(Text.assemble(fit(Text(sign, BOLD), 2), tag), _TAG), fit(Text(text, ink), name))
        lines.append(_line(title, _cells(judged)))
        if judged.reason is not None:
            lines += led(Text(" " * _TAG), Text(words.say("advice", judged.reason), FAINT), width)
    lines += led(Text(), Text(words.text("hint", "footer", simulations=hint.simulations), FAINT), width)
    if hint.goes_on:
        lines += led(Text(), Text(words.text("hint", "part"), FAINT), width)
    return lines


def _cells(judged: Prospect) -> list[Text]:
    ink = BOLD if judged.equal else PLAIN
    return [
        Text.assemble((f"{100 * judged.win:.1f} %", ink), (f" ±{100 * judged.error:.1f}", FAINT)),
        Text(f"{judged.score:.1f}"),
        Text(f"{judged.margin:+.1f}"),
        Text(f"{100 * judged.best:.0f} %"),
    ]


def _line(title: Text, cells: Sequence[Text]) -> Text:
    return Text.assemble(title, *(fit(cell, room, "right") for cell, room in zip(cells, _CELLS, strict=True)))
