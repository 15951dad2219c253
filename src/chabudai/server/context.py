"""The objects that all routes of the web server share."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from chabudai.server.address import TrustedProxies
from chabudai.server.admission import Admission
from chabudai.server.bind import Binding
from chabudai.server.clock import Clock
from chabudai.server.http.signing import Signer
from chabudai.server.limits import Limits
from chabudai.server.storage.listing import Listing
from chabudai.server.storage.store import Store, StoreStopped
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.server.throttle import Throttle


class Guests:
    """An LRU cache of guests' names, so that not every request reads the database."""

    def __init__(self, store: Store, max_names: int = 10_000) -> None:
        self._store = store
        self._max_names = max_names
        self._names: OrderedDict[str, str] = OrderedDict()

    async def name(self, guest: str) -> str:
        """Return a guest's name; an empty string if they have none, or if it cannot be read now."""
        if guest not in self._names:
            try:
                stored = await self._store.read_guest(guest)
            except StoreStopped:
                return ""  # the guest is told what is wrong when something needs the database
            # The guest may have changed their name meanwhile.
            self._remember(guest, self._names.get(guest) or (stored.name if stored is not None else ""))
        self._names.move_to_end(guest)
        return self._names[guest]

    async def names_at(self, listing: Listing) -> list[str]:
        """Return the present name of the person at each seat of a table; empty for bots and free seats.

        People who share a device have names of their own, which stay as they are.
        """
        guests = [seat.guest for seat in listing.sitters]
        return [
            (guests.count(seat.guest) == 1 and await self.name(seat.guest)) or seat.name if seat.guest else ""
            for seat in listing.sitters
        ]

    async def rename(self, guest: str, name: str) -> None:
        """Store a guest's new name."""
        await self._store.name_guest(guest, name)
        self._remember(guest, name)

    def _remember(self, guest: str, name: str) -> None:
        self._names[guest] = name
        if len(self._names) > self._max_names:
            self._names.popitem(last=False)


@dataclass
class Context:
    """The tables of a server, and everything else that its routes share."""

    tables: Tables
    signer: Signer
    telemetry: Telemetry
    limits: Limits
    binding: Binding
    admin_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    proxies: TrustedProxies = field(default_factory=TrustedProxies)
    connections: int = 0
    """The number of open WebSocket connections."""

    @property
    def clock(self) -> Clock:
        """The clock of the server."""
        return self.tables.clock

    @property
    def throttle(self) -> Throttle:
        """The limits at work."""
        return self.tables.throttle

    def __post_init__(self) -> None:
        self.guests = Guests(self.tables.store)
        self.admission = Admission(self.limits, self.proxies, self.telemetry, self.clock)
