"""The summary of a table, for lists such as the lobby."""

import msgspec

from chabudai.kernel.bits import members
from chabudai.session.autoplay import wake_time
from chabudai.session.table import Table, TableStatus


class ListedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds a seat: a guest with a name, a bot of some level, or nobody."""

    guest: str = ""
    name: str = ""
    level: str = ""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table, stored with its log.

    `made` and `touched` are when the table was opened and last changed, `wake` is when it needs attention even without
    viewers.
    """

    id: str
    game: str
    host: str
    status: TableStatus
    listed: bool
    limit: int
    sitters: list[ListedSeat]
    waiting: list[int]
    moves: int
    scores: list[int]
    winners: list[int]
    made: float
    touched: float
    wake: float | None = None

    @property
    def guests(self) -> set[str]:
        """The host and the guests who have a seat now. They find the table among their own, even after leaving it."""
        return {self.host} | {seat.guest for seat in self.sitters if seat.guest}


def public_listing(listing: Listing, guest: str) -> dict[str, object]:
    """Return the summary for a guest: it says which seats are theirs, and nothing that identifies others elsewhere.

    Ids of guests stay the same from table to table, so only the operator sees them.
    """
    fields = {name: value for name, value in msgspec.structs.asdict(listing).items() if name != "wake"}
    sitters = [
        {"name": seat.name, "level": seat.level, "yours": bool(guest) and seat.guest == guest}
        for seat in listing.sitters
    ]
    return fields | {"host": listing.host == guest, "sitters": sitters}


def listing_of(table: Table) -> Listing:
    """Summarize a table."""
    over = table.status == "over"
    return Listing(
        id=table.id,
        game=table.game.name,
        host=table.opened.host,
        status=table.status,
        listed=table.settings.listed,
        limit=table.settings.limit,
        sitters=[ListedSeat(holder.guest, holder.name, holder.level) for holder in table.holders],
        waiting=table.waiting(),
        moves=len(table.play.moves),
        scores=table.state.scores() if over else [],
        winners=members(table.state.winners()) if over else [],
        made=table.opened_at,
        touched=table.touched,
        wake=wake_time(table),
    )
