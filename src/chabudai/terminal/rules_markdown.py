"""The rules of a game as Markdown, for the full-screen application and for printing."""

from collections.abc import Iterator
from typing import ClassVar

from rich.box import SIMPLE
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, Paragraph, TableElement
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapter, rules_text
from chabudai.terminal.draw import WIDTH
from chabudai.terminal.line_breaks import break_lines

_NO_BACKGROUND = Theme({"markdown.code": "bold"})
"""Rich prints code on black, which is glaring in a light terminal."""


_UNLIMITED = 10_000
"""More columns than any table needs."""


class _Prose(Paragraph):
    """A paragraph with line breaks that suit its language."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield break_lines(self.text, options.max_width)


class _Cell:
    """A table cell with line breaks that suit its language. Rich would cut Japanese, which has no spaces."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        broken = break_lines(self._text, options.max_width)
        broken.justify, broken.overflow = self._text.justify, "fold"
        yield broken

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest_unit = max(line.cell_len for line in break_lines(self._text, 1).split("\n", allow_blank=True))
        return Measurement(longest_unit, self._text.cell_len)


class _Table(TableElement):
    """A table that never cuts what is in its cells."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table(box=SIMPLE, pad_edge=False, style="markdown.table.border", show_edge=True, collapse_padding=True)
        for heading in self.header.row.cells if self.header is not None and self.header.row is not None else ():
            text = heading.content.copy()
            text.stylize("markdown.table.header")
            table.add_column(_Cell(text), overflow="fold")
        for row in self.body.rows if self.body is not None else ():
            table.add_row(*(_Cell(cell.content) for cell in row.cells))
        if console.measure(table, options=options.update(max_width=_UNLIMITED)).minimum <= options.max_width:
            yield table
        else:
            yield from self._as_list(options.max_width)

    def _as_list(self, width: int) -> Iterator[Text]:
        """Yield the cells below each other, because the columns do not fit beside each other."""
        heads = [cell.content for cell in self.header.row.cells] if self.header and self.header.row else []
        for row in self.body.rows if self.body is not None else ():
            for index, cell in enumerate(row.cells):
                head = heads[index] if index < len(heads) else Text()
                line = Text.assemble("  " if index else "", head, " " if index and head.plain else "", cell.content)
                yield break_lines(line, width)


class RulesMarkdown(Markdown):
    """The rules, or one chapter (by id or title), as Markdown with the setup's card tables."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "paragraph_open": _Prose,
        "table_open": _Table,
    }

    def __init__(self, game: Game, language: str, chapter: str | None = None, setup: Setup | None = None) -> None:
        if chapter is None:
            text = rules_text(game, language, setup, spoilers=False)
        else:
            _, title, markdown = rules_chapter(game, language, chapter, setup)
            text = f"## {title}\n\n{markdown}"
        super().__init__(text, code_theme="ansi_dark")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(_NO_BACKGROUND):
            yield from super().__rich_console__(console, options)


def print_rules(
    console: Console, game: Game, language: str, chapter: str | None = None, setup: Setup | None = None
) -> None:
    """Print the rules, or one chapter."""
    console.print(RulesMarkdown(game, language, chapter, setup), width=min(WIDTH, console.width))
