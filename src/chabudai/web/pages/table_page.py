"""The page of a table: the table itself, as the drawing of its scene gives it, and the menus and the chat round it."""

import time

import msgspec

from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.addresses import static
from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document, icon
from chabudai.web.pages.pictures import table_styles
from chabudai.web.pages.sheet import opener
from chabudai.web.pages.table_menus import Manners, menus, other_buttons
from chabudai.web.pages.words import PageWords


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page of a table shows; `frame` is the table as `web.table.frame` draws it.

    `manners` are there for the host alone; `seat` is None for a spectator; `seq` is the entry of the log that is shown.
    """

    visitor: Visitor
    id: str
    game: Game
    frame: str
    status: str
    seat: int | None
    manners: Manners | None = None
    seq: int = 0


def page(table: TablePage) -> str:
    """The page of a table."""
    visitor = table.visitor
    say = visitor.words
    name = escape(title(table.game, visitor.language))
    sheets = menus(table.id, say, seated=table.seat is not None, manners=table.manners)
    body = (
        f'<div id="table" data-game="{table.game.name}" data-table="{table.id}" data-status="{table.status}" '
        f'data-seq="{table.seq}" data-now="{time.time():.0f}" data-seated="{str(table.seat is not None).lower()}" '
        f'data-rules="/rules/{table.game.name}" data-icon="{static("icon.svg")}" '
        f'data-icon-turn="{static("icon-turn.svg")}"{_spoken(say)}>{table.frame}{_banners(table)}</div>{sheets}'
        f'<p id="lost" role="status">{say("table.lost")}</p><p id="toast" role="alert"></p>'
    )
    bar = Bar(name, buttons=_buttons(table))
    scripts = [static(f"{name}.js") for name in ("client", "keys", "hand", "sound", "clock", "menus")]
    return document(visitor, bar, body, kind="table", styles=table_styles(table.game), scripts=scripts, title=name)


def _spoken(say: PageWords) -> str:
    """What the client says itself, as attributes that it reads."""
    return "".join(
        f' data-say-{name.replace("_", "-")}="{escape(text)}"' for name, text in say.tables["client"].items()
    )


def _buttons(table: TablePage) -> str:
    """The buttons of the bar. On a phone there is room for a few; a menu has the others."""
    say = table.visitor.words
    others = other_buttons(say, seated=table.seat is not None, host=table.manners is not None)
    return (
        f'<a class="btn ghost" id="rules" href="/rules/{table.game.name}" target="_blank" rel="noopener" '
        f'aria-label="{say("rules.title")}">{icon("rules")}<span>{say("rules.title")}</span></a>'
        f"{opener('chat', 'chat', say('chat.title'))}"
        f'<span class="others">{others}</span>'
        f"{opener('menu', 'list', say('site.menu'))}"
    )


def _banners(table: TablePage) -> str:
    """What lies across the table at times: a curtain between people, a question, the end."""
    say = table.visitor.words
    return (
        f'<dialog id="curtain" aria-labelledby="curtain-name"><h2 id="curtain-name"></h2><p>{say("table.curtain")}</p>'
        f'<button type="button" class="btn main" data-do="reveal">{say("table.reveal")}</button></dialog>'
        f'<dialog id="ask" aria-labelledby="ask-what"><p id="ask-what"></p>'
        f'<form data-do="agree"><button class="btn main" name="yes" value="true">{say("table.yes")}</button>'
        f'<button class="btn" name="yes" value="false">{say("table.no")}</button></form></dialog>'
        f'<p id="after"><button type="button" class="btn main" data-do="rematch">{icon("replay")}{say("table.rematch")}'
        f'</button><a class="btn" href="/replay/{table.id}">{icon("play")}{say("table.replay")}</a>'
        f'<a class="btn" href="/">{icon("home")}{say("lobby.title")}</a></p>'
    )
