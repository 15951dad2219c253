"""Draws the rows of the lists of tables and of finished games."""

from collections.abc import Sequence

import msgspec

from chabudai.web.canvas import crest
from chabudai.web.markup import escape
from chabudai.web.pages.document import Visitor, icon
from chabudai.web.pages.page_words import PageWords
from chabudai.web.pages.pictures import thumbnail


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list; `seats` are the names of the players, None for a free seat.

    `limit` is the time limit for a move in seconds, 0 for none.
    """

    id: str
    game: str
    title: str
    host: str
    seats: Sequence[str | None]
    playing: bool
    limit: int = 0
    yours: bool = False
    your_turn: bool = False
    can_sit: bool = True


class FinishedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list; `ended` is the date, `seat` the visitor's own seat, if they played."""

    id: str
    game: str
    title: str
    names: Sequence[str]
    scores: Sequence[int]
    winners: Sequence[int]
    ended: str
    seat: int | None = None


def table_rows(tables: Sequence[TableRow], visitor: Visitor) -> str:
    """Draw tables in progress, or waiting for players."""
    return f'<ol class="rows">{"".join(_table(table, visitor.words) for table in tables)}</ol>'


def finished_rows(games: Sequence[FinishedRow], visitor: Visitor) -> str:
    """Draw finished games, with their results."""
    return f'<ol class="rows">{"".join(_finished(game, visitor.words) for game in games)}</ol>'


def player_name(name: str, say: PageWords, *, bot: bool) -> str:
    """Return a player's name as HTML; bots are marked as bots."""
    return say("rows.bot", name=name) if bot else escape(name)


def labeled_crest(seat: int, name: str) -> str:
    """Draw the crest of a seat, labeled with the name of its player."""
    label = escape(name)
    return f'<span role="img" aria-label="{label}" title="{label}">{crest(seat)}</span>'


def _table(table: TableRow, say: PageWords) -> str:
    free = sum(name is None for name in table.seats)
    seats = "".join(
        f'<span class="crest empty" role="img" aria-label="{say("rows.free")}"></span>'
        if name is None
        else labeled_crest(seat, name)
        for seat, name in enumerate(table.seats)
    )
    details = [say("rows.table_of", name=table.host)]
    details += [say("rows.playing") if table.playing else say.counted("rows.free_seat", free)]
    details += [say("rows.slow_game")] * (table.limit >= 3600)
    if table.yours:
        button = say("rows.your_turn") if table.your_turn else say("rows.go_on")
    else:
        button = say("rows.sit") if free and table.can_sit else say("rows.watch")
    kind = " main" * table.your_turn
    return (
        f'<li data-game="{table.game}">{thumbnail(table.game)}<div><h3>{escape(table.title)}</h3>'
        f'<p class="sub">{" · ".join(details)}</p></div><span class="crests">{seats}</span>'
        f'<a class="btn{kind}" href="/table/{table.id}">{button}<span class="sr">: {escape(table.title)}</span></a>'
        f"</li>"
    )


def _finished(game: FinishedRow, say: PageWords) -> str:
    order = sorted(range(len(game.scores)), key=lambda seat: -game.scores[seat])
    results = "".join(
        f"<span{' class=won' * (seat in game.winners)}>{labeled_crest(seat, game.names[seat])}"
        f"<b>{game.scores[seat]}</b></span>"
        for seat in order
    )
    result = "rows.watched" if game.seat is None else "rows.won" if game.seat in game.winners else "rows.played"
    return (
        f'<li data-game="{game.game}">{thumbnail(game.game)}<div><h3>{escape(game.title)}</h3>'
        f'<p class="sub">{say(result)} · {escape(game.ended)}</p></div><span class="results">{results}</span>'
        f'<a class="btn" href="/replay/{game.id}">{icon("replay")}{say("rows.replay")}</a></li>'
    )
