"""The rules of a game as Markdown, for the full-screen application and for printing."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, Paragraph
from rich.theme import Theme

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapter, rules_text
from chabudai.terminal.draw import WIDTH
from chabudai.terminal.line_breaks import break_lines

_NO_BACKGROUND = Theme({"markdown.code": "bold"})
"""Rich prints code on black, which is glaring in a light terminal."""


class _Prose(Paragraph):
    """A paragraph with line breaks that suit its language."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield break_lines(self.text, options.max_width)


class RulesMarkdown(Markdown):
    """The rules, or one chapter (by id or title), as Markdown with the setup's card tables."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "paragraph_open": _Prose}

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
