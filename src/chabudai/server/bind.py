"""Where the server can be reached: on this machine, and after a yes on the local network too."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Awaitable, Callable, Sequence

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.refusal import ServerRefused

LOOPBACK = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE = ("0.0.0.0", "::")
_TRIES = 50


class CannotListen(ChabudaiError):
    """An address that cannot be listened at."""


def listening_socket(host: str, port: int, tries: int = _TRIES) -> socket.socket:
    """A socket that listens at this address; if the port is taken, at the next of so many that is free."""
    for tried in range(port, min(port + tries, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Of a socket that does not name its protocol, asyncio does not know that answers should be sent at once.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, tried))
            made.listen(2048)
            made.setblocking(False)
        except OSError as error:
            made.close()
            if error.errno != errno.EADDRINUSE or port == 0:
                raise CannotListen(f"cannot listen at {host}, port {tried}: {error.strerror}") from error
        else:
            return made
    taken = f"the ports from {port} to {port + tries - 1} are" if tries > 1 else f"port {port} is"
    raise CannotListen(f"cannot listen at {host}: {taken} taken")


def network_addresses() -> list[str]:
    """The addresses of this machine in local networks, the one that leads out first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Nothing is sent: the system only says which of its addresses it would use.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(address[4][0]) for address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


class Binding:
    """Where this server is reached.

    `widen` opens further sockets and returns their addresses; None: not offered. `wider` are the addresses of those
    that are open already, as after a restart.
    """

    def __init__(
        self,
        host: str,
        port: int,
        widen: Callable[[], Awaitable[list[str]]] | None = None,
        wider: Sequence[str] = (),
    ) -> None:
        self.port = port
        self._widen = widen
        if host in _EVERYWHERE:
            self._hosts = network_addresses()
        else:
            self._hosts = list(wider) if host in LOOPBACK else [host]
        self._widening = asyncio.Lock()

    @property
    def can_widen(self) -> bool:
        """Whether a yes would make the server reachable for others."""
        return self._widen is not None and not self._hosts

    async def widen(self) -> None:
        """Listen on the local network too."""
        async with self._widening:
            if self._widen is None:
                raise ServerRefused("no_listening", status=403)
            if not self._hosts:
                self._hosts = await self._widen()

    def addresses(self) -> list[str]:
        """The beginnings of links that others in the local network can follow."""
        return [f"http://{host}:{self.port}" for host in self._hosts]
