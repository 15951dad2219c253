"""The rules of a game, told in the terminal."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, Paragraph
from rich.theme import Theme

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapter, rules_text
from chabudai.terminal.line_breaks import broken

WIDTH = 80

_NO_BACKGROUND = Theme({"markdown.code": "bold"})
"""Rich sets words of the command line on black, which is glaring where the terminal is light."""


class _Prose(Paragraph):
    """A paragraph whose lines end where those of its language may."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield broken(self.text, options.max_width)


class Rules(Markdown):
    """The rules, or the chapter of this id or title, with the card tables of the setup.

    Markdown with prose in any language, and diagrams on the terminal's own background.
    """

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "paragraph_open": _Prose}

    def __init__(self, game: Game, language: str, chapter: str | None = None, setup: Setup | None = None) -> None:
        if chapter is None:
            text = rules_text(game, language, setup)
        else:
            _, title, markdown = rules_chapter(game, language, chapter, setup)
            text = f"## {title}\n\n{markdown}"
        super().__init__(text, code_theme="ansi_dark")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(_NO_BACKGROUND):
            yield from super().__rich_console__(console, options)


def show_rules(
    console: Console, game: Game, language: str, chapter: str | None = None, setup: Setup | None = None
) -> None:
    """Print the rules, or a chapter of them."""
    console.print(Rules(game, language, chapter, setup), width=min(WIDTH, console.width))
