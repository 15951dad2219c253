"""A board of spaces in rows, with its tokens and the numbers of the spaces that can be chosen."""

from rich.text import Text

from chabudai.scene.vocabulary import Grid, GridRow, Scene, Space
from chabudai.terminal.block import Block, fit
from chabudai.terminal.ink import BOLD, FAINT, MARK_SIGNS, SOLID, number_tag, seat_ink, seat_sign, suit_ink
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.touch import touchable

_LEAST, _MOST = 4, 6
"""How narrow and how wide a space may be: there must be room for a token and a number."""


def draw_board(scene: Scene, zone: Grid, width: int, numbers: Numbers, *, ruled: bool = True) -> Block:
    """A board, its rows named at the left, with lines between and around them or without."""
    titles = max(Text(row.title).cell_len for row in zone.rows) + 2
    spaces = max(len(row.spaces) for row in zone.rows)
    wide = max(_LEAST, min(_MOST, (width - titles - 2) // spaces - 1))
    rule = ["─" * titles, *["─" * wide] * spaces]
    rows = []
    for row in zone.rows:
        cells = [_space(zone, space, wide, numbers) for space in row.spaces]
        rows.append(_line(scene, row, titles, [*cells, *[Text(" " * wide)] * (spaces - len(cells))]))
    if not ruled:
        return Block(rows)
    between = Text(f"├{'┼'.join(rule)}┤", FAINT)
    lines = [line for row in rows for line in (between, row)]
    first, last = Text(f"╭{'┬'.join(rule)}╮", FAINT), Text(f"╰{'┴'.join(rule)}╯", FAINT)
    return Block([first, *lines[1:], last])


def _line(scene: Scene, row: GridRow, titles: int, cells: list[Text]) -> Text:
    side = Text("│", FAINT)
    line = Text.assemble(side, fit(Text(f" {row.title} ", suit_ink(scene, row.suit) + SOLID), titles))
    for cell in cells:
        line.append_text(side).append_text(cell)
    return line.append_text(side)


def _space(zone: Grid, space: Space, wide: int, numbers: Numbers) -> Text:
    """A space in its width, to be touched if it makes a choice."""
    drawn = Block([_inside(zone, space, wide, numbers)])
    return touchable(drawn, numbers.action(zone.id, space.id)).lines[0]


def _inside(zone: Grid, space: Space, wide: int, numbers: Numbers) -> Text:
    """A token by the sign of its seat or the beginning of its name, its marks, and the number of the space."""
    number = numbers.of(zone.id, space.id)
    marks = Text("".join(MARK_SIGNS[mark] for mark in space.marks), BOLD)
    if number is not None:
        marks.append_text(number_tag(number))
    token = space.token
    if token is None:
        return fit(marks if marks else Text("·", FAINT), wide, "center")
    sign = Text(token.name[:1] if token.seat is None else seat_sign(token.seat), seat_ink(token.seat) + SOLID)
    stone = Text(f" {sign.plain} ", sign.style)
    shown = stone if stone.cell_len + marks.cell_len <= wide else sign
    return fit(Text.assemble(shown, marks), wide, "center")
