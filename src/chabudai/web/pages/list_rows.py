"""Draws the rows of the lists of tables and of finished games."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from chabudai.web.canvas import crest, sign
from chabudai.web.markup import escape
from chabudai.web.pages.document import Visitor, icon
from chabudai.web.pages.page_words import PageWords
from chabudai.web.pages.pictures import thumbnail


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list; `seats` are the names of the players, None for a free seat, and `bots` the seats of bots.

    `limit` is the time limit for a move in seconds, 0 for none; `at` is when something last happened, in seconds since
    1970.
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
    bots: Sequence[int] = ()
    at: float | None = None


class FinishedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list; `ended` is the date, and `at` the time in seconds since 1970.

    `seat` is the visitor's own seat, if they played; on a `shared` device it is that of one of several people. `bots`
    are the seats of bots.
    """

    id: str
    game: str
    title: str
    names: Sequence[str]
    scores: Sequence[int]
    winners: Sequence[int]
    ended: str
    seat: int | None = None
    shared: bool = False
    bots: Sequence[int] = ()
    at: float | None = None


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


def seat_label(seat: int, name: str, say: PageWords, *, bot: bool) -> str:
    """Draw a player in a list: crest and name, and for a bot its sign. The whole name is the tooltip."""
    title = player_name(name, say, bot=bot)
    mark = f'{sign("bot")}<span class="sr">{say("drawing.bot")}</span>' if bot else ""
    return f'<span class="who" title="{title}">{crest(seat)}<span class="name">{escape(name)}</span>{mark}</span>'


def _when(at: float | None, shown: str) -> str:
    """Draw a time; a script writes it in the words and the time zone of the device."""
    if at is None:
        return escape(shown)
    moment = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    return f'<time datetime="{moment}" data-local>{escape(shown)}</time>'


def _table(table: TableRow, say: PageWords) -> str:
    free = sum(name is None for name in table.seats)
    seats = "".join(
        f'<span class="who"><span class="crest empty" role="img" aria-label="{say("rows.free")}"></span></span>'
        if name is None
        else seat_label(seat, name, say, bot=seat in table.bots)
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
        f'<p class="sub">{" · ".join(details)}</p></div><span class="players">{seats}</span>'
        f'<a class="btn{kind}" href="/table/{table.id}">{button}<span class="sr">: {escape(table.title)}</span></a>'
        f"</li>"
    )


def _finished(game: FinishedRow, say: PageWords) -> str:
    order = sorted(range(len(game.scores)), key=lambda seat: (seat not in game.winners, -game.scores[seat]))
    results = "".join(
        f"<span{' class=won' * (seat in game.winners)}>"
        f"{seat_label(seat, game.names[seat], say, bot=seat in game.bots)}<b>{game.scores[seat]}</b></span>"
        for seat in order
    )
    return (
        f'<li data-game="{game.game}">{thumbnail(game.game)}<div><h3>{escape(game.title)}</h3>'
        f'<p class="sub"><b class="outcome">{_outcome(game, say)}</b> · {_when(game.at, game.ended)}</p></div>'
        f'<span class="players results">{results}</span>'
        f'<a class="btn" href="/replay/{game.id}">{icon("replay")}{say("rows.replay")}</a></li>'
    )


def _outcome(game: FinishedRow, say: PageWords) -> str:
    """Say whether the visitor won; on a shared device, who did."""
    if game.seat is None:
        return say("rows.watched")
    if game.shared:
        return say("rows.won_by", names=", ".join(game.names[seat] for seat in game.winners))
    if game.seat not in game.winners:
        return say("rows.lost")
    return say("rows.won" if len(game.winners) == 1 else "rows.won_together")
