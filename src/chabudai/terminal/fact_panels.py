"""Draws panels of facts: standings, memory aids, warnings."""

from collections.abc import Sequence

from msgspec.structs import replace
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
    return _panel_with_rows(scene, facts, width) if facts.rows else _sentence(facts, width)


def heading_meanings(panels: Sequence[Facts], width: int) -> TextBlock:
    """Return what the headings of these panels mean, a paragraph for each panel that has such headings."""
    lines: list[Text] = []
    for facts in panels:
        pairs = [pair for pair in zip(facts.columns, facts.meanings, strict=False) if pair[1]]
        if pairs:
            lines += [Text(), Text(facts.title, BOLD)]
        for column, meaning in pairs:
            lines += hanging_indent(Text(f"  {column}  ", FAINT), Text(meaning), width)
    return TextBlock(lines)


def min_width(scene: Scene, facts: Facts) -> int:
    """Return the smallest width at which no row of a panel is folded; 0 for a sentence, which can fold anywhere."""
    if not facts.rows:
        return 0
    wide = len(facts.columns)
    rows = [replace(row, cells=row.cells[:-1]) if 0 < len(row.cells) < wide else row for row in facts.rows]
    return _draw_rows(scene, replace(facts, rows=rows, note=""), 0, 1).width


def _sentence(facts: Facts, width: int) -> TextBlock:
    return TextBlock(hanging_indent(warning_text("") if facts.warning else Text(), Text(facts.title), width))


def _panel_with_rows(scene: Scene, facts: Facts, width: int) -> TextBlock:
    """Draw a panel; if its rows do not fit, move the columns together, and fold rows that are still too long."""
    drawn = _draw_rows(scene, facts, width, _GAP)
    return drawn if drawn.width <= width else _draw_rows(scene, facts, width, 1, fold=True)


def _draw_rows(scene: Scene, facts: Facts, width: int, gap: int, *, fold: bool = False) -> TextBlock:
    """Draw rows after their titles, with cells right-aligned if there are headings. Fold long rows only with `fold`."""
    heads = [Text(column, FAINT) for column in facts.columns]
    titles = [_row_title(scene, row) for row in facts.rows]
    cells = [[Text(_cell(cell)) for cell in row.cells] for row in facts.rows]
    title_width = max(title.cell_len for title in titles)
    # The last cell of a row with fewer cells than columns is a sentence, which takes the rest of the row.
    widths = [
        max(cell.cell_len for cell in column) for column in _columns([heads, *(_numbers(row, heads) for row in cells)])
    ]
    align: Align = "right" if heads else "left"
    lines = [_line(Text(), heads, title_width, widths, align, gap)] if heads else []
    for row, title, texts in zip(facts.rows, titles, cells, strict=True):
        marks = [Text(f"  {mark_text(scene, mark)}", BOLD) for mark in row.marks]
        numbers = _numbers(texts, heads)
        sentence = [Text.assemble(" " * gap, text) for text in texts[len(numbers) :]]
        lines.append(Text.assemble(_line(title, numbers, title_width, widths, align, gap), *sentence, *marks))
    if facts.note:
        lines.append(Text(facts.note, FAINT))
    panel_title = _panel_title(scene, facts)
    longest = max(line.cell_len for line in lines)
    inner = max(longest, min(width - 4, Text(f"{panel_title}  ").cell_len))
    if fold:
        inner = min(width - 4, inner)
    folded = [part for line in lines for part in (wrap(line, inner) if line.cell_len > inner else [line])]
    top = Text(f" {panel_title} ", BOLD)
    return box([Text.assemble(" ", line) for line in folded], inner + 2, style=FAINT, top=top)


def _numbers(cells: Sequence[Text], heads: Sequence[Text]) -> Sequence[Text]:
    """Return the cells of a row that belong to a column each."""
    return cells[:-1] if 0 < len(cells) < len(heads) else cells


def _panel_title(scene: Scene, facts: Facts) -> str:
    """Return the title of a panel, with a key that explains its signs."""
    terms = scene.terms
    if facts.assumed:
        return f"{facts.title} {terms['assumed_sign']}"
    if not facts.key:
        return facts.title
    # The key shows each sign around a 4, as an example.
    entries = [terms["key_entry"].format(sign=_SIGNS[entry.where].format(4), text=entry.text) for entry in facts.key]
    return terms["key"].format(title=facts.title, key=terms["key_between"].join(entries))


def _cell(cell: str | Cell) -> str:
    return _SIGNS[cell.where].format(cell.text) if isinstance(cell, Cell) else cell


def _columns(rows: Sequence[Sequence[Text]]) -> list[list[Text]]:
    """Transpose rows of different lengths."""
    return [[row[index] for row in rows if index < len(row)] for index in range(max(len(row) for row in rows))]


def _line(title: Text, cells: Sequence[Text], title_width: int, widths: Sequence[int], align: Align, gap: int) -> Text:
    line = fit(title, title_width)
    for index, cell in enumerate(cells):
        line.append(" " * gap).append_text(fit(cell, widths[index], align))
    return line


def _row_title(scene: Scene, row: FactRow) -> Text:
    if row.seat is None:
        return Text(row.title, suit_style(scene, row.suit) + BOLD)
    return Text(f"{seat_sign(row.seat)} {row.title}", seat_style(row.seat) + BOLD)
