"""The page of a table: the drawn scene, with its dialogs and banners."""

import msgspec

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.markup import escape
from chabudai.web.pages.dialog import dialog_button
from chabudai.web.pages.document import TopBar, Visitor, document, icon
from chabudai.web.pages.known_values import known_values_dialog
from chabudai.web.pages.page_words import PageWords
from chabudai.web.pages.pictures import table_styles
from chabudai.web.pages.rules_page import player_aid_dialog
from chabudai.web.pages.table_dialogs import HostSettings, menu_buttons, table_dialogs
from chabudai.web.pages.table_people import chat_button, chat_preview
from chabudai.web.urls import static_url


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page of a table shows; `frame` is the table as drawn by `table_frame`.

    `host_settings` is for the host only; `seat` is None for a spectator; `seq` is the last log entry shown, `now`
    the time by the server's clock.
    """

    visitor: Visitor
    id: str
    game: Game
    frame: str
    status: str
    seat: int | None
    setup: Setup | None = None
    host_settings: HostSettings | None = None
    seq: int = 0
    now: float = 0.0


def table_page(table: TablePage) -> str:
    """Draw the page of a table."""
    visitor = table.visitor
    say = visitor.words
    game_title = escape(title(table.game, visitor.language))
    dialogs = table_dialogs(table.id, visitor, seated=table.seat is not None, host_settings=table.host_settings)
    dialogs += known_values_dialog(table.game, table.setup, visitor)
    dialogs += player_aid_dialog(table.game, table.setup, visitor)
    body = (
        # Inert until the client has loaded, which would not notice an earlier click.
        f'<div id="table" inert data-game="{table.game.name}" data-table="{table.id}" data-status="{table.status}" '
        f'data-seq="{table.seq}" data-now="{table.now:.2f}" data-seated="{str(table.seat is not None).lower()}" '
        f'data-rules="{_rules_url(table)}" data-icon="{static_url("icon.svg")}" '
        f'data-icon-turn="{static_url("icon-turn.svg")}"{_client_words(say)}>{table.frame}{_banners(table)}</div>{dialogs}'
        f'<p id="lost">{say("table.lost")}</p><p id="toast" role="alert"></p>'
        f'<p id="notice"></p>{chat_preview()}'  # what it says is also in the news, for screen readers
    )
    bar = TopBar(game_title, buttons=_buttons(table))
    names = ("client", "keys", "hand", "sound", "clock", "dialogs", "hints", "chat")
    scripts = [static_url(f"{name}.js") for name in names]
    return document(
        visitor, bar, body, kind="table", styles=table_styles(table.game), scripts=scripts, title=game_title
    )


def _rules_url(table: TablePage) -> str:
    """Return the URL of the rules; with card data of the table's own, they show it."""
    return f"/rules/{table.game.name}" + (
        f"?table={table.id}" if table.setup is not None and table.setup.overridden else ""
    )


def _client_words(say: PageWords) -> str:
    """Return the client's own sentences, as attributes that it reads."""
    return "".join(
        f' data-say-{name.replace("_", "-")}="{escape(text)}"' for name, text in say.tables["client"].items()
    )


def _buttons(table: TablePage) -> str:
    """Draw the buttons of the top bar. A phone has room for a few; a menu has the others."""
    say = table.visitor.words
    others = menu_buttons(say, seated=table.seat is not None, host=table.host_settings is not None)
    return (
        f'<a class="btn ghost" id="rules" href="{_rules_url(table)}" target="_blank" rel="noopener" '
        f'aria-label="{say("rules.title")}">{icon("rules")}<span>{say("rules.title")}</span></a>'
        f"{chat_button(say)}"
        f'<span class="others">{others}</span>'
        f"{dialog_button('menu', 'list', say('site.menu'))}"
    )


def _banners(table: TablePage) -> str:
    """Draw the hidden overlays: the curtain of a shared device, the vote, and the buttons after the game."""
    say = table.visitor.words
    return (
        f'<dialog id="curtain" aria-labelledby="curtain-name"><h2 id="curtain-name"></h2><p>{say("table.curtain")}</p>'
        f'<button type="button" class="btn main" data-do="reveal">{say("table.reveal")}</button></dialog>'
        f'<dialog id="ask" aria-labelledby="ask-what"><p id="ask-what"></p>'
        '<form data-do="agree"><input type="hidden" name="vote">'
        f'<button class="btn main" name="yes" value="true">{say("table.yes")}</button>'
        f'<button class="btn" name="yes" value="false">{say("table.no")}</button></form></dialog>'
        f'<p id="after"><button type="button" class="btn main" data-do="rematch">{icon("replay")}{say("table.rematch")}'
        f'</button><a class="btn" href="/replay/{table.id}">{icon("play")}{say("table.replay")}</a>'
        f'<a class="btn" href="/">{icon("home")}{say("lobby.title")}</a></p>'
    )
