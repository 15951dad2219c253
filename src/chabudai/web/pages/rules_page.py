"""The rules of a game as a page: chapters with addresses of their own, drawn examples, assumed values marked."""

from collections.abc import Sequence
from functools import lru_cache, partial

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.make import suits
from chabudai.scene.rules_text import Chapter, rules_chapters
from chabudai.scene.words import title, words
from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document, switches
from chabudai.web.pages.examples import Examples
from chabudai.web.pages.faces import faces
from chabudai.web.pages.new_table import guided
from chabudai.web.pages.pictures import cover, palettes

_NOT_DRAWN = {"toml"}
"""What is not an example but something to be typed."""


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game, with the card tables of a setup, if it is about one."""

    visitor: Visitor
    game: Game
    setup: Setup | None = None


def page(rules: RulesPage) -> str:
    """The page of the rules."""
    visitor, game = rules.visitor, rules.game
    say = visitor.words
    name = escape(title(game, visitor.language))
    chapters = rules_chapters(game, visitor.language, rules.setup)
    told = "".join(
        f'<section id="{chapter.id}"><h2><a href="#{chapter.id}">{_inline(chapter.title)}</a></h2>'
        f"{_html(chapter.markdown, game, visitor.language)}</section>"
        for chapter in chapters
    )
    body = (
        f'<main class="wrap rules" data-game="{game.name}">{_contents(chapters, visitor)}'
        f"<article>{cover(game.name)}{told}"
        f'<form class="go" method="post" action="/tables"><input type="hidden" name="game" value="{game.name}">'
        f'<button class="btn main">{say("rules.play")}</button>{guided(game, say)}</form></article></main>'
    )
    bar = Bar(name, say("rules.title"), switches(visitor))
    return document(visitor, bar, body, kind="rules", styles=palettes([game]), title=f"{name} · {say('rules.title')}")


def _contents(chapters: Sequence[Chapter], visitor: Visitor) -> str:
    links = "".join(
        f'<li><a href="#{chapter.id}"><span>{_inline(chapter.title)}</span></a></li>' for chapter in chapters
    )
    return f'<nav class="contents" aria-label="{visitor.words("rules.contents")}"><ol>{links}</ol></nav>'


@lru_cache(maxsize=512)
def _html(markdown: str, game: Game, language: str) -> str:
    """A chapter as HTML, with its examples drawn. Remembered, since rules are read more often than they change."""
    found = faces(game, language)
    drawings = {called: partial(found.draw, called) for called in found.cards}
    examples = Examples(drawings, {suit.name: key for key, suit in suits(words(game, language)).items()})

    def fence(self: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[place]
        if token.info in _NOT_DRAWN:
            return f"<pre><code>{escape(token.content)}</code></pre>"
        return examples.draw(token.content)

    text = _markdown()
    text.add_render_rule("fence", fence)
    tokens = text.parse(markdown)
    _make_fit(tokens)
    return str(text.renderer.render(tokens, text.options, {}))


def _make_fit(tokens: Sequence[Token]) -> None:
    """Make tables fit for the page: they may be wider than a phone, and an empty corner is no heading."""
    for token, inner, end in zip(tokens, tokens[1:], tokens[2:], strict=False):
        token.attrs.pop("style", None)  # how a column is aligned: the Content-Security-Policy allows no style attribute
        if token.type == "table_open":
            token.attrs["tabindex"] = 0
        if token.type == "th_open" and not inner.content:
            token.tag = end.tag = "td"


def _inline(markdown: str) -> str:
    """A line of text, as a title."""
    return str(_markdown().renderInline(markdown))


def _markdown() -> MarkdownIt:
    """HTML within the text is shown as text, as a game may come from anywhere."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")
