"""Limits that protect the server from overload and abuse."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from chabudai.server.refusal import ServerRefused


@dataclass(frozen=True)
class Limits:
    """The limits of a server, and of each guest, host, table and connection."""

    message_bytes: int = 8192
    upload_bytes: int = 1_000_000
    messages_per_second: float = 8.0
    message_burst: int = 40
    pending_commands: int = 16
    """Commands of one connection that wait for a reply."""
    connections: int = 4000
    connections_per_guest: int = 16
    viewers_per_table: int = 100
    tables_in_memory: int = 5000
    unfinished_per_host: int = 60
    new_tables_per_minute: float = 12.0
    new_guests_per_minute: float = 60.0
    """From one IP address."""
    uploads_per_minute: float = 10.0
    hints_per_minute: float = 12.0
    chat_lines_per_minute: float = 30.0
    idle_days: float = 90.0
    """After this many days without an entry, remove a table unless its game is over."""
    unload_after: float = 120.0
    """Unload a table from memory after this many seconds without viewers."""


class TokenBucket:
    """A rate limit with a burst (token bucket)."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self._tokens = burst
        self._updated = time.monotonic()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._updated) * self.per_second)
        self._updated = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class TokenBuckets:
    """A rate limit for each guest or IP address; the least recently used ones are dropped."""

    def __init__(self, per_minute: float, message_id: str, max_keys: int = 20_000) -> None:
        self._per_minute = per_minute
        self._message_id = message_id
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> None:
        """Take a token, or refuse if there is none."""
        bucket = self._buckets.setdefault(key, TokenBucket(self._per_minute / 60.0, self._per_minute))
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise ServerRefused(self._message_id, status=429)
