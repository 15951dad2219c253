"""Tables as lines of lists, for one visitor."""

import math
import time

from chabudai.games.registry import games
from chabudai.scene.words import title, words
from chabudai.server.caller import Caller
from chabudai.server.context import Context
from chabudai.server.refusal import ServerRefused
from chabudai.server.storage.listing import Listing
from chabudai.session.refusal import sentences
from chabudai.web.pages.mine import MyGames
from chabudai.web.pages.rows import FinishedRow, TableRow

_MOST = 200
"""So many of one's own games stand on a page."""


async def my_games(context: Context, who: Caller, before: float = math.inf, refused: str = "") -> MyGames:
    """The games of a guest, the latest first; `refused` is why a record that they sent was not taken."""
    own = await context.tables.store.tables_of(who.guest, _MOST, before) if not who.cookie else []
    return MyGames(
        visitor=who.visitor,
        games=list(games().values()),
        running=[table_row(listing, who) for listing in own if listing.status in ("open", "playing")],
        finished=[finished_row(listing, who) for listing in own if listing.status == "over"],
        older=f"/mine?before={own[-1].touched!r}" if len(own) == _MOST else "",
        refused=refused,
    )


def table_row(listing: Listing, who: Caller) -> TableRow:
    """A table that is not over yet."""
    own = own_seats(listing, who.guest)
    return TableRow(
        id=listing.id,
        game=listing.game,
        title=_title(listing, who.language),
        host=host_name(listing, who.language),
        seats=seat_names(listing, who.language),
        playing=listing.status == "playing",
        limit=listing.limit,
        yours=bool(own) or listing.host == who.guest,
        your_turn=any(seat in listing.waiting for seat in own),
        can_sit=listing.listed,
    )


def finished_row(listing: Listing, who: Caller) -> FinishedRow:
    """A game that is over."""
    own = own_seats(listing, who.guest)
    return FinishedRow(
        id=listing.id,
        game=listing.game,
        title=_title(listing, who.language),
        names=[name or "" for name in seat_names(listing, who.language)],
        scores=listing.scores,
        winners=listing.winners,
        ended=time.strftime("%Y-%m-%d", time.localtime(listing.touched)),
        seat=own[0] if own else None,
    )


def own_seats(listing: Listing, guest: str) -> list[int]:
    """The seats that belong to a guest."""
    return [seat for seat, sitter in enumerate(listing.sitters) if sitter.guest == guest]


def seat_names(listing: Listing, language: str) -> list[str | None]:
    """The names of those who sit there, None for a free seat."""
    game = games().get(listing.game)
    return [
        sitter.name or ((words(game, language).name(f"bot{seat}") if game else sitter.level) if sitter.level else None)
        for seat, sitter in enumerate(listing.sitters)
    ]


def host_name(listing: Listing, language: str) -> str:
    """The name of the host, if they sit at their own table."""
    names = [sitter.name for sitter in listing.sitters if sitter.guest == listing.host]
    return names[0] if names else sentences(ServerRefused.package, language)["table"]["somebody"]


def _title(listing: Listing, language: str) -> str:
    game = games().get(listing.game)
    return title(game, language) if game else listing.game
