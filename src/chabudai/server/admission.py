"""Admits network connections: a limited number from each address, and no more than there are file descriptors."""

import contextlib
import math
from collections import Counter

import uvicorn

from chabudai.server.address import TrustedProxies, network_key
from chabudai.server.clock import Clock
from chabudai.server.limits import Limits
from chabudai.server.telemetry import Telemetry

_RESERVE = 64
"""File descriptors for everything other than connections: the database, the workers, the log."""

_LOG_SECONDS = 60.0
"""Seconds between two log lines about the same problem."""


class Admission:
    """Counts the open network connections.

    A trusted proxy may have any number, since it limits those of its clients.
    """

    def __init__(self, limits: Limits, proxies: TrustedProxies, telemetry: Telemetry, clock: Clock) -> None:
        self.proxies = proxies
        self._per_address = limits.network_connections_per_address
        self._most = _descriptor_limit()
        self._telemetry = telemetry
        self._clock = clock
        self._open = 0
        self._by_address: Counter[str] = Counter()
        self._logged = -math.inf

    def admit(self, host: str) -> bool:
        """Count a new connection from a host, or return False if it must be closed."""
        if self._open >= self._most:
            self._report_exhausted()
            return False
        address = network_key(host)
        if self._by_address[address] >= self._per_address and host not in self.proxies:
            self._telemetry.counts["connections_rejected"] += 1
            return False
        self._open += 1
        self._by_address[address] += 1
        return True

    def leave(self, host: str) -> None:
        """Count the end of a connection."""
        address = network_key(host)
        self._open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def _report_exhausted(self) -> None:
        self._telemetry.counts["descriptors_exhausted"] += 1
        now = self._clock.now()
        if now - self._logged > _LOG_SECONDS:
            self._logged = now
            self._telemetry.warn(
                "file descriptors exhausted: new connections are refused; raise the limit (LimitNOFILE, ulimit -n)",
                connections=self._open,
                limit=self._most + _RESERVE,
            )


class AdmittingConfig(uvicorn.Config):
    """The configuration of an HTTP server that admits connections."""

    admission: Admission


def leave(config: uvicorn.Config, client: tuple[str, int] | None) -> None:
    """Count the end of a connection of a server with this configuration."""
    if isinstance(config, AdmittingConfig):
        config.admission.leave(client[0] if client else "")


def _descriptor_limit() -> float:
    """Return how many connections there may be, given the limit of file descriptors."""
    with contextlib.suppress(ImportError):  # Windows has no such limit
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return float(max(1, soft - _RESERVE))
    return math.inf
