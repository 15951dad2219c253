"""The routes of a table: opening it, its page, invitations, and links that transfer a seat to another device."""

import io

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.server.address import FORWARDING_HEADERS
from chabudai.server.bind import LOOPBACK
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import host_name, seat_names
from chabudai.server.http.request import (
    Fields,
    flag_field,
    number_field,
    read_fields,
    request_host,
    site_url,
    text_field,
    wants_json,
)
from chabudai.server.http.response import html_response, json_response, redirect
from chabudai.server.http.table_form import table_from_form
from chabudai.server.identity import Identity, identity_of
from chabudai.server.refusal import ServerRefused
from chabudai.server.renaming import rename_guest
from chabudai.server.socket.updates import initial_frame
from chabudai.server.storage.listing import listing_of, public_listing
from chabudai.server.table_task import TableTask
from chabudai.session.commands import AcceptInvitationCommand, SitCommand, TransferSeatCommand
from chabudai.session.decide import Actor, decide, may_watch
from chabudai.session.names import check_name
from chabudai.session.refusal import Refused
from chabudai.session.settings import bot_levels
from chabudai.session.table import Table
from chabudai.session.views import viewing_seat
from chabudai.web.pages.invitation_page import InvitationPage, SeatTransferPage, invitation_page, seat_transfer_page
from chabudai.web.pages.table_dialogs import HostSeat, HostSettings
from chabudai.web.pages.table_page import TablePage, table_page

_LINK_SECONDS = 900
"""How long a link that transfers a seat is valid."""


