"""The addresses of a table: making it, its page, and the links that bring people to it."""

import io
import time

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.server.bind import LOOPBACK
from chabudai.server.caller import Caller, caller
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import host_name, seat_names
from chabudai.server.http.request import Fields, fields, number, text, wants_json, yes
from chabudai.server.http.response import as_json, lead_to, page
from chabudai.server.http.table_form import table_from_form
from chabudai.server.refusal import ServerRefused, restarting
from chabudai.server.socket.frames import first_frame
from chabudai.server.storage.listing import listing_of
from chabudai.server.table_task import TableTask
from chabudai.session.commands import AcceptInvitation, MoveSeat, Sit
from chabudai.session.decide import Who, decide, may_watch
from chabudai.session.names import clean_name
from chabudai.session.refusal import Refused
from chabudai.session.settings import bot_levels
from chabudai.session.table import Table
from chabudai.session.views import seat_of
from chabudai.web.pages import invite, table_page
from chabudai.web.pages.invite import Invitation, SeatMove
from chabudai.web.pages.table_menus import Manners, SeatLine
from chabudai.web.pages.table_page import TablePage

_MOVE = 900
"""Seconds that a link is good for which moves a seat."""


class TablePages:
    """Making tables, showing them, inviting to them."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/tables", self.make, methods=["POST"]),
            Route("/table/{table}", self.show),
            Route("/table/{table}/invite", self.invite),
            Route("/table/{table}/move", self.move, methods=["POST"]),
            Route("/join/{signed}", self.invitation),
            Route("/join/{signed}", self.join, methods=["POST"]),
            Route("/seat/{signed}", self.seat),
            Route("/seat/{signed}", self.take_seat, methods=["POST"]),
            Route("/listen", self.listen, methods=["POST"]),
        ]

    async def make(self, request: Request) -> Response:
        """Set a table."""
        who = caller(request)
        tables = self.context.tables
        tables.new_tables.take(who.guest)
        opened, seats = table_from_form(await fields(request), who, tables.data)
        task = await tables.open(opened, seats)
        return lead_to(request, f"/table/{task.table.id}", table=task.table.id)

    async def show(self, request: Request) -> Response:
        """The page of a table."""
        who = caller(request)
        task = await self.context.tables.find(request.path_params["table"])
        table = task.table
        if not may_watch(table, who.guest):
            raise Refused("not_invited", status=403)
        if not await task.on_disk():
            raise restarting()
        if wants_json(request):
            return as_json({"listing": listing_of(table), "plan": table.settings})
        seat = seat_of(table, who.guest, None)
        return page(
            table_page.page(
                TablePage(
                    visitor=who.visitor,
                    id=table.id,
                    game=table.game,
                    frame=first_frame(task, who.guest, who.language),
                    status=table.status,
                    seat=seat if seat >= 0 else next(iter(table.seats_of(who.guest)), None),
                    manners=self._manners(table, who) if who.guest == table.opened.host else None,
                    seq=table.seq,
                )
            )
        )

    def _manners(self, table: Table, who: Caller) -> Manners:
        settings = table.settings
        names = table.names(who.language)
        return Manners(
            pace=settings.pace,
            limit=settings.limit,
            takeover=settings.takeover,
            listed=settings.listed,
            begun=table.begun,
            seats=[
                SeatLine(number=seat, name=names[seat], level=place.level)
                for seat, place in enumerate(table.places)
                if not place.guest or place.left
            ],
            levels=bot_levels(),
        )

    # ---- Invitations ------------------------------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """Links for friends: anybody at the table may pass one on."""
        task = await self.context.tables.find(request.path_params["table"])
        who = caller(request)
        if not task.table.seats_of(who.guest) and who.guest != task.table.opened.host:
            raise Refused("not_seated", status=403)
        path = f"/join/{self.context.signer.sign('invite', task.table.id)}"
        here = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
        others = [f"{beginning}{path}" for beginning in self.context.binding.addresses()]
        # A friend's phone cannot follow a link to this machine's own loopback.
        best = others[0] if others and _is_loopback(request) else here
        can_listen = self.context.binding.can_widen and _is_loopback(request)
        return as_json({"link": best, "qr": qr(best), "links": others, "can_listen": can_listen})

    async def listen(self, request: Request) -> Response:
        """After a yes: listen on the local network too."""
        if not _is_loopback(request):
            raise ServerRefused("only_here", status=403)
        await self.context.binding.widen()
        self.context.telemetry.note("listening on the local network", addresses=self.context.binding.addresses())
        return as_json({"links": self.context.binding.addresses()})

    async def invitation(self, request: Request) -> Response:
        """The page of an invitation. It changes nothing: programs that preview links look at it too."""
        task = await self._invited_to(request)
        return page(invite.page(self._invitation(request, task.table)))

    async def join(self, request: Request) -> Response:
        """Sit down by invitation, or be let in to watch, and go to the table."""
        task = await self._invited_to(request)
        who = caller(request)
        found = await fields(request)
        watches = yes(found, "watch", False)
        await task.do(who.who, AcceptInvitation())
        if not watches:
            await self._sit(task, who, found)
        table = task.table
        return lead_to(request, f"/table/{table.id}", table=table.id, seats=table.seats_of(who.guest))

    async def _sit(self, task: TableTask, who: Caller, found: Fields) -> None:
        name = clean_name(text(found, "name"))
        if name and name != who.name:
            await self.context.guests.rename(who.guest, name)
        seat = number(found, "seat", -1) if found.get("seat", "") != "" else None
        if not task.table.seats_of(who.guest) and task.table.status in ("open", "playing"):
            await task.do(Who(who.guest, name or who.called()), Sit("", seat))

    def _invitation(self, request: Request, table: Table) -> Invitation:
        who = caller(request)
        listing = listing_of(table)
        names = seat_names(listing, who.language)
        if None not in names:
            # Where no seat is free, a friend may sit down in place of a bot.
            names = [None if place.level else name for name, place in zip(names, table.places, strict=True)]
        return Invitation(
            visitor=who.visitor,
            address=request.url.path,
            game=table.game,
            host=host_name(listing, who.language),
            seats=names,
        )

    async def _invited_to(self, request: Request) -> TableTask:
        table = self.context.signer.open("invite", request.path_params["signed"])
        if table is None:
            raise ServerRefused("bad_link", status=404)
        return await self.context.tables.find(table)

    # ---- Moving a seat ----------------------------------------------------------------------------------------------

    async def move(self, request: Request) -> Response:
        """A link that moves one's seat to another device."""
        who = caller(request)
        task = await self.context.tables.find(request.path_params["table"])
        own = task.table.seats_of(who.guest)
        found = await fields(request)
        seat = number(found, "seat", own[0] if own else -1)
        if seat not in own:
            raise Refused("not_your_seat", status=403)
        until = int(time.time()) + _MOVE
        sat = task.table.places[seat].sat
        signed = self.context.signer.sign("move", f"{task.table.id}.{seat}.{who.guest}.{sat}.{until}")
        beginnings = self.context.binding.addresses() if _is_loopback(request) else []
        beginning = beginnings[0] if beginnings else f"{request.url.scheme}://{request.headers.get('host', '')}"
        link = f"{beginning}/seat/{signed}"
        return as_json({"link": link, "qr": qr(link)})

    async def seat(self, request: Request) -> Response:
        """Asks on the other device whether the seat is to be played there."""
        task, move = await self._seat_link(request)
        who = caller(request)
        decide(task.table, who.who, move, time.time())
        name = task.table.places[move.seat].name
        shown = SeatMove(visitor=who.visitor, address=request.url.path, game=task.table.game, name=name)
        return page(invite.seat_page(shown))

    async def take_seat(self, request: Request) -> Response:
        """Play the seat on this device from now on."""
        task, move = await self._seat_link(request)
        who = caller(request)
        await task.do(who.who, move)
        return lead_to(request, f"/table/{task.table.id}", table=task.table.id, seats=[move.seat])

    async def _seat_link(self, request: Request) -> tuple[TableTask, MoveSeat]:
        opened = self.context.signer.open("move", request.path_params["signed"])
        if opened is None:
            raise ServerRefused("bad_link", status=404)
        table, seat, guest, sat, until = opened.split(".")
        return await self.context.tables.find(table), MoveSeat(int(seat), guest, int(sat), int(until))


def qr(link: str) -> str:
    """A QR code as SVG that can stand in a page."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=5, border=3, xmldecl=False, svgns=True, light="#fff")
    return out.getvalue().decode()


def _is_loopback(request: Request) -> bool:
    """Whether the request was made on this machine, by an address that only this machine has."""
    host = request.url.hostname or ""
    return host in LOOPBACK and request.client is not None and request.client.host in LOOPBACK
