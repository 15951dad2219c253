"""Draws a hint: the choices, best first, with the expected result and the reason for each."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from chabudai.bots.hint import Hint, Prospect
from chabudai.scene.hint_text import hint_footer, hint_verdict, rank_sign
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Words
from chabudai.terminal.draw import WIDTH, renderable
from chabudai.terminal.styles import BOLD, FAINT, PLAIN, number_tag
from chabudai.terminal.text_block import box, fit, hanging_indent

_TAG_WIDTH = 7
"""Width of the sign and the number of a choice, in characters."""

_CELL_WIDTHS = (14, 8, 8, 8)
"""Widths of the estimates (wins, points, margin, best), in characters."""


def draw_hint(scene: Scene, hint: Hint, words: Words, width: int = WIDTH) -> RenderableType:
    """Draw a hint in a frame."""
    inner = width - 4
    lines = [Text.assemble(" ", line) for line in hint_lines(scene, hint, words, inner)]
    top = Text(f" {words.text('hint', 'title')} ", BOLD)
    return renderable(box(lines, inner + 2, style=FAINT, top=top), width)


def hint_lines(scene: Scene, hint: Hint, words: Words, width: int) -> list[Text]:
    """Return the hint as lines: a header, the choices and the footnotes.

    The choices come best first, each with its number in the scene, its estimates and its reason.
    """
    allowed = [choice for choice in scene.choices if choice.why is None]
    tags_and_texts = {
        choice.action: (number_tag(number), choice.text) for number, choice in enumerate(allowed, start=1)
    }
    longest = max(Text(text).cell_len for _, text in tags_and_texts.values())
    name_width = min(longest, width - _TAG_WIDTH - sum(_CELL_WIDTHS))
    heads = [words.text("hint", head) for head in ("wins", "points", "margin", "best")]
    lines = [_line(Text(" " * (_TAG_WIDTH + name_width)), [Text(head, FAINT) for head in heads])]
    for rank, prospect in enumerate(hint.choices):
        tag, text = tags_and_texts[prospect.action]
        sign = rank_sign(rank, equal=prospect.equal, identical=hint.identical)
        style = BOLD if prospect.equal else PLAIN
        title = Text.assemble(
            fit(Text.assemble(fit(Text(sign, BOLD), 2), tag), _TAG_WIDTH), fit(Text(text, style), name_width)
        )
        lines.append(_line(title, _cells(prospect)))
        if prospect.reason is not None:
            lines += hanging_indent(Text(" " * _TAG_WIDTH), Text(words.say("advice", prospect.reason), FAINT), width)
    equal = sum(prospect.equal for prospect in hint.choices)
    footnotes = [*hint_verdict(words, hint, equal, len(hint.choices)), *hint_footer(words, hint)]
    footnotes.append(words.text("hint", "best_column"))
    footnotes += [words.text("hint", "part_with_points")] if hint.goes_on else []
    for footnote in footnotes:
        lines += hanging_indent(Text(), Text(footnote, FAINT), width)
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
    return Text.assemble(
        title, *(fit(cell, cell_width, "right") for cell, cell_width in zip(cells, _CELL_WIDTHS, strict=True))
    )
