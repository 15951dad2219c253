"""How much of everything: limits that keep a server well, whoever visits it."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from chabudai.server.refusal import ServerRefused


@dataclass(frozen=True)
class Limits:
    """What one server, one guest and one table may have."""

    message_bytes: int = 8192
    upload_bytes: int = 1_000_000
    messages_a_second: float = 8.0
    messages_at_once: int = 40
    commands_at_once: int = 16
    """Commands of one connection that wait for their answer."""
    connections: int = 4000
    connections_a_guest: int = 16
    viewers: int = 100
    """Connections to one table."""
    tables: int = 5000
    """Tables in memory."""
    unfinished_tables: int = 60
    """Tables of one host that are not over."""
    new_tables_a_minute: float = 12.0
    new_guests_a_minute: float = 60.0
    """Guests from one address."""
    uploads_a_minute: float = 10.0
    hints_a_minute: float = 12.0
    chat_lines_a_minute: float = 30.0
    idle_days: float = 90.0
    """After so many days without a move an unfinished table is removed."""
    unload_after: float = 120.0
    """Seconds without anybody looking after which a table leaves memory."""


class Bucket:
    """So many at once, and then so many a second."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self._left = at_once
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether there is one more to be had now."""
        now = time.monotonic()
        self._left = min(self.at_once, self._left + (now - self._at) * self.a_second)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Buckets:
    """A bucket for each guest or address; those not asked for longest are forgotten."""

    def __init__(self, a_minute: float, refusal: str, most: int = 20_000) -> None:
        self._a_minute = a_minute
        self._refusal = refusal
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str) -> None:
        """Take one; refused if there is none left for now."""
        bucket = self._buckets.setdefault(whose, Bucket(self._a_minute / 60.0, self._a_minute))
        self._buckets.move_to_end(whose)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise ServerRefused(self._refusal, status=429)
