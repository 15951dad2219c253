"""The page of whoever runs the server: all tables and guests; closes and bans."""

from collections.abc import Sequence

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document
from chabudai.web.pages.words import PageWords


class AdminTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is listed: times are texts, as people write them."""

    id: str
    game: str
    status: str
    seats: Sequence[str]
    moves: int
    last_move: str
    watching: int = 0


class AdminGuest(msgspec.Struct, frozen=True, kw_only=True):
    """A guest as listed."""

    id: str
    name: str
    tables: int
    last_seen: str
    banned: bool = False


class Admin(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page shows; `token` is sent back with each order. `figures` are counts by what they count."""

    visitor: Visitor
    token: str
    tables: Sequence[AdminTable]
    guests: Sequence[AdminGuest]
    figures: Sequence[tuple[str, str]] = ()
    done: str = ""


def page(admin: Admin) -> str:
    """The page for whoever runs the server."""
    say = admin.visitor.words
    done = f'<p role="status">{escape(admin.done)}</p>' if admin.done else ""
    figures = "".join(
        f"<div><dt>{say.one_of('figure', name)}</dt><dd>{escape(value)}</dd></div>" for name, value in admin.figures
    )
    tables = "".join(_table(table, admin.token, say) for table in admin.tables)
    guests = "".join(_guest(guest, admin.token, say) for guest in admin.guests)
    body = (
        f'<main class="wrap">{done}<dl class="figures">{figures}</dl>'
        f'<section class="panel"><h2>{say("admin.tables", number=len(admin.tables))}</h2>'
        f"{_sheet(('table', 'game', 'status', 'seats', 'moves', 'last_move'), tables, say)}</section>"
        f'<section class="panel"><h2>{say("admin.guests", number=len(admin.guests))}</h2>'
        f"{_sheet(('guest', 'name', 'their_tables', 'last_seen'), guests, say)}</section></main>"
    )
    return document(admin.visitor, Bar(say("admin.title")), body, kind="admin")


def _sheet(columns: Sequence[str], rows: str, say: PageWords) -> str:
    heads = "".join(f'<th scope="col">{say(f"admin.{column}")}</th>' for column in columns)
    head = f"<thead><tr>{heads}<td></td></tr></thead>"
    return f'<div class="scroll"><table class="list">{head}<tbody>{rows}</tbody></table></div>'


def _table(table: AdminTable, token: str, say: PageWords) -> str:
    status = say.one_of("status", table.status)
    cells = (", ".join(table.seats), str(table.moves), table.last_move)
    order = _order("close", table.id, token, say) if table.status in ("open", "playing") else ""
    link = f'<a href="/table/{escape(table.id)}">{escape(table.id)}</a>'
    return f'<tr><th scope="row">{link}</th>{_cells([table.game])}<td>{status}</td>{_cells(cells)}<td>{order}</td></tr>'


def _guest(guest: AdminGuest, token: str, say: PageWords) -> str:
    cells = (guest.name, str(guest.tables), guest.last_seen)
    order = _order("unban" if guest.banned else "ban", guest.id, token, say)
    return f'<tr><th scope="row">{escape(guest.id)}</th>{_cells(cells)}<td>{order}</td></tr>'


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)


def _order(order: str, about: str, token: str, say: PageWords) -> str:
    return (
        f'<form method="post" action="/admin"><input type="hidden" name="token" value="{escape(token)}">'
        f'<input type="hidden" name="id" value="{escape(about)}"><button class="btn" name="do" value="{order}">'
        f'{say(f"admin.{order}")}<span class="sr"> {escape(about)}</span></button></form>'
    )
