"""The page of the server's operator: lists all tables and guests, closes tables and bans guests."""

from collections.abc import Sequence

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document
from chabudai.web.pages.page_words import PageWords


class AdminTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the list; times are text, ready to read. `watching` counts connections, for the JSON only."""

    id: str
    game: str
    status: str
    seats: Sequence[str]
    moves: int
    last_move: str
    watching: int = 0


class AdminGuest(msgspec.Struct, frozen=True, kw_only=True):
    """A guest in the list."""

    id: str
    name: str
    tables: int
    last_seen: str
    banned: bool = False


class AdminPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page shows; `token` is sent with each command, `figures` are pairs of a name and a value."""

    visitor: Visitor
    token: str
    tables: Sequence[AdminTable]
    guests: Sequence[AdminGuest]
    figures: Sequence[tuple[str, str]] = ()


def admin_page(admin: AdminPage) -> str:
    """Draw the page of the operator."""
    say = admin.visitor.words
    figures = "".join(
        f"<div><dt>{say.text_or_name('figure', name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in admin.figures
    )
    tables = "".join(_table(table, admin.token, say) for table in admin.tables)
    guests = "".join(_guest(guest, admin.token, say) for guest in admin.guests)
    body = (
        f'<main class="wrap"><dl class="figures">{figures}</dl>'
        f'<section class="panel"><h2>{say("admin.tables", number=len(admin.tables))}</h2>'
        f"{_list(('table', 'game', 'status', 'seats', 'moves', 'last_move'), tables, say)}</section>"
        f'<section class="panel"><h2>{say("admin.guests", number=len(admin.guests))}</h2>'
        f"{_list(('guest', 'name', 'their_tables', 'last_seen'), guests, say)}</section></main>"
    )
    return document(admin.visitor, TopBar(say("admin.title")), body, kind="admin")


def _list(columns: Sequence[str], rows: str, say: PageWords) -> str:
    heads = "".join(f'<th scope="col">{say(f"admin.{column}")}</th>' for column in columns)
    head = f"<thead><tr>{heads}<td></td></tr></thead>"
    return f'<div class="scroll"><table class="list">{head}<tbody>{rows}</tbody></table></div>'


def _table(table: AdminTable, token: str, say: PageWords) -> str:
    status = say.text_or_name("status", table.status)
    cells = (", ".join(table.seats), str(table.moves), table.last_move)
    button = _command_button("close", table.id, token, say) if table.status in ("open", "playing") else ""
    link = f'<a href="/table/{escape(table.id)}">{escape(table.id)}</a>'
    return (
        f'<tr><th scope="row">{link}</th>{_cells([table.game])}<td>{status}</td>{_cells(cells)}<td>{button}</td></tr>'
    )


def _guest(guest: AdminGuest, token: str, say: PageWords) -> str:
    cells = (guest.name, str(guest.tables), guest.last_seen)
    button = _command_button("unban" if guest.banned else "ban", guest.id, token, say)
    return f'<tr><th scope="row">{escape(guest.id)}</th>{_cells(cells)}<td>{button}</td></tr>'


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)


def _command_button(command: str, target: str, token: str, say: PageWords) -> str:
    return (
        f'<form method="post" action="/admin"><input type="hidden" name="token" value="{escape(token)}">'
        f'<input type="hidden" name="id" value="{escape(target)}"><button class="btn" name="do" value="{command}">'
        f'{say(f"admin.{command}")}<span class="sr"> {escape(target)}</span></button></form>'
    )
