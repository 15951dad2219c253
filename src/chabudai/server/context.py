"""What all addresses of the web server share."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from chabudai.server.bind import Binding
from chabudai.server.http.signing import Signer
from chabudai.server.limits import Buckets, Limits
from chabudai.server.storage.store import Store
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry


class Guests:
    """The names of recent guests, so that not every request reads them from disk."""

    def __init__(self, store: Store, most: int = 10_000) -> None:
        self._store = store
        self._most = most
        self._names: OrderedDict[str, str] = OrderedDict()

    async def name(self, guest: str) -> str:
        """The name that a guest has given, if any."""
        if guest not in self._names:
            known = await self._store.guest(guest)
            # They may have got another one meanwhile.
            self._remember(guest, self._names.get(guest) or (known.name if known is not None else ""))
        self._names.move_to_end(guest)
        return self._names[guest]

    async def rename(self, guest: str, name: str) -> None:
        """Keep a guest's name."""
        await self._store.name_guest(guest, name)
        self._remember(guest, name)

    def _remember(self, guest: str, name: str) -> None:
        self._names[guest] = name
        if len(self._names) > self._most:
            self._names.popitem(last=False)


@dataclass
class Context:
    """The tables of a server, and what its addresses need besides."""

    tables: Tables
    signer: Signer
    telemetry: Telemetry
    limits: Limits
    binding: Binding
    admin_token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    connections: int = 0

    def __post_init__(self) -> None:
        self.guests = Guests(self.tables.store)
        self.new_guests = Buckets(self.limits.new_guests_a_minute, "too_many_guests")
        self.uploads = Buckets(self.limits.uploads_a_minute, "too_many_uploads")
