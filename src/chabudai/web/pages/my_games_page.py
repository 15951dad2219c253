"""The visitor's own games, in progress and finished, and the form that uploads a record."""

from collections.abc import Sequence

import msgspec

from chabudai.scene.game import Game
from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document, icon, visitor_controls
from chabudai.web.pages.list_rows import FinishedRow, TableRow, finished_rows, table_rows
from chabudai.web.pages.pictures import palettes


class MyGamesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a guest, latest first; `older` is the URL of earlier ones, if any.

    `games` are the games whose colors the page needs. `refused` is the reason why an uploaded record was refused.
    """

    visitor: Visitor
    games: Sequence[Game]
    running: Sequence[TableRow]
    finished: Sequence[FinishedRow]
    older: str = ""
    refused: str = ""


def my_games_page(page: MyGamesPage) -> str:
    """Draw the page of the visitor's own games."""
    visitor = page.visitor
    say = visitor.words
    running = (
        f'<section class="panel"><h2>{say("lobby.running")}</h2>{table_rows(page.running, visitor)}</section>'
        if page.running
        else ""
    )
    finished = (
        finished_rows(page.finished, visitor) if page.finished else f'<p class="none">{say("lobby.no_games")}</p>'
    )
    older = f'<a class="btn" href="{escape(page.older)}">{say("mine.older")}</a>' if page.older else ""
    body = (
        f'<main class="wrap narrow">{running}'
        f'<section class="panel"><h2>{say("mine.finished")}</h2>{finished}{older}</section>{_upload(page)}</main>'
    )
    bar = TopBar(say("mine.title"), buttons=visitor_controls(visitor))
    return document(visitor, bar, body, kind="mine", styles=palettes(page.games))


def _upload(page: MyGamesPage) -> str:
    say = page.visitor.words
    refused = f'<p class="refused" role="alert">{say("upload.refused", why=page.refused)}</p>' if page.refused else ""
    return (
        f'<section class="panel" id="upload"><h2>{say("upload.title")}</h2><p>{say("upload.what")}</p>{refused}'
        f'<form class="both" method="post" action="/records" enctype="multipart/form-data">'
        f'<input type="file" name="record" accept=".json,.jsonl,application/json" required '
        f'aria-label="{say("upload.file")}">'
        f'<button class="btn main">{icon("upload")}{say("upload.send")}</button></form></section>'
    )
