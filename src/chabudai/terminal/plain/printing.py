"""Prints plain lines, broken as their language allows."""

from collections.abc import Iterable

from rich.console import Console

from chabudai.translation.line_breaks import broken


def print_lines(console: Console, lines: Iterable[str]) -> None:
    """Print lines, breaking only those that are too long. Brackets in them are not markup."""
    for text in lines:
        for line in text.split("\n"):
            for part in broken(line, console.width):
                console.print(part, markup=False, highlight=False, soft_wrap=True)