class TablePages:
    """The routes of tables."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/tables", self.make, methods=["POST"]),
            Route("/table/{table}", self.show),
            Route("/table/{table}/invite", self.invite),
            Route("/table/{table}/move", self.transfer, methods=["POST"]),
            Route("/join/{signed}", self.invitation),
            Route("/join/{signed}", self.join, methods=["POST"]),
            Route("/seat/{signed}", self.seat),
            Route("/seat/{signed}", self.take_seat, methods=["POST"]),
            Route("/listen", self.listen, methods=["POST"]),
        ]

    async def make(self, request: Request) -> Response:
        """Open a table."""
        identity = identity_of(request)
        tables = self.context.tables
        self.context.throttle.new_tables.take(identity.sender)
        opened, seats = table_from_form(await read_fields(request), identity, tables.data)
        task = await tables.open(opened, seats, identity.sender)
        return redirect(request, f"/table/{task.table.id}", table=task.table.id)

    async def show(self, request: Request) -> Response:
        """Show the page of a table."""
        identity = identity_of(request)
        task = await self.context.tables.find(request.path_params["table"], identity_of(request).sender)
        table = task.table
        if not may_watch(table, identity.guest):
            raise Refused("not_invited")
        if not await task.on_disk():
            raise task.refusal
        if wants_json(request):
            return json_response({"listing": public_listing(listing_of(table), identity.guest), "plan": table.settings})
        seat = viewing_seat(table, identity.guest, None)
        return html_response(
            table_page(
                TablePage(
                    visitor=identity.visitor,
                    id=table.id,
                    game=table.game,
                    setup=table.state.setup,
                    frame=initial_frame(task, identity.guest, identity.language),
                    status=table.status,
                    seat=seat if seat >= 0 else next(iter(table.seats_of(identity.guest)), None),
                    host_settings=self._host_settings(table, identity) if identity.guest == table.opened.host else None,
                    seq=table.seq,
                    now=task.clock.now(),
                )
            )
        )

    def _host_settings(self, table: Table, identity: Identity) -> HostSettings:
        settings = table.settings
        names = table.names(identity.language)
        return HostSettings(
            pace=settings.pace,
            limit=settings.limit,
            takeover=settings.takeover,
            listed=settings.listed,
            begun=table.begun,
            seats=[
                HostSeat(number=seat, name=names[seat], level=holder.level)
                for seat, holder in enumerate(table.holders)
                if not holder.guest or holder.left
            ],
            levels=bot_levels(),
        )

    # ---- Invitations ------------------------------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """Return invitation links, for the host and anybody with a seat at the table."""
        task = await self.context.tables.find(request.path_params["table"], identity_of(request).sender)
        identity = identity_of(request)
        if identity.guest in task.table.removed:
            raise Refused("removed")
        if not task.table.seats_of(identity.guest) and identity.guest != task.table.opened.host:
            raise Refused("not_seated")
        # Before the game and after it has begun, this link is a different one.
        path = f"/join/{self.context.signer.sign('invite', f'{task.table.id}.{task.table.invitation}')}"
        own_link = f"{site_url(request)}{path}"
        network_links = [f"{base_url}{path}" for base_url in self.context.binding.base_urls()]
        # Other devices cannot follow a link to this machine's loopback address.
        link = network_links[0] if network_links and _is_loopback(request) else own_link
        can_listen = self.context.binding.can_open_to_network and _is_loopback(request)
        return json_response({"link": link, "qr": qr(link), "links": network_links, "can_listen": can_listen})

    async def listen(self, request: Request) -> Response:
        """Listen on the local network, too, if somebody on this machine asks for it."""
        if not _is_loopback(request):
            raise ServerRefused("only_here", status=403)
        await self.context.binding.open_to_network()
        self.context.telemetry.info("listening on the local network", addresses=self.context.binding.base_urls())
        return json_response({"links": self.context.binding.base_urls()})

    async def invitation(self, request: Request) -> Response:
        """Show an invitation. This changes nothing, since link previews request the page, too."""
        task, acceptance = await self._invited_to(request)
        decide(task.table, identity_of(request).actor, acceptance, self.context.clock.now())
        return html_response(invitation_page(await self._invitation(request, task.table)))

    async def join(self, request: Request) -> Response:
        """Accept an invitation, sit down unless the guest only wants to watch, and redirect to the table.

        During a game the guest can only watch at first: at the table they can ask the others for the seat of a bot.
        """
        task, acceptance = await self._invited_to(request)
        identity = identity_of(request)
        fields = await read_fields(request)
        watches = flag_field(fields, "watch", False)
        await task.do(identity.actor, acceptance)
        if not watches:
            await self._sit(task, identity, fields)
        table = task.table
        return redirect(request, f"/table/{table.id}", table=table.id, seats=table.seats_of(identity.guest))

    async def _sit(self, task: TableTask, identity: Identity, fields: Fields) -> None:
        """Store the guest's name if it is new, and sit down at the chosen seat, or at any."""
        name = check_name(text_field(fields, "name")) if text_field(fields, "name").strip() else ""
        if name and name != identity.name:
            await rename_guest(self.context, identity.sender, identity.display_name(), name)
        seat = number_field(fields, "seat", -1) if fields.get("seat", "") != "" else None
        if not task.table.seats_of(identity.guest) and task.table.status == "open":
            await task.do(Actor(identity.guest, name or identity.display_name()), SitCommand("", seat))

    async def _invitation(self, request: Request, table: Table) -> InvitationPage:
        identity = identity_of(request)
        listing = listing_of(table)
        present = await self.context.guests.names_at(listing)
        names = seat_names(listing, present, identity.language)
        if None not in names and table.status == "open":
            # If no seat is free, an invited guest may replace a bot.
            names = [None if holder.level else name for name, holder in zip(names, table.holders, strict=True)]
        return InvitationPage(
            visitor=identity.visitor,
            address=request.scope["path"],
            game=table.game,
            host=host_name(listing, present, identity.language),
            seats=names,
            bots=[seat for seat, holder in enumerate(table.holders) if holder.level],
            can_ask=table.status == "playing" and any(holder.level for holder in table.holders),
        )

    async def _invited_to(self, request: Request) -> tuple[TableTask, AcceptInvitationCommand]:
        """Return the table of an invitation, and the command that accepts it."""
        link_text = self.context.signer.verify("invite", request.path_params["signed"])
        if link_text is None:
            raise ServerRefused("bad_link", status=404)
        # Invitations of version 0.2 have no generation.
        table_id, _, generation = link_text.partition(".")
        return await self.context.tables.find(table_id, identity_of(request).sender), AcceptInvitationCommand(
            int(generation or 0)
        )

    # ---- Transferring a seat ----------------------------------------------------------------------------------------

    async def transfer(self, request: Request) -> Response:
        """Make a link that transfers the guest's seat to another device."""
        identity = identity_of(request)
        task = await self.context.tables.find(request.path_params["table"], identity_of(request).sender)
        own_seats = task.table.seats_of(identity.guest)
        fields = await read_fields(request)
        seat = number_field(fields, "seat", own_seats[0] if own_seats else -1)
        if seat not in own_seats:
            raise Refused("not_your_seat")
        until = int(self.context.clock.now()) + _LINK_SECONDS
        sat_seq = task.table.holders[seat].sat_seq
        signed = self.context.signer.sign("move", f"{task.table.id}.{seat}.{identity.guest}.{sat_seq}.{until}")
        base_urls = self.context.binding.base_urls() if _is_loopback(request) else []
        base_url = base_urls[0] if base_urls else site_url(request)
        link = f"{base_url}/seat/{signed}"
        return json_response({"link": link, "qr": qr(link)})

    async def seat(self, request: Request) -> Response:
        """Ask on the other device whether to play the seat there."""
        task, transfer = await self._seat_transfer(request)
        identity = identity_of(request)
        decide(task.table, identity.actor, transfer, self.context.clock.now())
        name = task.table.holders[transfer.seat].name
        page = SeatTransferPage(
            visitor=identity.visitor, address=request.scope["path"], game=task.table.game, name=name
        )
        return html_response(seat_transfer_page(page))

    async def take_seat(self, request: Request) -> Response:
        """Transfer the seat to this device."""
        task, transfer = await self._seat_transfer(request)
        identity = identity_of(request)
        await task.do(identity.actor, transfer)
        return redirect(request, f"/table/{task.table.id}", table=task.table.id, seats=[transfer.seat])

    async def _seat_transfer(self, request: Request) -> tuple[TableTask, TransferSeatCommand]:
        link_text = self.context.signer.verify("move", request.path_params["signed"])
        if link_text is None:
            raise ServerRefused("bad_link", status=404)
        table_id, seat, guest, sat_seq, until = link_text.split(".")
        task = await self.context.tables.find(table_id, identity_of(request).sender)
        return task, TransferSeatCommand(int(seat), guest, int(sat_seq), int(until))


def qr(link: str) -> str:
    """Return a QR code as an SVG element; nothing if the link is too long for one, as with a nonsensical `Host`."""
    out = io.BytesIO()
    try:
        code = segno.make(link, error="m")
    except segno.DataOverflowError:
        return ""
    code.save(out, kind="svg", border=3, omitsize=True, xmldecl=False, svgns=True, light="#fff")
    return out.getvalue().decode()


def _is_loopback(request: Request) -> bool:
    """Check whether the request was made on this machine, to a loopback address, and not by a proxy for others."""
    host = request_host(request)
    forwarded = any(header in request.headers for header in FORWARDING_HEADERS)
    return host in LOOPBACK and request.client is not None and request.client.host in LOOPBACK and not forwarded
