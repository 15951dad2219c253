"""Breaks rich text into lines as its language allows.

Rich breaks only at spaces and cuts Japanese at the margin, so a line could begin with a period.
"""

from rich.cells import cell_len
from rich.text import Text

from chabudai.translation.line_breaks import line_breaks


def break_lines(text: Text, width: int) -> Text:
    """Insert line breaks so that only a single long word can exceed the width."""
    lines = text.divide(line_breaks(text.plain, width, cell_len))
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
