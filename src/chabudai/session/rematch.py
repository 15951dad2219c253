"""The table for a rematch."""

import msgspec

from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.settings import STAND_IN
from chabudai.session.table import Table


def rematch(old: Table) -> tuple[log.Opened, list[Entry]]:
    """The first entries of a new table for the same people, each one seat further; a bot where somebody has left."""
    players = len(old.places)
    settings = msgspec.structs.replace(old.settings, first_game=False)
    seats: list[Entry] = []
    for seat in range(players):
        place = old.places[(seat - 1) % players]
        if place.guest and not place.left:
            seats.append(log.Sat(seat, place.guest, place.name))
        else:
            seats.append(log.Bot(seat, place.level or STAND_IN))
    seats += [log.Invited(guest) for guest in sorted(old.invited)]
    return log.Opened(settings, old.game.rules_version, old.opened.host), seats
