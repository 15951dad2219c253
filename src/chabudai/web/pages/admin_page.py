"""The page of the server's operator: lists reports, tables and guests, closes tables and bans guests."""

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


class AdminReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a player reported about another one; `lines` are the last lines of the log that they saw."""

    id: str
    at: str
    table: str
    reporter: str
    reporter_name: str
    guest: str
    name: str
    seat: int
    text: str
    lines: Sequence[str]
    banned: bool = False


class AdminPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page shows; `figures` are pairs of a name and a value."""

    visitor: Visitor
    reports: Sequence[AdminReport]
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
    reports = "".join(_report(report, say) for report in admin.reports)
    tables = "".join(_table(table, say) for table in admin.tables)
    guests = "".join(_guest(guest, say) for guest in admin.guests)
    body = (
        f'<main class="wrap"><dl class="figures">{figures}</dl>'
        f'<section class="panel"><h2>{say("admin.reports", number=len(admin.reports))}</h2>'
        f"{_list(('reported_at', 'table', 'reporter', 'reported', 'report'), reports, say)}</section>"
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


def _report(report: AdminReport, say: PageWords) -> str:
    people = [
        f"{escape(name)} <small>{escape(guest)}</small>"
        for name, guest in ((report.reporter_name, report.reporter), (report.name, report.guest))
    ]
    lines = "".join(f"<li>{escape(line)}</li>" for line in report.lines)
    log = f"<details><summary>{say('admin.log')}</summary><ol>{lines}</ol></details>" if lines else ""
    buttons = _command_button("close", report.table, say)
    buttons += _command_button("unban" if report.banned else "ban", report.guest, say)
    seat = say("admin.seat", number=report.seat + 1)
    return (
        f'<tr><th scope="row">{escape(report.at)}</th><td>{_table_link(report.table)}</td><td>{people[0]}</td>'
        f"<td>{people[1]} ({seat})</td><td>{escape(report.text)}{log}</td><td>{buttons}</td></tr>"
    )


def _table(table: AdminTable, say: PageWords) -> str:
    status = say.text_or_name("status", table.status)
    cells = (", ".join(table.seats), str(table.moves), table.last_move)
    button = _command_button("close", table.id, say) if table.status in ("open", "playing") else ""
    return (
        f'<tr><th scope="row">{_table_link(table.id)}</th>{_cells([table.game])}<td>{status}</td>{_cells(cells)}'
        f"<td>{button}</td></tr>"
    )


def _table_link(table: str) -> str:
    return f'<a href="/table/{escape(table)}">{escape(table)}</a>'


def _guest(guest: AdminGuest, say: PageWords) -> str:
    cells = (guest.name, str(guest.tables), guest.last_seen)
    button = _command_button("unban" if guest.banned else "ban", guest.id, say)
    return f'<tr><th scope="row">{escape(guest.id)}</th>{_cells(cells)}<td>{button}</td></tr>'


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)


def _command_button(command: str, target: str, say: PageWords) -> str:
    return (
        f'<form method="post" action="/admin">'
        f'<input type="hidden" name="id" value="{escape(target)}"><button class="btn" name="do" value="{command}">'
        f'{say(f"admin.{command}")}<span class="sr"> {escape(target)}</span></button></form>'
    )
