"""Makes the first entries of a table for a rematch."""

from collections.abc import Sequence

import msgspec

from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.settings import STAND_IN
from chabudai.session.table import Table


def open_rematch(old: Table, names: Sequence[str] = ()) -> tuple[log.Opened, list[Entry]]:
    """Return the first entries of a new table: everybody moves one seat further, and bots replace people who left.

    `names` are the present names of the seats, if they may have changed since the game.
    """
    players = len(old.holders)
    present = names or [""] * players
    settings = msgspec.structs.replace(old.settings, first_game=False)
    entries: list[Entry] = []
    for seat in range(players):
        holder = old.holders[(seat - 1) % players]
        if holder.guest and not holder.left:
            entries.append(log.Sat(seat, holder.guest, present[(seat - 1) % players] or holder.name))
        else:
            entries.append(log.BotSeated(seat, holder.level or STAND_IN))
    entries += [log.Invited(guest) for guest in sorted(old.invited)]
    # A host who was removed does not get the next table.
    host = old.opened.host
    if host in old.removed:
        host = next((entry.guest for entry in entries if isinstance(entry, log.Sat)), host)
    return log.Opened(settings, old.game.rules_version, host), entries
