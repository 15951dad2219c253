"""Draws the examples of the rules: plain text in code blocks becomes cards, boards and tables.

Two examples, with explanations at the right:

Ami     [Spring 1]   leads                      Three or more spaces separate cells, and the name of a card
Ben     [Spring 7]   <== wins                   is drawn as that card. <== marks the winning line,
                                                [-] is an empty place.

         before           after                 | | encloses a board. A letter is a player's stone, A the
         +------------+   +------------+        first player's; [ ] has just arrived, ( ) is about to move.
Spring   | .  A (B) . |   | .  A  .  . |
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from chabudai.web.markup import escape
from chabudai.web.pages.list_rows import labeled_crest

_GAP = re.compile(r"\s{3,}|(?<=\])\s{2,}")
"""What separates two cells; after a bracket, two spaces are enough."""

_EDGE = re.compile(r"^[\s+-]*\+-[\s+-]*$")
"""The upper or lower edge of a board, or of several side by side."""

_BOARD = re.compile(r"\|([^|]*)\|")
_SPACE = re.compile(r"\[(\w)\]|\((\w)\)|(\S)")
_BRACKETS = re.compile(r"\[([^\]]*)\]")
_ARROWS = {"<==": "", "->": "→", "<-": "←"}
_STONES = "ABCD"


@dataclass
class Examples:
    """Draws the examples of one game; `cards` are functions that draw a card, `suits` the keys of suits, by name."""

    cards: Mapping[str, Callable[[], str]]
    suits: Mapping[str, str] = field(default_factory=dict)
    _mixed: bool = field(default=False, init=False)
    """Whether the example has cards outside brackets, so that groups must be marked."""

    def draw(self, text: str) -> str:
        """Draw an example."""
        lines = [line for line in text.splitlines() if line.strip()]
        self._mixed = bool(set(_BRACKETS.sub("", text).split()) & self.cards.keys())
        drawn: list[str] = []
        while lines:
            board = next((n for n, line in enumerate(lines) if _EDGE.match(line)), None)
            plain = lines if board is None else lines[: max(board - 1, 0)]
            if plain:
                drawn.append(self._table(plain))
            if board is None:
                break
            end = next(n for n, line in enumerate(lines) if n > board and _EDGE.match(line))
            drawn.append(self._boards(lines[max(board - 1, 0) : board], lines[board + 1 : end]))
            lines = lines[end + 1 :]
        return f'<figure class="example" tabindex="0">{"".join(drawn)}</figure>'

    def _table(self, lines: Sequence[str]) -> str:
        rows = [_GAP.split(line.strip()) for line in lines]
        width = max(len(row) for row in rows)
        # An indented first line heads the columns: its first cell is empty.
        if len(rows[0]) == width - 1 and lines[0].startswith(" ") and not lines[-1].startswith(" "):
            rows[0].insert(0, "")
        return f"<table>{''.join(self._row(row, width) for row in rows)}</table>"

    def _row(self, cells: Sequence[str], width: int) -> str:
        """Draw a row. Its last cell spans the rest, so that a remark does not widen a column."""
        wins = ' class="wins"' if any("<==" in cell for cell in cells) else ""
        drawn = [f"<td>{self._cell(cell)}</td>" for cell in cells]
        if len(cells) < width:
            drawn[-1] = f'<td colspan="{width - len(cells) + 1}">{self._cell(cells[-1])}</td>'
        return f"<tr{wins}>{''.join(drawn)}</tr>"

    def _cell(self, text: str) -> str:
        """Draw a cell: as cards if it names nothing else, otherwise as words."""
        if text == "[-]":
            return '<span class="empty-place"></span>'
        names = [name for piece in _BRACKETS.sub(r", \1 ,", text).split(",") for name in self._names(piece.strip())]
        if names and all(name in self.cards for name in names):
            return f'<span class="drawn">{self._cards(text)}</span>'
        for sign, shown in _ARROWS.items():
            text = text.replace(sign, shown)
        return escape(text)

    def _cards(self, text: str) -> str:
        """Draw cards side by side. Brackets group cards; groups are marked if the example has ungrouped cards too."""
        kind = "together" if self._mixed else "drawn"
        drawn = ""
        for n, group in enumerate(re.split(r"[\[\]]", text)):
            inner = "".join(
                self.cards[name]() for piece in group.split(",") for name in self._names(piece.strip()) if name
            )
            drawn += f'<span class="{kind}">{inner}</span>' if n % 2 else inner
        return drawn

    def _names(self, text: str) -> list[str]:
        """Return the names in a text: one name of several words, or several names of one word."""
        return [text] if text in self.cards else text.split()

    def _boards(self, captions: Sequence[str], lines: Sequence[str]) -> str:
        """Draw boards side by side, with the notes beside their rows. `captions` holds the line above them, if any."""
        count = len(_BOARD.findall(lines[0]))
        words = captions[0].split() if captions else []  # titles of the boards, or of one board's columns
        boards = "".join(
            self._board(words[n] if len(words) == count > 1 else "", lines, n, words if count == 1 else [])
            for n in range(count)
        )
        notes = [line.rpartition("|")[2].strip() for line in lines]
        note_table = self._table([note for note in notes if note]) if any(notes) else ""
        return f'<div class="boards">{boards}{note_table}</div>'

    def _board(self, caption: str, lines: Sequence[str], index: int, columns: Sequence[str]) -> str:
        heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
        rows = "".join(self._board_row(line, index) for line in lines)
        title = f"<caption>{escape(caption)}</caption>" if caption else ""
        head = f"<thead><tr><td></td>{heads}</tr></thead>" if heads else ""
        return f'<table class="board">{title}{head}<tbody>{rows}</tbody></table>'

    def _board_row(self, line: str, index: int) -> str:
        name = line.partition("|")[0].strip()
        suit = f' data-suit="{self.suits[name]}"' if name in self.suits else ""
        spaces = "".join(_space(*space) for space in _SPACE.findall(_BOARD.findall(line)[index]))
        return f'<tr><th scope="row"{suit}>{escape(name)}</th>{spaces}</tr>'


def _space(new: str, moving: str, plain: str) -> str:
    """Draw a space of a board, with its stone."""
    stone = new or moving or plain
    if stone not in _STONES:
        return "<td></td>"
    kind = ' class="new"' if new else ' class="moving"' if moving else ""
    return f"<td{kind}>{labeled_crest(_STONES.index(stone), stone)}</td>"
