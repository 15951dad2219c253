"""Listening sockets: on this machine and, on request, on the local network."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Awaitable, Callable, Sequence

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.refusal import ServerRefused

LOOPBACK = ("127.0.0.1", "::1", "localhost")
_ANY_ADDRESS = ("0.0.0.0", "::")
_PORT_ATTEMPTS = 50


class CannotListen(ChabudaiError):
    """An address at which the server cannot listen."""


def listening_socket(host: str, port: int, attempts: int = _PORT_ATTEMPTS) -> socket.socket:
    """Open a listening socket at this address, at the first free port of `attempts` ports."""
    for candidate in range(port, min(port + attempts, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio sets TCP_NODELAY only on sockets that name their protocol.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, candidate))
            listener.listen(2048)
            listener.setblocking(False)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or port == 0:
                raise CannotListen(f"cannot listen at {host}, port {candidate}: {error.strerror}") from error
        else:
            return listener
    taken = f"the ports from {port} to {port + attempts - 1} are" if attempts > 1 else f"port {port} is"
    raise CannotListen(f"cannot listen at {host}: {taken} taken")


def network_addresses() -> list[str]:
    """Return the addresses of this machine in local networks, that of the default route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # This sends nothing: the system only picks the address that it would use.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(address[4][0]) for address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


class Binding:
    """The addresses of this server.

    `open_sockets` listens on the local network too and returns the new addresses; None if that is not offered.
    `open_addresses` are those that are open already, after a restart.
    """

    def __init__(
        self,
        host: str,
        port: int,
        open_sockets: Callable[[], Awaitable[list[str]]] | None = None,
        open_addresses: Sequence[str] = (),
    ) -> None:
        self.port = port
        self._open_sockets = open_sockets
        if host in _ANY_ADDRESS:
            self._hosts = network_addresses()
        else:
            self._hosts = list(open_addresses) if host in LOOPBACK else [host]
        self._lock = asyncio.Lock()

    @property
    def can_open_to_network(self) -> bool:
        """Whether the server can, but does not yet, listen on the local network."""
        return self._open_sockets is not None and not self._hosts

    async def open_to_network(self) -> None:
        """Listen on the local network, too."""
        async with self._lock:
            if self._open_sockets is None:
                raise ServerRefused("no_listening", status=403)
            if not self._hosts:
                self._hosts = await self._open_sockets()

    def addresses(self) -> list[str]:
        """Return the base URLs that others in the local network can reach."""
        return [f"http://{host}:{self.port}" for host in self._hosts]
