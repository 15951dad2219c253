"""One's own games: those that go on, and those that are over; and the form that takes a record to watch."""

from collections.abc import Sequence

import msgspec

from chabudai.scene.game import Game
from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document, icon, switches
from chabudai.web.pages.pictures import palettes
from chabudai.web.pages.rows import FinishedRow, TableRow, finished_rows, table_rows


class MyGames(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a guest, the latest first; `older` leads to those before them, if there are any.

    `refused` says why a record that was just sent cannot be shown.
    """

    visitor: Visitor
    games: Sequence[Game]
    running: Sequence[TableRow]
    finished: Sequence[FinishedRow]
    older: str = ""
    refused: str = ""


def page(mine: MyGames) -> str:
    """The page of one's own games."""
    visitor = mine.visitor
    say = visitor.words
    going = (
        f'<section class="panel"><h2>{say("lobby.running")}</h2>{table_rows(mine.running, visitor)}</section>'
        if mine.running
        else ""
    )
    over = finished_rows(mine.finished, visitor) if mine.finished else f'<p class="none">{say("lobby.no_games")}</p>'
    older = f'<a class="btn" href="{escape(mine.older)}">{say("mine.older")}</a>' if mine.older else ""
    body = (
        f'<main class="wrap narrow">{going}'
        f'<section class="panel"><h2>{say("mine.finished")}</h2>{over}{older}</section>{_upload(mine)}</main>'
    )
    bar = Bar(say("mine.title"), buttons=switches(visitor))
    return document(visitor, bar, body, kind="mine", styles=palettes(mine.games))


def _upload(mine: MyGames) -> str:
    say = mine.visitor.words
    refused = f'<p class="refused" role="alert">{say("upload.refused", why=mine.refused)}</p>' if mine.refused else ""
    return (
        f'<section class="panel" id="upload"><h2>{say("upload.title")}</h2><p>{say("upload.what")}</p>{refused}'
        f'<form class="both" method="post" action="/records" enctype="multipart/form-data">'
        f'<input type="file" name="record" accept=".json,.jsonl,application/json" required '
        f'aria-label="{say("upload.file")}">'
        f'<button class="btn main">{icon("upload")}{say("upload.send")}</button></form></section>'
    )
