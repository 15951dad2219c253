"""Gives a guest a new name: everywhere, and at the tables where they are playing."""

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.address import Sender
from chabudai.server.context import Context
from chabudai.server.table_task import TableTask
from chabudai.session.commands import SetCommand
from chabudai.session.decide import Actor
from chabudai.session.table import Table

_MAX_LOADED = 20
"""Tables that are loaded for a new name. Lists look names up, so that they show it in any case."""


async def rename_guest(context: Context, sender: Sender, before: str, name: str) -> None:
    """Store a guest's new name, and change it at their unfinished tables. `before` is the name they had."""
    await context.guests.rename(sender.guest, name)
    await rename_at_tables(context, sender, before, name)


async def rename_at_tables(context: Context, sender: Sender, before: str, name: str) -> None:
    """Change a guest's name at their unfinished tables."""
    tables = context.tables
    listings = await tables.store.tables_of(sender.guest, _MAX_LOADED)
    for listing in listings:
        seated = any(seat.guest == sender.guest and seat.name != name for seat in listing.sitters)
        if listing.status in ("open", "playing") and seated:
            try:
                await _rename_at(await tables.find(listing.id, sender), sender.guest, before, name)
            except ChabudaiError as error:
                # The table is full, gone or unreadable; the others are renamed all the same.
                tables.telemetry.info("new name not shown at table", table=listing.id, reason=str(error))


async def _rename_at(task: TableTask, guest: str, before: str, name: str) -> None:
    command = naming(task.table, guest, before, name)
    if command is not None:
        await task.do(Actor(guest, name), command)


def naming(table: Table, guest: str, before: str, name: str) -> SetCommand | None:
    """Return the command that renames a guest at a table, if anything changes there.

    If people share a device, each has a name, and only the one who had the old name gets the new one.
    """
    seats = table.seats_of(guest)
    if len(seats) > 1:
        seats = [seat for seat in seats if table.holders[seat].name == before][:1]
    if not seats or table.holders[seats[0]].name == name:
        return None
    return SetCommand("", name=name, seat=seats[0])
