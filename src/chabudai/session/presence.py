"""Tracks which guests are present at a table, and since when the others have been away."""

from collections import Counter


class Presence:
    """Counts the connections of each guest to a table."""

    def __init__(self, now: float) -> None:
        self._connections: Counter[str] = Counter()
        self.present: set[str] = set()
        """The guests with at least one connection."""
        self._started = now
        """Guests who have not connected yet count as away since then."""
        self._away_since: dict[str, float] = {}

    def connect(self, guest: str) -> None:
        """Count a new connection."""
        self._connections[guest] += 1
        self.present.add(guest)
        self._away_since.pop(guest, None)

    def disconnect(self, guest: str, now: float) -> None:
        """Count the end of a connection."""
        self._connections[guest] -= 1
        if not self._connections[guest]:
            del self._connections[guest]
            self.present.discard(guest)
            self._away_since[guest] = now

    def leave(self, guest: str, now: float) -> None:
        """Treat a guest who left their seat as away, though they may continue to watch."""
        self._away_since[guest] = now

    def takeover_time(self, guest: str, people: set[str], seconds: int) -> float | None:
        """Return when a bot takes over for a guest who may be away for this many seconds (0: no limit); None if never.

        `people` are the guests who play and have not left. If none of the others is present, nobody is waiting, so no
        bot takes over: somebody who plays alone against bots finds the game as they left it.
        """
        playing = self.present & people
        if not seconds or guest in playing or not playing - {guest}:
            return None
        return self._away_since.get(guest, self._started) + seconds
