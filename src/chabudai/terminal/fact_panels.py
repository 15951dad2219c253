"""Draws panels of facts: standings, memory aids, warnings."""

from collections.abc import Sequence

from rich.text import Text

from chabudai.scene.vocabulary import Cell, FactRow, Facts, Scene, Where
from chabudai.terminal.styles import BOLD, FAINT, mark_text, seat_sign, seat_style, suit_style, warning_text
from chabudai.terminal.text_block import Align, TextBlock, box, fit, hanging_indent, wrap

_SIGNS: dict[Where, str] = {"held": "({})", "face_up": "<{}>", "gone": "·"}
"""How a cell shows where a card is."""


_GAP = 2
"""Characters between table cells, where there is room."""


def draw_fact_panel(scene: Scene, facts: Facts, width: int) -> TextBlock:
    """Draw a panel at most this wide; facts without rows are a sentence."""
    return _table(scene, facts, width) if facts.rows else _sentence(facts, width)


def min_width(scene: Scene, facts: Facts) -> int:
    """Return the width that a panel needs without folding its rows; a sentence folds anywhere."""
    return _spaced_table(scene, facts, 0, 1).width if facts.rows else 0


def _sentence(facts: Facts, width: int) -> TextBlock:
    return TextBlock(hanging_indent(warning_text("") if facts.warning else Text(), Text(facts.title), width))


def _table(scene: Scene, facts: Facts, width: int) -> TextBlock:
    """Draw rows after their titles, moving columns together if they would not fit otherwise."""
    drawn = _spaced_table(scene, facts, width, _GAP)
    return drawn if drawn.width <= width else _spaced_table(scene, facts, width, 1, fold=True)


def _spaced_table(scene: Scene, facts: Facts, width: int, gap: int, *, fold: bool = False) -> TextBlock:
    """Draw the table; cells are right-aligned under headings. Fold long rows only with `fold`."""
    heads = [Text(column, FAINT) for column in facts.columns]
    titles = [_row_title(scene, row) for row in facts.rows]
    cells = [[Text(_cell(cell)) for cell in row.cells] for row in facts.rows]
    first = max(title.cell_len for title in titles)
    widths = [max(cell.cell_len for cell in column) for column in _columns([heads, *cells])]
    align: Align = "right" if heads else "left"
    lines = [_line(Text(), heads, first, widths, align, gap)] if heads else []
    for row, title, texts in zip(facts.rows, titles, cells, strict=True):
        marks = [Text(f"  {mark_text(scene, mark)}", BOLD) for mark in row.marks]
        lines.append(Text.assemble(_line(title, texts, first, widths, align, gap), *marks))
    name = _panel_title(scene, facts)
    longest = max(line.cell_len for line in lines)
    inner = max(longest, min(width - 4, Text(f"{name}  ").cell_len))
    if fold:
        inner = min(width - 4, inner)
    folded = [part for line in lines for part in (wrap(line, inner) if line.cell_len > inner else [line])]
    top = Text(f" {name} ", BOLD)
    return box([Text.assemble(" ", line) for line in folded], inner + 2, style=FAINT, top=top)


def _panel_title(scene: Scene, facts: Facts) -> str:
    """Return the title of a panel, with a key that explains its signs."""
    if not facts.key:
        return facts.title
    terms = scene.terms
    entries = [terms["key_entry"].format(sign=_SIGNS[entry.where].format(4), text=entry.text) for entry in facts.key]
    return terms["key"].format(title=facts.title, key=terms["key_between"].join(entries))


def _cell(cell: str | Cell) -> str:
    return _SIGNS[cell.where].format(cell.text) if isinstance(cell, Cell) else cell


def _columns(rows: Sequence[Sequence[Text]]) -> list[list[Text]]:
    """Transpose rows of different lengths."""
    return [[row[place] for row in rows if place < len(row)] for place in range(max(len(row) for row in rows))]


def _line(title: Text, cells: Sequence[Text], first: int, widths: Sequence[int], align: Align, gap: int) -> Text:
    line = fit(title, first)
    for place, cell in enumerate(cells):
        line.append(" " * gap).append_text(fit(cell, widths[place], align))
    return line


def _row_title(scene: Scene, row: FactRow) -> Text:
    if row.seat is None:
        return Text(row.title, suit_style(scene, row.suit) + BOLD)
    return Text(f"{seat_sign(row.seat)} {row.title}", seat_style(row.seat) + BOLD)
