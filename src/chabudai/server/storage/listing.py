"""A table as lists of tables show it."""

import msgspec

from chabudai.kernel.bits import members
from chabudai.session.autoplay import wake_time
from chabudai.session.table import Status, Table


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a guest by the name they gave, a bot of some level, or nobody yet."""

    guest: str = ""
    name: str = ""
    level: str = ""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists show it, and when it next needs attention though nobody looks at it (if ever)."""

    id: str
    game: str
    host: str
    status: Status
    listed: bool
    limit: int
    sitters: list[Sitter]
    waiting: list[int]
    moves: int
    scores: list[int]
    winners: list[int]
    made: float
    touched: float
    wake: float | None = None

    @property
    def guests(self) -> set[str]:
        """Those who see this table among their own: who sits here, and the host."""
        return {self.host} | {sitter.guest for sitter in self.sitters if sitter.guest}


def listing_of(table: Table) -> Listing:
    """The line that lists show of a table."""
    over = table.status == "over"
    return Listing(
        id=table.id,
        game=table.game.name,
        host=table.opened.host,
        status=table.status,
        listed=table.settings.listed,
        limit=table.settings.limit,
        sitters=[Sitter(place.guest, place.name, place.level) for place in table.places],
        waiting=table.waiting(),
        moves=len(table.play.moves),
        scores=table.state.scores() if over else [],
        winners=members(table.state.winners()) if over else [],
        made=table.made,
        touched=table.touched,
        wake=wake_time(table),
    )
