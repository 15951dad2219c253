"""Counts what each guest and each address does, and refuses what exceeds the limits.

All counts are bounded: the least recently used guests and addresses are forgotten. An attacker gains nothing by that,
since whoever is forgotten counts as new.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar

from chabudai.server.address import Sender
from chabudai.server.limits import Limits
from chabudai.server.refusal import ServerRefused

Now = Callable[[], float]
"""Returns the time in seconds."""

_MAX_KEYS = 20_000
"""Guests or addresses that a limit remembers."""

_MAX_GUESTS = 100_000
"""Guests whose first use has been counted."""

_MAX_TABLES = 50_000
"""Unfinished tables whose opener is remembered."""

Value = TypeVar("Value")


class TokenBucket:
    """A rate limit with a burst (token bucket)."""

    __slots__ = ("_now", "_tokens", "_updated", "burst", "per_second")

    def __init__(self, per_second: float, burst: float, now: Now = time.monotonic) -> None:
        self.per_second = per_second
        self.burst = burst
        self._now = now
        self._tokens = burst
        self._updated = now()

    def has(self, tokens: float = 1.0) -> bool:
        """Check whether there are this many tokens; a full bucket has enough for anything."""
        now = self._now()
        self._tokens = min(self.burst, self._tokens + max(0.0, now - self._updated) * self.per_second)
        self._updated = now
        return self._tokens >= min(tokens, self.burst) and self.burst > 0

    def take(self, tokens: float = 1.0) -> bool:
        """Take tokens if there are enough."""
        if not self.has(tokens):
            return False
        self._tokens -= tokens
        return True


class _Recent(Generic[Value]):
    """A bounded map that forgets the least recently used keys."""

    def __init__(self, make: Callable[[], Value], max_keys: int) -> None:
        self._make = make
        self._max_keys = max_keys
        self._values: OrderedDict[str, Value] = OrderedDict()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, key: str) -> Value:
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._make()
            if len(self._values) > self._max_keys:
                self._values.popitem(last=False)
        else:
            self._values.move_to_end(key)
        return value

    def touch(self, key: str) -> None:
        """Make a key the most recently used one."""
        self.__getitem__(key)


class Pace(NamedTuple):
    """How often something may happen: in the long run, and at once."""

    per_second: float
    burst: float

    @classmethod
    def per_minute(cls, number: float) -> "Pace":
        """Allow this many in a minute, also at once."""
        return cls(number / 60.0, number)


class Rate:
    """A rate limit for each guest, and another one for each address.

    The refusal is the message `message_id` for a guest, and `message_id` with `_here` for an address.
    """

    def __init__(self, message_id: str, guest: Pace | None, address: Pace, now: Now) -> None:
        self._message_id = message_id
        self._guests = None if guest is None else _Recent(lambda: TokenBucket(*guest, now), _MAX_KEYS)
        self._addresses = _Recent(lambda: TokenBucket(*address, now), _MAX_KEYS)

    def count(self, sender: Sender, tokens: float = 1.0) -> Literal["", "guest", "address"]:
        """Count something that a guest does. If it exceeds a limit, return whose, and do not count it."""
        address = self._addresses[sender.address]
        if not address.has(tokens):
            return "address"
        if self._guests is not None and not self._guests[sender.guest].take(tokens):
            return "guest"
        address.take(tokens)
        return ""

    def take(self, sender: Sender, tokens: float = 1.0) -> None:
        """Count something that a guest does, or refuse it."""
        over_limit = self.count(sender, tokens)
        if over_limit:
            suffix = "_here" if over_limit == "address" else ""
            raise ServerRefused(f"{self._message_id}{suffix}", status=429)


class Slots:
    """Limits how much each guest and each address holds at the same time, such as connections."""

    def __init__(self, message_id: str, per_guest: int | None, per_address: int) -> None:
        self._message_id = message_id
        self._per_guest = per_guest
        self._per_address = per_address
        self._guests: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def held_by(self, address: str) -> int:
        """Return how many an address holds."""
        return self._addresses[address]

    def full(self, address: str) -> bool:
        """Check whether an address holds as many as it may."""
        return self._addresses[address] >= self._per_address

    def take(self, sender: Sender) -> None:
        """Take a slot, or refuse."""
        if self.full(sender.address):
            raise ServerRefused(f"{self._message_id}_here", status=503)
        if self._per_guest is not None and self._guests[sender.guest] >= self._per_guest:
            raise ServerRefused(self._message_id, status=503)
        self.add(sender)

    def add(self, sender: Sender) -> None:
        """Take a slot even if none is free."""
        self._guests[sender.guest] += 1
        self._addresses[sender.address] += 1

    def release(self, sender: Sender) -> None:
        """Give a slot back."""
        for counts, key in ((self._guests, sender.guest), (self._addresses, sender.address)):
            counts[key] -= 1
            if counts[key] <= 0:
                del counts[key]


class Throttle:
    """The limits of a server at work."""

    def __init__(self, limits: Limits, now: Now = time.monotonic) -> None:
        def per_minute(message_id: str, guest: float | None, address: float) -> Rate:
            guest_pace = None if guest is None else Pace.per_minute(guest)
            return Rate(message_id, guest_pace, Pace.per_minute(address), now)

        self.limits = limits
        self.messages = Rate(
            "too_fast",
            Pace(limits.messages_per_second, limits.message_burst),
            Pace(limits.messages_per_second_per_address, limits.message_burst_per_address),
            now,
        )
        request_pace = Pace(limits.requests_per_second_per_address, limits.request_burst_per_address)
        self.requests = Rate("too_many_requests", None, request_pace, now)
        self.new_tables = per_minute(
            "too_many_tables", limits.new_tables_per_minute, limits.new_tables_per_minute_per_address
        )
        self.loads = per_minute("too_many_loads", limits.loads_per_minute, limits.loads_per_minute_per_address)
        self.uploads = per_minute("too_many_uploads", limits.uploads_per_minute, limits.uploads_per_minute_per_address)
        self.hints = per_minute("too_many_hints", limits.hints_per_minute, limits.hints_per_minute_per_address)
        self.reviews = per_minute("too_many_reviews", limits.reviews_per_minute, limits.reviews_per_minute_per_address)
        self.chat = per_minute("too_many_lines", limits.chat_lines_per_minute, limits.chat_lines_per_minute_per_address)
        self.reports = per_minute("too_many_reports", limits.reports_per_minute, limits.reports_per_minute_per_address)
        self.connections = Slots("too_many_connections", limits.connections_per_guest, limits.connections_per_address)
        self.tables_in_memory = Slots("too_many_in_memory", None, limits.tables_in_memory_per_address)
        self._new_guests = per_minute("too_many_guests", None, limits.new_guests_per_minute)
        self._known_guests: _Recent[bool] = _Recent(lambda: True, _MAX_GUESTS)
        self._openers: OrderedDict[str, str] = OrderedDict()
        """By unfinished table: the address from which it was opened."""
        self._unfinished: Counter[str] = Counter()
        """By address: the number of its unfinished tables."""

    def use_cookie(self, sender: Sender) -> None:
        """Count the first use of a guest's cookie, or refuse if too many are new at this address.

        Pages are free for those who send no cookie, and are a new guest each time. So whatever is limited for each
        guest counts them here first.
        """
        if sender.guest not in self._known_guests:
            self._new_guests.take(sender)
        self._known_guests.touch(sender.guest)

    def check_unfinished(self, address: str) -> None:
        """Refuse if too many unfinished tables have been opened from an address."""
        limit = self.limits.unfinished_per_address
        if self._unfinished[address] >= limit:
            raise ServerRefused("too_many_unfinished_here", number=limit, status=429)

    def table_opened(self, table: str, address: str) -> None:
        """Count an unfinished table."""
        self._openers[table] = address
        self._unfinished[address] += 1
        if len(self._openers) > _MAX_TABLES:
            self.table_finished(next(iter(self._openers)))

    def table_finished(self, table: str) -> None:
        """Count an unfinished table no longer."""
        address = self._openers.pop(table, None)
        if address is not None:
            self._unfinished[address] -= 1
            if not self._unfinished[address]:
                del self._unfinished[address]
