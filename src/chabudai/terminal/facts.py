"""Panels of facts: what one would reckon or remember, and what to take care of."""

from collections.abc import Sequence

from rich.text import Text

from chabudai.scene.vocabulary import Cell, FactRow, Facts, Scene, Where
from chabudai.terminal.block import Align, Block, box, fit, led, wrap
from chabudai.terminal.ink import BOLD, FAINT, mark_text, seat_ink, seat_sign, suit_ink, warning

_SIGNS: dict[Where, str] = {"held": "({})", "face_up": "<{}>", "gone": "·"}
"""How a text is written that tells where something is."""


_GAP = 2
"""Columns between those of a table, where there is room."""


def draw_panel(scene: Scene, facts: Facts, width: int) -> Block:
    """A panel of facts, at most so many columns wide; one without rows is a sentence."""
    return _table(scene, facts, width) if facts.rows else _sentence(facts, width)


def least_width(scene: Scene, facts: Facts) -> int:
    """How wide a panel must be to be drawn without folding its rows; a sentence can be folded anywhere."""
    return _spaced_table(scene, facts, 0, 1).width if facts.rows else 0


def _sentence(facts: Facts, width: int) -> Block:
    return Block(led(warning("") if facts.warning else Text(), Text(facts.title), width))


def _table(scene: Scene, facts: Facts, width: int) -> Block:
    """Rows behind their titles; closer to each other where they would not fit otherwise."""
    drawn = _spaced_table(scene, facts, width, _GAP)
    return drawn if drawn.width <= width else _spaced_table(scene, facts, width, 1, fold=True)


def _spaced_table(scene: Scene, facts: Facts, width: int, gap: int, *, fold: bool = False) -> Block:
    """Under headings numbers stand at the right. Rows that are too long are folded only if that is wanted."""
    heads = [Text(column, FAINT) for column in facts.columns]
    titles = [_title(scene, row) for row in facts.rows]
    cells = [[Text(_cell(cell)) for cell in row.cells] for row in facts.rows]
    first = max(title.cell_len for title in titles)
    widths = [max(cell.cell_len for cell in column) for column in _columns([heads, *cells])]
    align: Align = "right" if heads else "left"
    lines = [_line(Text(), heads, first, widths, align, gap)] if heads else []
    for row, title, texts in zip(facts.rows, titles, cells, strict=True):
        marks = [Text(f"  {mark_text(scene, mark)}", BOLD) for mark in row.marks]
        lines.append(Text.assemble(_line(title, texts, first, widths, align, gap), *marks))
    name = _name(scene, facts)
    longest = max(line.cell_len for line in lines)
    inner = max(longest, min(width - 4, Text(f"{name}  ").cell_len))
    if fold:
        inner = min(width - 4, inner)
    folded = [part for line in lines for part in (wrap(line, inner) if line.cell_len > inner else [line])]
    top = Text(f" {name} ", BOLD)
    return box([Text.assemble(" ", line) for line in folded], inner + 2, style=FAINT, top=top)


def _name(scene: Scene, facts: Facts) -> str:
    """The title of a panel, and what the signs in it stand for."""
    if not facts.key:
        return facts.title
    terms = scene.terms
    entries = [terms["key_entry"].format(sign=_SIGNS[entry.where].format(4), text=entry.text) for entry in facts.key]
    return terms["key"].format(title=facts.title, key=terms["key_between"].join(entries))


def _cell(cell: str | Cell) -> str:
    return _SIGNS[cell.where].format(cell.text) if isinstance(cell, Cell) else cell


def _columns(rows: Sequence[Sequence[Text]]) -> list[list[Text]]:
    """What stands in the first place of each row, in the second, and so on."""
    return [[row[place] for row in rows if place < len(row)] for place in range(max(len(row) for row in rows))]


def _line(title: Text, cells: Sequence[Text], first: int, widths: Sequence[int], align: Align, gap: int) -> Text:
    line = fit(title, first)
    for place, cell in enumerate(cells):
        line.append(" " * gap).append_text(fit(cell, widths[place], align))
    return line


def _title(scene: Scene, row: FactRow) -> Text:
    if row.seat is None:
        return Text(row.title, suit_ink(scene, row.suit) + BOLD)
    return Text(f"{seat_sign(row.seat)} {row.title}", seat_ink(row.seat) + BOLD)
