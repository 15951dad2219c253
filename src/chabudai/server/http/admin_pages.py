"""For whoever runs the server: all tables and those who sit at them; closes and bans. And what machines ask."""

import hmac
import time
from collections import Counter

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import chabudai
from chabudai.games.registry import games
from chabudai.server.caller import caller
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import seat_names
from chabudai.server.http.request import fields, text, wants_json
from chabudai.server.http.response import as_json, page
from chabudai.server.refusal import ServerRefused
from chabudai.server.storage.listing import Listing
from chabudai.session.commands import Close
from chabudai.session.decide import OPERATOR
from chabudai.web.pages import admin
from chabudai.web.pages.admin import Admin, AdminGuest, AdminTable

_TABLES = 200


class AdminPages:
    """What the operator sees and does."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/admin", self.show),
            Route("/admin", self.order, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    async def show(self, request: Request) -> Response:
        """All tables and guests."""
        self._check(request.query_params.get("token", ""))
        return await self._page(request)

    async def order(self, request: Request) -> Response:
        """Close a table, or ban a guest, or let them in again."""
        found = await fields(request)
        self._check(text(found, "token"))
        about = text(found, "id")
        match text(found, "do"):
            case "close":
                task = await self.context.tables.find(about)
                await task.do(OPERATOR, Close(""))
            case "ban" | "unban" as order:
                await self.context.tables.ban(about, order == "ban")
            case _:
                raise ServerRefused("bad_form", detail="do", status=400)
        self.context.telemetry.note("admin", do=text(found, "do"), id=about)
        return await self._page(request)

    async def health(self, request: Request) -> Response:
        """Whether the server is well: it can read its database, and the thread that writes to it is at work."""
        store = self.context.tables.store
        await store.unfinished("")
        await store.let_sleep("")  # changes nothing, as no table is called so
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus."""
        return PlainTextResponse(
            self.context.telemetry.figures(self._figures()), media_type="text/plain; version=0.0.4"
        )

    def _check(self, token: str) -> None:
        if not hmac.compare_digest(token.encode(), self.context.admin_token.encode()):
            raise ServerRefused("not_admin", status=403)

    def _figures(self) -> dict[str, float]:
        tables = self.context.tables
        return {
            "compiled": chabudai.COMPILED,
            "tables": len(tables.tasks),
            "connections": self.context.connections,
            "thoughts_waiting": tables.bot_pool.waiting,
        }

    async def _page(self, request: Request) -> Response:
        who = caller(request)
        listings = await self.context.tables.store.latest(_TABLES)
        tables = [self._table(listing, who.language) for listing in listings]
        guests = await self._guests(listings)
        if wants_json(request):
            return as_json({"tables": tables, "guests": guests, "figures": self._figures()})
        figures = [(name, f"{value:g}") for name, value in self._figures().items()]
        shown = Admin(
            visitor=who.visitor, token=self.context.admin_token, tables=tables, guests=guests, figures=figures
        )
        return page(admin.page(shown))

    def _table(self, listing: Listing, language: str) -> AdminTable:
        task = self.context.tables.tasks.get(listing.id)
        game = games().get(listing.game)
        return AdminTable(
            id=listing.id,
            game=game.title if game else listing.game,
            status=listing.status,
            seats=[name or "–" for name in seat_names(listing, language)],
            moves=listing.moves,
            last_move=_when(listing.touched),
            watching=len(task.viewers) if task else 0,
        )

    async def _guests(self, listings: list[Listing]) -> list[AdminGuest]:
        """Those who sit at these tables, and all who are banned."""
        tables: Counter[str] = Counter()
        names: dict[str, str] = {}
        seen: dict[str, float] = {}
        for listing in listings:
            for sitter in listing.sitters:
                if sitter.guest:
                    tables[sitter.guest] += 1
                    names.setdefault(sitter.guest, sitter.name)
                    seen.setdefault(sitter.guest, listing.touched)
        for guest in await self.context.tables.store.banned():
            names.setdefault(guest.id, guest.name)
        return [
            AdminGuest(
                id=guest,
                name=name,
                tables=tables[guest],
                last_seen=_when(seen[guest]) if guest in seen else "–",
                banned=guest in self.context.tables.banned,
            )
            for guest, name in names.items()
        ]


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
