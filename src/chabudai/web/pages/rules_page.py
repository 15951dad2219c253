"""The rules of a game: chapters that can be linked to, with drawn examples, and with assumed values marked."""

from collections.abc import Sequence
from functools import lru_cache, partial

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from chabudai.kernel.setup import Setup
from chabudai.scene.builder import suits
from chabudai.scene.game import Game
from chabudai.scene.rules_text import AID, SPOILERS, Chapter, rules_chapters
from chabudai.scene.words import title, words
from chabudai.web.markup import escape
from chabudai.web.pages.card_faces import card_faces
from chabudai.web.pages.dialog import dialog
from chabudai.web.pages.document import TopBar, Visitor, document, visitor_controls
from chabudai.web.pages.examples import Examples
from chabudai.web.pages.known_values import ASSUMED, known_values
from chabudai.web.pages.new_table_form import guided_game_button
from chabudai.web.pages.pictures import cover, palettes

_NOT_DRAWN = {"toml"}
"""Languages of code blocks that are shown as code, not drawn as examples."""


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game, with its card tables: those of `setup`, or the game's own if it is None."""

    visitor: Visitor
    game: Game
    setup: Setup | None = None


def rules_page(rules: RulesPage) -> str:
    """Draw the page of the rules."""
    visitor, game = rules.visitor, rules.game
    say = visitor.words
    game_title = escape(title(game, visitor.language))
    chapters = rules_chapters(game, visitor.language, rules.setup)
    text = "".join(
        _chapter(chapter, rules) + (known_values(game, rules.setup, visitor) if chapter.id == ASSUMED else "")
        for chapter in chapters
    )
    body = (
        f'<main class="wrap rules" data-game="{game.name}">{_contents(chapters, visitor)}'
        f"<article>{cover(game.name)}{text}"
        f'<form class="go" method="post" action="/tables"><input type="hidden" name="game" value="{game.name}">'
        f'<button class="btn main">{say("rules.play")}</button>{guided_game_button(game, say)}</form></article></main>'
    )
    bar = TopBar(game_title, say("rules.title"), visitor_controls(visitor))
    return document(
        visitor, bar, body, kind="rules", styles=palettes([game]), title=f"{game_title} · {say('rules.title')}"
    )


def _chapter(chapter: Chapter, rules: RulesPage) -> str:
    """Draw a chapter; one that gives away how to play well stays closed until it is opened."""
    html = _html(chapter.markdown, rules.game, rules.visitor.language, rules.setup)
    heading = f'<h2><a href="#{chapter.id}">{_inline(chapter.title)}</a></h2>'
    if chapter.id == SPOILERS:
        show = rules.visitor.words("rules.show_spoilers")
        html = f"<details><summary>{show}</summary>{html}</details>"
    return f'<section id="{chapter.id}">{heading}{html}</section>'


def player_aid_dialog(game: Game, setup: Setup | None, visitor: Visitor) -> str:
    """Draw the dialog with the player aid: the phases and the scoring in short, if the rules have such a chapter."""
    chapters = [chapter for chapter in rules_chapters(game, visitor.language, setup) if chapter.id == AID]
    return "".join(
        dialog(AID, visitor.words("aid.title"), _html(chapter.markdown, game, visitor.language, setup), visitor.words)
        for chapter in chapters
    )


def _contents(chapters: Sequence[Chapter], visitor: Visitor) -> str:
    links = "".join(
        f'<li><a href="#{chapter.id}"><span>{_inline(chapter.title)}</span></a></li>' for chapter in chapters
    )
    return f'<nav class="contents" aria-label="{visitor.words("rules.contents")}"><ol>{links}</ol></nav>'


@lru_cache(maxsize=512)
def _html(markdown: str, game: Game, language: str, setup: Setup | None) -> str:
    """Convert a chapter to HTML, with its examples drawn. Cached, since rules seldom change."""
    faces = card_faces(game, language, setup)
    drawings = {name: partial(faces.draw, name) for name in faces.cards}
    examples = Examples(drawings, {suit.name: key for key, suit in suits(words(game, language)).items()})

    def fence(self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[index]
        if token.info in _NOT_DRAWN:
            return f"<pre><code>{escape(token.content)}</code></pre>"
        return examples.draw(token.content)

    parser = _markdown()
    parser.add_render_rule("fence", fence)
    tokens = parser.parse(markdown)
    _adapt_tables(tokens)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _adapt_tables(tokens: Sequence[Token]) -> None:
    """Let keyboards scroll tables, which may be wider than a phone, and make empty header cells plain cells."""
    for token, inner, end in zip(tokens, tokens[1:], tokens[2:], strict=False):
        token.attrs.pop("style", None)  # alignment; the Content-Security-Policy forbids style attributes
        if token.type == "table_open":
            token.attrs["tabindex"] = 0
        if token.type == "th_open" and not inner.content:
            token.tag = end.tag = "td"


@lru_cache(maxsize=1024)
def _inline(markdown: str) -> str:
    """Convert a title to HTML."""
    return str(_markdown().renderInline(markdown))


def _markdown() -> MarkdownIt:
    """Return a Markdown parser that shows HTML as text, since games of other packages are not trusted."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")
