"""Draws the pages that shared links open: an invitation to a table, and the transfer of a seat to another device."""

from collections.abc import Sequence

import msgspec

from chabudai.scene import game_info
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document, visitor_controls
from chabudai.web.pages.fields import REFUSAL, select_field
from chabudai.web.pages.list_rows import seat_label
from chabudai.web.pages.pictures import cover, palettes


class InvitationPage(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a table; `address` is where the form is posted, to sit down or to watch.

    `seats` are the names of the players, None where a seat is free, and `bots` the seats of bots. With `can_ask`, the
    game has begun, and the guest can ask for the seat of a bot at the table.
    """

    visitor: Visitor
    address: str
    game: Game
    host: str
    seats: Sequence[str | None]
    can_ask: bool = False
    bots: Sequence[int] = ()


class SeatTransferPage(msgspec.Struct, frozen=True, kw_only=True):
    """The offer to play a seat on this device from now on; `address` is where the form is posted."""

    visitor: Visitor
    address: str
    game: Game
    name: str


def invitation_page(invitation: InvitationPage) -> str:
    """Draw an invitation: the host, the game, and the free seats."""
    visitor = invitation.visitor
    say = visitor.words
    game = invitation.game
    game_title = title(game, visitor.language)
    free = [seat for seat, player in enumerate(invitation.seats) if player is None]
    seated = "".join(
        f"<li>{seat_label(seat, player, say, bot=seat in invitation.bots)}</li>"
        for seat, player in enumerate(invitation.seats)
        if player is not None
    )
    seat_choices = [("", say("join.any")), *((str(seat), say("set.seat", seat=seat + 1)) for seat in free)]
    seat_field = select_field("seat", say("join.seat"), seat_choices, "") if len(free) > 1 else ""
    name_field = (
        f'<label class="choose"><span class="label">'
        f'{say("site.name")}</span><input name="name" maxlength="24" required autocomplete="nickname" '
        f'value="{escape(visitor.name)}"></label>{REFUSAL}'
    )
    watch = f'<button class="btn" name="watch" value="on" formnovalidate>{say("join.watch")}</button>'
    if free:
        fields = f'{name_field}{seat_field}<button class="btn main">{say("rows.sit")}</button>{watch}'
    elif invitation.can_ask:
        fields = f'<p>{say("join.begun")}</p>{name_field}<button class="btn main">{say("rows.watch")}</button>'
    else:
        fields = f'<p class="none">{say("join.full")}</p>{watch}'
    body = (
        f'<main class="wrap narrow"><article class="panel join" data-game="{game.name}">{cover(game.name)}'
        f"<h2>{say('join.asks', name=invitation.host, game=game_title)}</h2>"
        f"<p>{escape(game_info.tagline(game, visitor.language))}</p>"
        f'<ul class="sitting">{seated}</ul>'
        f'<form method="post" action="{escape(invitation.address)}" data-inline>{fields}</form>'
        f'<p class="aside"><a href="/rules/{game.name}">{say("lobby.rules")}</a></p></article></main>'
    )
    return document(
        visitor,
        TopBar(say("join.title"), buttons=visitor_controls(visitor)),
        body,
        kind="join",
        styles=palettes([game]),
    )


def seat_transfer_page(transfer: SeatTransferPage) -> str:
    """Draw the page that asks whether to transfer the seat to this device."""
    visitor = transfer.visitor
    say = visitor.words
    game = transfer.game
    body = (
        f'<main class="wrap narrow"><article class="panel join" data-game="{game.name}">{cover(game.name)}'
        f"<h2>{say('join.move', name=transfer.name, game=title(game, visitor.language))}</h2>"
        f"<p>{say('join.move_meaning')}</p>"
        f'<form method="post" action="{escape(transfer.address)}">'
        f'<button class="btn main" autofocus>{say("join.move_yes")}</button></form>'
        f'<p class="aside"><a href="/">{say("site.to_lobby")}</a></p></article></main>'
    )
    return document(
        visitor,
        TopBar(say("join.move_title"), buttons=visitor_controls(visitor)),
        body,
        kind="join",
        styles=palettes([game]),
    )
