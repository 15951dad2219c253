"""Draws a grid zone: rows of spaces with tokens, and the numbers of the spaces that can be chosen."""

from rich.text import Text

from chabudai.scene.vocabulary import Grid, GridRow, Scene, Space
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import tag_action
from chabudai.terminal.styles import BOLD, FAINT, MARK_SIGNS, SOLID, number_tag, seat_sign, seat_style, suit_style
from chabudai.terminal.text_block import TextBlock, fit

_MIN, _MAX = 4, 6
"""Minimum and maximum width of a space: it must hold a token and a number."""


def draw_grid(scene: Scene, zone: Grid, width: int, numbers: ChoiceNumbers, *, ruled: bool = True) -> TextBlock:
    """Draw a grid with row titles at the left and, if `ruled`, with lines around all spaces."""
    title_width = max(Text(row.title).cell_len for row in zone.rows) + 2
    columns = max(len(row.spaces) for row in zone.rows)
    space_width = max(_MIN, min(_MAX, (width - title_width - 2) // columns - 1))
    rule = ["─" * title_width, *["─" * space_width] * columns]
    rows = []
    for row in zone.rows:
        cells = [_draw_space(zone, space, space_width, numbers) for space in row.spaces]
        rows.append(_line(scene, row, title_width, [*cells, *[Text(" " * space_width)] * (columns - len(cells))]))
    if not ruled:
        return TextBlock(rows)
    between = Text(f"├{'┼'.join(rule)}┤", FAINT)
    lines = [line for row in rows for line in (between, row)]
    first, last = Text(f"╭{'┬'.join(rule)}╮", FAINT), Text(f"╰{'┴'.join(rule)}╯", FAINT)
    return TextBlock([first, *lines[1:], last])


def _line(scene: Scene, row: GridRow, title_width: int, cells: list[Text]) -> Text:
    side = Text("│", FAINT)
    line = Text.assemble(side, fit(Text(f" {row.title} ", suit_style(scene, row.suit) + SOLID), title_width))
    for cell in cells:
        line.append_text(side).append_text(cell)
    return line.append_text(side)


def _draw_space(zone: Grid, space: Space, space_width: int, numbers: ChoiceNumbers) -> Text:
    """Draw a space in its full width, tagged with its choice."""
    drawn = TextBlock([_space_text(zone, space, space_width, numbers)])
    return tag_action(drawn, numbers.action_at(zone.id, space.id)).lines[0]


def _space_text(zone: Grid, space: Space, space_width: int, numbers: ChoiceNumbers) -> Text:
    """Draw the token as the sign of its seat or as its initial, with the marks and the number of the space."""
    number = numbers.number_at(zone.id, space.id)
    marks = Text("".join(MARK_SIGNS[mark] for mark in space.marks), BOLD)
    if number is not None:
        marks.append_text(number_tag(number))
    token = space.token
    if token is None:
        return fit(marks if marks else Text("·", FAINT), space_width, "center")
    sign = Text(token.name[:1] if token.seat is None else seat_sign(token.seat), seat_style(token.seat) + SOLID)
    padded = Text(f" {sign.plain} ", sign.style)
    shown = padded if padded.cell_len + marks.cell_len <= space_width else sign
    return fit(Text.assemble(shown, marks), space_width, "center")
