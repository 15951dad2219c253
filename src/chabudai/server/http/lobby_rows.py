"""Builds the rows of table lists, for one guest."""

import math
import time
from collections.abc import Sequence

from chabudai.games.registry import games
from chabudai.scene.words import text_of, title, words
from chabudai.server.context import Context
from chabudai.server.identity import Identity
from chabudai.server.refusal import ServerRefused
from chabudai.server.storage.listing import Listing
from chabudai.web.pages.list_rows import FinishedRow, TableRow
from chabudai.web.pages.my_games_page import MyGamesPage

_MAX_GAMES = 200
"""Games on one page of a guest's own games."""


async def my_games(context: Context, identity: Identity, before: float = math.inf, refused: str = "") -> MyGamesPage:
    """Return a page of a guest's games, most recent first; `refused` says why an uploaded record was refused."""
    is_new = bool(identity.cookie)  # a new guest has no games, so the database need not be read
    listings = [] if is_new else await context.tables.store.tables_of(identity.guest, _MAX_GAMES, before)
    return MyGamesPage(
        visitor=identity.visitor,
        games=list(games().values()),
        running=[
            await table_row(context, listing, identity) for listing in listings if listing.status in ("open", "playing")
        ],
        finished=[await finished_row(context, listing, identity) for listing in listings if listing.status == "over"],
        older=f"/mine?before={listings[-1].touched!r}" if len(listings) == _MAX_GAMES else "",
        refused=refused,
    )


async def table_row(context: Context, listing: Listing, identity: Identity) -> TableRow:
    """Build the row of an unfinished table."""
    guest_seats = own_seats(listing, identity.guest)
    present = await context.guests.names_at(listing)
    return TableRow(
        id=listing.id,
        game=listing.game,
        title=_title(listing, identity.language),
        host=host_name(listing, present, identity.language),
        seats=seat_names(listing, present, identity.language),
        bots=bot_seats(listing),
        playing=listing.status == "playing",
        limit=listing.limit,
        yours=bool(guest_seats) or listing.host == identity.guest,
        your_turn=any(seat in listing.waiting for seat in guest_seats),
        can_sit=listing.listed,
        at=listing.touched,
    )


async def finished_row(context: Context, listing: Listing, identity: Identity) -> FinishedRow:
    """Build the row of a finished game."""
    guest_seats = own_seats(listing, identity.guest)
    present = await context.guests.names_at(listing)
    return FinishedRow(
        id=listing.id,
        game=listing.game,
        title=_title(listing, identity.language),
        names=[name or "" for name in seat_names(listing, present, identity.language)],
        bots=bot_seats(listing),
        scores=listing.scores,
        winners=listing.winners,
        ended=time.strftime("%Y-%m-%d", time.localtime(listing.touched)),
        at=listing.touched,
        seat=guest_seats[0] if guest_seats else None,
        shared=len(guest_seats) > 1,
    )


def bot_seats(listing: Listing) -> list[int]:
    """Return the seats of bots."""
    return [number for number, seat in enumerate(listing.sitters) if seat.level]


def own_seats(listing: Listing, guest: str) -> list[int]:
    """Return the seats that a guest holds."""
    return [number for number, seat in enumerate(listing.sitters) if seat.guest == guest]


def seat_names(listing: Listing, present: Sequence[str], language: str) -> list[str | None]:
    """Return the name at each seat, None for a free seat; `present` are the present names of people."""
    game = games().get(listing.game)
    return [
        present[number]
        or ((words(game, language).name(f"bot{number}") if game else seat.level) if seat.level else None)
        for number, seat in enumerate(listing.sitters)
    ]


def host_name(listing: Listing, present: Sequence[str], language: str) -> str:
    """Return the host's name, or "somebody" for a host without a seat."""
    names = [name for name, seat in zip(present, listing.sitters, strict=True) if seat.guest == listing.host]
    return names[0] if names else text_of(ServerRefused.package, language)["table"]["somebody"]


def _title(listing: Listing, language: str) -> str:
    game = games().get(listing.game)
    return title(game, language) if game else listing.game
