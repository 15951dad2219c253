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
    """An address on which the server cannot listen."""


def listening_socket(host: str, port: int, attempts: int = _PORT_ATTEMPTS) -> socket.socket:
    """Listen on the first free port of this host, trying `attempts` ports from `port` on."""
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
                raise CannotListen(f"cannot listen on {host}, port {candidate}: {error.strerror}") from error
        else:
            return listener
    taken = f"the ports from {port} to {port + attempts - 1} are" if attempts > 1 else f"port {port} is"
    raise CannotListen(f"cannot listen on {host}: {taken} taken")


def network_hosts() -> list[str]:
    """Return the IPv4 addresses of this machine on local networks, that of the default route first."""
    hosts = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # This sends nothing: the system only picks the address that it would use.
        probe.connect(("192.0.2.1", 9))
        hosts.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        hosts += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(hosts) if not host.startswith("127.")]


def base_url(host: str, port: int) -> str:
    """Return the URL of a server on this host and port, with an IPv6 address in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Binding:
    """The addresses by which other devices reach this server.

    `listen_on_network` starts listening on the local network and returns the hosts; None if the server must not do
    that. `listening_hosts` are those that the server has listened on since before a restart.
    """

    def __init__(
        self,
        host: str,
        port: int,
        listen_on_network: Callable[[], Awaitable[list[str]]] | None = None,
        listening_hosts: Sequence[str] = (),
    ) -> None:
        self.port = port
        self._listen_on_network = listen_on_network
        if host in _ANY_ADDRESS:
            self._hosts = network_hosts()
        else:
            self._hosts = list(listening_hosts) if host in LOOPBACK else [host]
        self._lock = asyncio.Lock()

    @property
    def can_open_to_network(self) -> bool:
        """Whether the server can, but does not yet, listen on the local network."""
        return self._listen_on_network is not None and not self._hosts

    async def open_to_network(self) -> None:
        """Listen on the local network, too; refuse if the server must not do that."""
        async with self._lock:
            if self._listen_on_network is None:
                raise ServerRefused("no_listening", status=403)
            if not self._hosts:
                self._hosts = await self._listen_on_network()

    def base_urls(self) -> list[str]:
        """Return the URLs by which other devices reach this server; none if it listens on this machine only."""
        return [base_url(host, self.port) for host in self._hosts]
