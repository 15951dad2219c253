"""Who is connected to which table, as far as the server can know."""

from collections import Counter

from simulation.client import Client
from simulation.network import SocketLink
from simulation.world import World


class Attendance:
    """The server's ends of all connections, and when somebody was last connected. Times are uptimes of the server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.links: dict[SocketLink, tuple[str, str]] = {}
        """The open connections, each with its guest and table."""
        self.count: Counter[tuple[str, str]] = Counter()
        self._since: dict[tuple[str, str], float] = {}
        self._until: dict[tuple[str, str], float] = {}

    def update(self, link: SocketLink) -> None:
        """Note that a connection was opened or closed."""
        client = link.user
        assert isinstance(client, Client)
        key = (client.guest, client.table_of(link))
        if link.server_open and link not in self.links:
            self.links[link] = key
            self.count[key] += 1
            if self.count[key] == 1:
                self._since[key] = self.world.uptime
        elif not link.server_open:
            self._remove(link)

    def on_unload(self, table: str) -> None:
        """Note that the server gives up all connections to a table, though a client that reads nothing delays this."""
        for link in [link for link, (_, to) in self.links.items() if to == table]:
            self._remove(link)

    def _remove(self, link: SocketLink) -> None:
        key = self.links.pop(link, None)
        if key is not None:
            self.count[key] -= 1
            self._until[key] = self.world.uptime

    def is_present(self, guest: str, table: str) -> bool:
        """Check whether a guest is connected."""
        return self.count[guest, table] > 0

    def present_since(self, guest: str, table: str) -> float | None:
        """Return since when a guest has been connected without a break, if they are."""
        return self._since[guest, table] if self.is_present(guest, table) else None

    def absent_since(self, guest: str, table: str) -> float | None:
        """Return since when a guest has been away; None if they are connected, 0 if they never were."""
        return None if self.is_present(guest, table) else self._until.get((guest, table), 0.0)
