"""Draws a board: rows of spaces, with tokens on them. Its spaces can be chosen."""

from chabudai.scene.vocabulary import Grid, GridRow, Space
from chabudai.web.canvas import CREST_COUNT, Canvas, crest
from chabudai.web.card import draw_choice
from chabudai.web.markup import escape


def draw_board(canvas: Canvas, zone: Grid) -> str:
    """Draw a board, with the names of its rows at the left."""
    rows = "".join(_row(canvas, zone, row) for row in zone.rows)
    wide = max(len(row.spaces) for row in zone.rows)
    return f'<ol class="gameboard" data-wide="{wide}">{rows}</ol>'


def _row(canvas: Canvas, zone: Grid, row: GridRow) -> str:
    spaces = "".join(_space(canvas, zone, space) for space in row.spaces)
    return (
        f'<li class="brow" data-suit="{escape(row.suit)}"><span class="row-title">{canvas.suit(row.suit)}'
        f"<span>{escape(row.title)}</span></span>{spaces}</li>"
    )


def _space(canvas: Canvas, zone: Grid, space: Space) -> str:
    """Draw a space with its token. If choosing the space is not allowed now, a tooltip says why."""
    inner = f"{_token(canvas, space)}{canvas.marks(space.marks)}"
    label = f' aria-label="{_label(canvas, space)}"{canvas.steps_of(zone.id, space.id)}'
    choice = canvas.choice_at.get((zone.id, space.id))
    if choice is None:
        return f'<span class="cell"><span class="space" role="img"{label}>{inner}</span></span>'
    return f'<span class="cell">{draw_choice(choice, "space", label, inner, canvas.hint_mark(choice))}</span>'


def _token(canvas: Canvas, space: Space) -> str:
    """Draw a token with the crest of its seat, or with its name if it has no owner."""
    token = space.token
    if token is None:
        return ""
    drawn = canvas.symbol("token", kind="body") or '<span class="body"></span>'
    if token.seat is None:
        return f'<span class="token" aria-hidden="true">{drawn}<span class="word">{escape(token.name)}</span></span>'
    transition = f' data-vt="stone-{token.seat}-{escape(space.id)}"'
    look = f' data-seat="{token.seat % CREST_COUNT}"{transition}'
    return f'<span class="token"{look} aria-hidden="true">{drawn}{crest(token.seat)}</span>'


def _label(canvas: Canvas, space: Space) -> str:
    """Return a space in words: its name, its token and its marks."""
    parts = [space.name]
    if space.token is not None:
        seat = space.token.seat
        parts += [space.token.name] if seat is None else [f"{space.token.name} ({canvas.scene.seats[seat].name})"]
    return escape(", ".join([*parts, *(canvas.scene.terms[mark] for mark in space.marks)]))
