"""Tracks which guests are present at a table, and since when the others have been away."""

from collections import Counter


class Presence:
    """Counts the connections of each guest to a table."""

    def __init__(self, now: float, grace_until: float = 0.0) -> None:
        self._connections: Counter[str] = Counter()
        self.present: set[str] = set()
        """The guests with at least one connection."""
        self._started = now
        """Guests who have not connected yet count as away since then."""
        self._grace_until = grace_until
        """Until then nobody is replaced, so that everybody can come back after a restart."""
        self._away_since: dict[str, float] = {}
        self.unwatched_since: float | None = now
        """Since when nobody has had a connection; None while somebody has."""

    def connect(self, guest: str) -> None:
        """Count a new connection."""
        self._connections[guest] += 1
        self.unwatched_since = None
        self.present.add(guest)
        self._away_since.pop(guest, None)

    def disconnect(self, guest: str, now: float) -> None:
        """Count the end of a connection."""
        self._connections[guest] -= 1
        if not self._connections[guest]:
            del self._connections[guest]
            self.present.discard(guest)
            self._away_since[guest] = now
        if not self._connections:
            self.unwatched_since = now

    def restart_absences(self, now: float) -> None:
        """Count everybody who is away as away from now on: nobody is late by a time that did not hold until now."""
        self._started = now
        self._away_since.clear()

    def takeover_time(self, guest: str, people: frozenset[str], seconds: int) -> float | None:
        """Return when a bot takes over for a guest who may be away for this many seconds (0: no limit); None if never.

        `people` are the guests who play and have not left. If none of the others is present, nobody is waiting, so no
        bot takes over: somebody who plays alone against bots finds the game as they left it.
        """
        if not (self.present & people) - {guest}:
            return None
        return self.away_limit(guest, seconds)

    def away_limit(self, guest: str, seconds: int) -> float | None:
        """Return until when a guest may be away, if they are; None if they are present or there is no limit (0)."""
        if not seconds or guest in self.present:
            return None
        return max(self._away_since.get(guest, self._started) + seconds, self._grace_until)

    def is_away(self, guest: str, seconds: int, now: float) -> bool:
        """Check whether a guest has been away for longer than this many seconds (0: no limit)."""
        limit = self.away_limit(guest, seconds)
        return limit is not None and limit <= now
