"""Who sends a request: the guest, and the network address that limits count by."""

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from starlette.requests import HTTPConnection

from chabudai.kernel.errors import ChabudaiError

_IPV6_PREFIX = 64
"""Bits. Providers give every customer at least this prefix, so all of its addresses count as one."""

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network

FORWARDING_HEADERS = ("x-forwarded-for", "x-forwarded-proto", "forwarded", "x-real-ip")
"""Headers that a proxy adds."""


class BadProxy(ChabudaiError):
    """A proxy that is neither an address nor a network."""


class Sender(NamedTuple):
    """A guest, and the key of the address that they come from; both are empty for the server itself."""

    guest: str = ""
    address: str = ""


def address_key(connection: HTTPConnection) -> str:
    """Return the key that limits count by: the client's address, for IPv6 its network.

    uvicorn replaces the address of a trusted proxy by the one in the proxy's header, and ignores the header otherwise.
    """
    return network_key(connection.client.host if connection.client else "")


@lru_cache(maxsize=4096)
def network_key(host: str) -> str:
    """Return an IPv4 address as it is, and the /64 network of an IPv6 address.

    Whatever is not an address gets one key together, so that nobody evades limits by inventing names.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), _IPV6_PREFIX), strict=False))


class TrustedProxies:
    """The proxies whose headers give the address of a client; by default none."""

    def __init__(self, hosts: Sequence[str] = ()) -> None:
        self.hosts = ["*"] if "*" in hosts else list(hosts)
        """In the form that uvicorn takes."""
        self._networks = [_network(host) for host in hosts if host != "*"]

    @classmethod
    def parse(cls, text: str) -> "TrustedProxies":
        """Read addresses and networks separated by commas; `*` stands for all. Refuse anything else."""
        return cls([host for part in text.split(",") if (host := part.strip())])

    def __contains__(self, host: str) -> bool:
        """Check whether a peer is a trusted proxy."""
        if "*" in self.hosts:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(text: str) -> _Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise BadProxy(f"{text!r} is not the address or network of a proxy: {error}") from error
