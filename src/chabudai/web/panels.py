"""Draws the panels beside the table: facts worth knowing or remembering, and the log."""

from collections.abc import Sequence
from functools import lru_cache, partial

from chabudai.scene.vocabulary import Cell, FactRow, Facts, LogLine
from chabudai.web.canvas import Canvas, crest, sign
from chabudai.web.markup import escape, typeset

DRAWN_LOG_LINES = 24
"""How many lines of the log are drawn, at the table and in a replay. In a replay, earlier steps show older ones."""


def draw_facts(canvas: Canvas) -> str:
    """Draw all fact panels of the scene."""
    panels = "".join(
        canvas.draw_cached(f"facts {facts.id}", facts, partial(draw_panel, canvas, facts))
        for facts in canvas.scene.facts
    )
    if not canvas.scene.assumed:
        return panels
    return f'{panels}<p class="remark assumed-note">{_known_values_button(canvas, named=True)}</p>'


def _known_values_button(canvas: Canvas, *, named: bool = False) -> str:
    """Draw the button that says what is known about the card data: a sign, or a sign and words.

    The dialog is on the pages of tables (`pages.known_values`).
    """
    text, terms = canvas.say("data.mark"), canvas.scene.terms
    inner = f"{terms['assumed_sign']} <span>{text}</span>" if named else terms["assumed_sign"]
    label = "" if named else f' aria-label="{text}"'
    return f'<button type="button" class="assumed" popovertarget="assumed"{label}>{inner}</button>'


def draw_panel(canvas: Canvas, facts: Facts) -> str:
    """Draw a fact panel; one without rows is a sentence."""
    name = escape(facts.id)
    if not facts.rows:
        warning, drawn, speak = (" warning", sign("warn"), " data-speak") if facts.warning else ("", "", "")
        return f'<p class="remark{warning}" data-facts="{name}"{speak}>{drawn}{escape(facts.title)}</p>'
    head = "".join(_head(canvas, facts, n) for n in range(len(facts.columns)))
    wide = max(len(facts.columns), *(len(row.cells) for row in facts.rows))
    table = (
        f"<thead><tr><td></td>{head}</tr></thead>" if head else ""
    ) + f"<tbody>{''.join(_row(canvas, row, wide) for row in facts.rows)}</tbody>"
    kind = "numbers" if head else "lines"
    mark = f" {_known_values_button(canvas)}" if facts.assumed else ""
    note = f'<p class="fact-note">{typeset(facts.note)}</p>' if facts.note else ""
    always = ' data-always=""' if facts.always else ""
    return (
        f'<section class="panel fact" data-facts="{name}"{always}><h3>{escape(facts.title)}{mark}</h3>'
        f'<div class="scroll" tabindex="0"><table class="{kind}">{table}</table></div>{_key(facts.key)}{note}'
        f"{_meanings(canvas, facts)}</section>"
    )


def _meanings(canvas: Canvas, facts: Facts) -> str:
    """Draw what the headings mean, to be opened by a click, a tap or a key."""
    entries = "".join(
        f"<dt>{escape(column)}</dt><dd>{escape(meaning)}</dd>"
        for column, meaning in zip(facts.columns, facts.meanings, strict=False)
        if meaning
    )
    summary = canvas.say("drawing.meanings")
    return f'<details class="meanings"><summary>{summary}</summary><dl>{entries}</dl></details>' if entries else ""


def _head(canvas: Canvas, facts: Facts, column: int) -> str:
    """Draw the head of a column: a picture, if the game has one, or words."""
    words = escape(facts.columns[column])
    picture = facts.pictures[column] if column < len(facts.pictures) else ""
    drawn = canvas.symbol(f"mini-{picture}", f"suit-{picture}") if picture else ""
    return f'<th scope="col">{drawn}<span class="sr">{words}</span></th>' if drawn else f'<th scope="col">{words}</th>'


def draw_log(log: Sequence[LogLine]) -> str:
    """Draw the log, latest line first in the HTML.

    The style sheet shows it reversed, with the latest line at the bottom, visible without scrolling.
    """
    return f'<ol class="log" tabindex="0">{"".join(_line(line) for line in reversed(log[-DRAWN_LOG_LINES:]))}</ol>'


@lru_cache(maxsize=8192)
def _line(line: LogLine) -> str:
    who = '<span class="crest none"></span>' if line.seat is None else crest(line.seat)
    kind = " class=moment" if line.moment else " class=change" if line.event == "seat" else ""
    return f"<li{kind}>{who}<span>{typeset(line.text)}</span></li>"


def _row(canvas: Canvas, row: FactRow, wide: int) -> str:
    """Draw a row of a table, from the shared cache: few rows change at a time."""
    return canvas.draw_shared("row", (row, wide), lambda: _draw_row(canvas, row, wide))


def _draw_row(canvas: Canvas, row: FactRow, wide: int) -> str:
    suit = f' data-suit="{escape(row.suit)}"' if row.suit else ""
    cells = "".join(_cell(cell) for cell in row.cells[:-1])
    # A row with fewer cells than the others is a sentence instead of numbers: its last cell spans the rest.
    rest = wide - len(row.cells) + 1
    last = _cell(row.cells[-1], f' colspan="{rest}"' if rest > 1 else "") if row.cells else ""
    marks = canvas.marks(row.marks)
    drawn = crest(row.seat) if row.seat is not None else canvas.suit(row.suit)
    return f'<tr{suit}><th scope="row">{drawn}<span>{escape(row.title)}</span>{marks}</th>{cells}{last}</tr>'


def _cell(cell: str | Cell, more: str = "") -> str:
    if isinstance(cell, Cell):
        return f'<td class="{cell.where}"{more}>{typeset(cell.text)}</td>'
    return f"<td{more}>{typeset(cell)}</td>"


def _key(key: Sequence[Cell]) -> str:
    entries = "".join(f'<li><i class="{entry.where}"></i>{escape(entry.text)}</li>' for entry in key)
    return f'<ul class="key">{entries}</ul>' if entries else ""
