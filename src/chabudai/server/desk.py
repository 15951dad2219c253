"""What all addresses of the web server share."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from chabudai.server.house import House
from chabudai.server.journal import Journal
from chabudai.server.limits import Buckets, Limits
from chabudai.server.listening import Listening
from chabudai.server.sealing import Seal
from chabudai.server.store import Guest, Store


class Guests:
    """The guests who were here lately, so that not every request asks the disk."""

    def __init__(self, store: Store, most: int = 10_000) -> None:
        self._store = store
        self._most = most
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def get(self, guest: str) -> Guest:
        """What is known of a guest, which may be nothing but their id."""
        if guest not in self._known:
            self._remember(await self._store.guest(guest) or Guest(guest))
        self._known.move_to_end(guest)
        return self._known[guest]

    async def rename(self, guest: str, name: str) -> None:
        """Keep a guest's name."""
        known = Guest(guest, name, (await self.get(guest)).banned)
        await self._store.save_guest(known)
        self._remember(known)

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = guest
        if len(self._known) > self._most:
            self._known.popitem(last=False)


@dataclass
class Desk:
    """The house and its keys."""

    house: House
    seal: Seal
    journal: Journal
    limits: Limits
    listening: Listening
    admin_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    connections: int = 0

    def __post_init__(self) -> None:
        self.guests = Guests(self.house.store)
        self.new_guests = Buckets(self.limits.new_guests_a_minute, "too_many_guests")
        self.uploads = Buckets(self.limits.uploads_a_minute, "too_many_uploads")
