"""The addresses of a table: making it, its page, and the links that bring people to it."""

import io
import time

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.server import acts
from chabudai.server.answers import as_json, lead_to, page
from chabudai.server.asking import Fields, fields, number, text, wants_json, yes
from chabudai.server.caller import Caller, caller
from chabudai.server.desk import Desk
from chabudai.server.frames import first_frame
from chabudai.server.listening import LOOPBACK
from chabudai.server.lists import host_name, seat_names
from chabudai.server.refusal import Refused
from chabudai.server.room import Room
from chabudai.server.setting import opening
from chabudai.server.showing import seat_of
from chabudai.server.table import Table
from chabudai.web.pages import invite, table_page
from chabudai.web.pages.invite import Invitation, SeatMove
from chabudai.web.pages.table_menus import Manners, SeatLine
from chabudai.web.pages.table_page import TablePage

_MOVE = 900
"""Seconds that a link is good for which moves a seat."""


class TablePages:
    """Making tables, showing them, inviting to them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

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
        house = self.desk.house
        house.new_tables.take(who.guest)
        opened, seats = opening(await fields(request), who, house.levels, house.data)
        room = await house.open(opened, seats)
        return lead_to(request, f"/table/{room.table.id}", table=room.table.id)

    async def show(self, request: Request) -> Response:
        """The page of a table."""
        who = caller(request)
        room = await self.desk.house.room(request.path_params["table"])
        table = room.table
        if not acts.may_watch(table, who.guest):
            raise Refused("not_invited", status=403)
        if not await room.on_disk():
            raise Refused("restarting", status=503)
        if wants_json(request):
            return as_json({"listing": table.listing(), "plan": table.plan})
        seat = seat_of(table, who.guest, None)
        return page(
            table_page.page(
                TablePage(
                    visitor=who.visitor,
                    id=table.id,
                    game=table.game,
                    frame=first_frame(room, who.guest, who.language),
                    status=table.status,
                    seat=seat if seat >= 0 else next(iter(table.seats_of(who.guest)), None),
                    manners=self._manners(table, who) if who.guest == table.opened.host else None,
                    seq=table.seq,
                )
            )
        )

    def _manners(self, table: Table, who: Caller) -> Manners:
        plan = table.plan
        names = table.names(who.language)
        return Manners(
            pace=plan.pace,
            limit=plan.limit,
            takeover=plan.takeover,
            listed=plan.listed,
            begun=table.begun,
            seats=[
                SeatLine(number=seat, name=names[seat], level=place.level)
                for seat, place in enumerate(table.places)
                if not place.guest or place.left
            ],
            levels=self.desk.house.levels,
        )

    # ---- Invitations ------------------------------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """Links for friends: anybody at the table may pass one on."""
        room = await self.desk.house.room(request.path_params["table"])
        who = caller(request)
        if not room.table.seats_of(who.guest) and who.guest != room.table.opened.host:
            raise Refused("not_seated", status=403)
        path = f"/join/{self.desk.seal.sign('invite', room.table.id)}"
        here = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
        others = [f"{beginning}{path}" for beginning in self.desk.listening.addresses()]
        # A friend's phone cannot follow a link to this machine's own loopback.
        best = others[0] if others and _is_loopback(request) else here
        can_listen = self.desk.listening.can_widen and _is_loopback(request)
        return as_json({"link": best, "qr": qr(best), "links": others, "can_listen": can_listen})

    async def listen(self, request: Request) -> Response:
        """After a yes: listen on the local network too."""
        if not _is_loopback(request):
            raise Refused("only_here", status=403)
        await self.desk.listening.widen()
        self.desk.journal.note("listening on the local network", addresses=self.desk.listening.addresses())
        return as_json({"links": self.desk.listening.addresses()})

    async def invitation(self, request: Request) -> Response:
        """The page of an invitation. It changes nothing: programs that preview links look at it too."""
        room = await self._invited_to(request)
        return page(invite.page(self._invitation(request, room.table)))

    async def join(self, request: Request) -> Response:
        """Sit down by invitation, or be let in to watch, and go to the table."""
        room = await self._invited_to(request)
        who = caller(request)
        found = await fields(request)
        watches = yes(found, "watch", False)
        await room.do(lambda table: acts.invite(table, who.guest))
        if not watches:
            await self._sit(room, who, found)
        table = room.table
        return lead_to(request, f"/table/{table.id}", table=table.id, seats=table.seats_of(who.guest))

    async def _sit(self, room: Room, who: Caller, found: Fields) -> None:
        name = acts.clean(text(found, "name"), acts.NAME)
        if name and name != who.name:
            await self.desk.guests.rename(who.guest, name)
        seat = number(found, "seat", -1) if found.get("seat", "") != "" else None
        called = name or who.called()
        if not room.table.seats_of(who.guest) and room.table.status in ("open", "playing"):
            await room.do(lambda table: acts.sit(table, who.guest, called, seat))

    def _invitation(self, request: Request, table: Table) -> Invitation:
        who = caller(request)
        listing = table.listing()
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

    async def _invited_to(self, request: Request) -> Room:
        table = self.desk.seal.open("invite", request.path_params["signed"])
        if table is None:
            raise Refused("bad_link", status=404)
        return await self.desk.house.room(table)

    # ---- Moving a seat ----------------------------------------------------------------------------------------------

    async def move(self, request: Request) -> Response:
        """A link that moves one's seat to another device."""
        who = caller(request)
        room = await self.desk.house.room(request.path_params["table"])
        own = room.table.seats_of(who.guest)
        found = await fields(request)
        seat = number(found, "seat", own[0] if own else -1)
        if seat not in own:
            raise Refused("not_your_seat", status=403)
        until = int(time.time()) + _MOVE
        sat = room.table.places[seat].sat
        signed = self.desk.seal.sign("move", f"{room.table.id}.{seat}.{who.guest}.{sat}.{until}")
        beginnings = self.desk.listening.addresses() if _is_loopback(request) else []
        beginning = beginnings[0] if beginnings else f"{request.url.scheme}://{request.headers.get('host', '')}"
        link = f"{beginning}/seat/{signed}"
        return as_json({"link": link, "qr": qr(link)})

    async def seat(self, request: Request) -> Response:
        """Asks on the other device whether the seat is to be played there."""
        room, seat, guest, sat = await self._seat_link(request)
        who = caller(request)
        acts.hand_over(room.table, seat, guest, sat, who.guest)
        name = room.table.places[seat].name
        shown = SeatMove(visitor=who.visitor, address=request.url.path, game=room.table.game, name=name)
        return page(invite.seat_page(shown))

    async def take_seat(self, request: Request) -> Response:
        """Play the seat on this device from now on."""
        room, seat, guest, sat = await self._seat_link(request)
        who = caller(request)
        await room.do(lambda table: acts.hand_over(table, seat, guest, sat, who.guest))
        return lead_to(request, f"/table/{room.table.id}", table=room.table.id, seats=[seat])

    async def _seat_link(self, request: Request) -> tuple[Room, int, str, int]:
        opened = self.desk.seal.open("move", request.path_params["signed"])
        if opened is None:
            raise Refused("bad_link", status=404)
        table, seat, guest, sat, until = opened.split(".")
        if int(until) < time.time():
            raise Refused("link_used", status=410)
        return await self.desk.house.room(table), int(seat), guest, int(sat)


def qr(link: str) -> str:
    """A QR code as SVG that can stand in a page."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=5, border=3, xmldecl=False, svgns=True, light="#fff")
    return out.getvalue().decode()


def _is_loopback(request: Request) -> bool:
    """Whether the request was made on this machine, by an address that only this machine has."""
    host = request.url.hostname or ""
    return host in LOOPBACK and request.client is not None and request.client.host in LOOPBACK
