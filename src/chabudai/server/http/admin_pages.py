"""The operator's pages: tables and guests, closing and banning; also the health check and the metrics."""

import time
from collections import Counter

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import chabudai
from chabudai.games.registry import games
from chabudai.server.context import Context
from chabudai.server.http.admin_access import AdminAccess
from chabudai.server.http.lobby_rows import bot_seats, seat_names
from chabudai.server.http.request import read_fields, text_field, wants_json
from chabudai.server.http.response import html_response, json_response
from chabudai.server.identity import identity_of
from chabudai.server.refusal import ServerRefused
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import Report, StoreStopped
from chabudai.session.commands import CloseCommand
from chabudai.session.decide import OPERATOR
from chabudai.web.pages.admin_page import AdminGuest, AdminPage, AdminReport, AdminTable, admin_page
from chabudai.web.pages.page_words import page_words

_MAX_TABLES = 200
_MAX_REPORTS = 50


class AdminPages:
    """The routes for operators and monitoring."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.access = AdminAccess(context)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/admin", self.show),
            Route("/admin", self.act, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    async def show(self, request: Request) -> Response:
        """Show the latest reports and tables with their guests, and all banned guests."""
        if "token" in request.query_params:
            return self.access.enter(request, request.query_params["token"])
        self.access.check(request)
        return await self._page(request)

    async def act(self, request: Request) -> Response:
        """Close a table, or ban or unban a guest; or let the operator in, if the form has the token."""
        fields = await read_fields(request)
        if "token" in fields:
            return self.access.enter(request, text_field(fields, "token"))
        self.access.check(request)
        target = text_field(fields, "id")
        match text_field(fields, "do"):
            case "close":
                task = await self.context.tables.find(target)
                await task.do(OPERATOR, CloseCommand(""))
            case "ban" | "unban" as command:
                await self.context.tables.ban(target, command == "ban")
            case _:
                raise ServerRefused("bad_form", detail="do", status=400)
        self.context.telemetry.info("admin action", do=text_field(fields, "do"), id=target)
        return await self._page(request)

    async def health(self, request: Request) -> Response:
        """Check that the database can be written and read."""
        try:
            await self.context.tables.store.check()
        except StoreStopped as error:
            return PlainTextResponse(f"{error}\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Return the metrics in the Prometheus text format."""
        return PlainTextResponse(
            self.context.telemetry.prometheus_text(self._figures()), media_type="text/plain; version=0.0.4"
        )

    def _figures(self) -> dict[str, float]:
        tables = self.context.tables
        return {
            "compiled": chabudai.COMPILED,
            "tables": len(tables.tasks),
            "connections": self.context.connections,
            "thoughts_waiting": tables.bot_pool.pending,
        }

    async def _page(self, request: Request) -> Response:
        identity = identity_of(request)
        listings = await self.context.tables.store.latest_tables(_MAX_TABLES)
        tables = [await self._table(listing, identity.language) for listing in listings]
        guests = await self._guests(listings)
        latest_reports = await self.context.tables.store.latest_reports(_MAX_REPORTS)
        reports = [await self._report(report) for report in latest_reports]
        if wants_json(request):
            return json_response({"reports": reports, "tables": tables, "guests": guests, "figures": self._figures()})
        figures = [(name, f"{value:g}") for name, value in self._figures().items()]
        page = AdminPage(visitor=identity.visitor, reports=reports, tables=tables, guests=guests, figures=figures)
        return html_response(admin_page(page))

    async def _table(self, listing: Listing, language: str) -> AdminTable:
        present = await self.context.guests.names_at(listing)
        task = self.context.tables.tasks.get(listing.id)
        game = games().get(listing.game)
        return AdminTable(
            id=listing.id,
            game=game.title if game else listing.game,
            status=listing.status,
            seats=[
                _marked(name, language) if seat in bot_seats(listing) else name or "–"
                for seat, name in enumerate(seat_names(listing, present, language))
            ],
            moves=listing.moves,
            last_move=_local_time(listing.touched),
            watching=len(task.viewers) if task else 0,
        )

    async def _report(self, report: Report) -> AdminReport:
        names = self.context.guests
        return AdminReport(
            id=report.id,
            at=_local_time(report.at),
            table=report.table,
            reporter=report.reporter,
            reporter_name=await names.name(report.reporter),
            guest=report.guest,
            name=await names.name(report.guest),
            seat=report.seat,
            text=report.text,
            lines=report.lines,
            banned=report.guest in self.context.tables.banned,
        )

    async def _guests(self, listings: list[Listing]) -> list[AdminGuest]:
        """List the guests at these tables, and all banned guests."""
        table_counts: Counter[str] = Counter()
        names: dict[str, str] = {}
        last_seen: dict[str, float] = {}
        for listing in listings:
            for seat in listing.sitters:
                if seat.guest:
                    table_counts[seat.guest] += 1
                    names.setdefault(seat.guest, seat.name)
                    last_seen.setdefault(seat.guest, listing.touched)
        for banned_guest in await self.context.tables.store.banned_guests():
            names.setdefault(banned_guest.id, banned_guest.name)
        return [
            AdminGuest(
                id=guest,
                name=name,
                tables=table_counts[guest],
                last_seen=_local_time(last_seen[guest]) if guest in last_seen else "–",
                banned=guest in self.context.tables.banned,
            )
            for guest, name in names.items()
        ]


def _local_time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _marked(name: str | None, language: str) -> str:
    """Mark the name of a bot as that of a bot."""
    return page_words(language).tables["rows"]["bot"].format(name=name or "")
