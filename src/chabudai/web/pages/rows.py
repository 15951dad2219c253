"""Lines of lists: a table that one can join, a game that waits for one, a game that is over."""

from collections.abc import Sequence

import msgspec

from chabudai.web.canvas import crest
from chabudai.web.markup import escape
from chabudai.web.pages.document import Visitor, icon
from chabudai.web.pages.pictures import picture
from chabudai.web.pages.words import PageWords


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list: `seats` are the names of who sits there, None where nobody does."""

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
    """A finished game in a list; `ended` is the day, as people of the visitor's language write it."""

    id: str
    game: str
    title: str
    names: Sequence[str]
    scores: Sequence[int]
    winners: Sequence[int]
    ended: str
    seat: int | None = None


def table_rows(tables: Sequence[TableRow], visitor: Visitor) -> str:
    """Tables that are played at, or wait for people."""
    return f'<ol class="rows">{"".join(_table(table, visitor.words) for table in tables)}</ol>'


def finished_rows(games: Sequence[FinishedRow], visitor: Visitor) -> str:
    """Games that are over, with their results."""
    return f'<ol class="rows">{"".join(_finished(game, visitor.words) for game in games)}</ol>'


def crest_of(seat: int, name: str) -> str:
    """The crest of a seat, which is read aloud as the name of who sits there."""
    called = escape(name)
    return f'<span role="img" aria-label="{called}" title="{called}">{crest(seat)}</span>'


def _table(table: TableRow, say: PageWords) -> str:
    free = sum(name is None for name in table.seats)
    seats = "".join(
        f'<span class="crest empty" role="img" aria-label="{say("rows.free")}"></span>'
        if name is None
        else crest_of(seat, name)
        for seat, name in enumerate(table.seats)
    )
    told = [say("rows.table_of", name=table.host)]
    told += [say("rows.playing") if table.playing else say("rows.free_seats", number=free)]
    told += [say("rows.by_the_way")] * (table.limit >= 3600)
    if table.yours:
        button = say("rows.your_turn") if table.your_turn else say("rows.go_on")
    else:
        button = say("rows.sit") if free and table.can_sit else say("rows.watch")
    kind = " main" * table.your_turn
    return (
        f'<li data-game="{table.game}">{picture(table.game)}<div><h3>{escape(table.title)}</h3>'
        f'<p class="sub">{" · ".join(told)}</p></div><span class="crests">{seats}</span>'
        f'<a class="btn{kind}" href="/table/{table.id}">{button}<span class="sr">: {escape(table.title)}</span></a>'
        f"</li>"
    )


def _finished(game: FinishedRow, say: PageWords) -> str:
    order = sorted(range(len(game.scores)), key=lambda seat: -game.scores[seat])
    results = "".join(
        f"<span{' class=won' * (seat in game.winners)}>{crest_of(seat, game.names[seat])}"
        f"<b>{game.scores[seat]}</b></span>"
        for seat in order
    )
    outcome = "rows.watched" if game.seat is None else "rows.won" if game.seat in game.winners else "rows.played"
    return (
        f'<li data-game="{game.game}">{picture(game.game)}<div><h3>{escape(game.title)}</h3>'
        f'<p class="sub">{say(outcome)} · {escape(game.ended)}</p></div><span class="results">{results}</span>'
        f'<a class="btn" href="/replay/{game.id}">{icon("replay")}{say("rows.replay")}</a></li>'
    )
