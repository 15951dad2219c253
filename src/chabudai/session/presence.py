"""Who is present at a table, and since when others are away."""

from collections import Counter


class Presence:
    """The guests with a connection to a table. One guest may have several."""

    def __init__(self, now: float) -> None:
        self._connections: Counter[str] = Counter()
        self.here: set[str] = set()
        """The guests who are present."""
        self._began = now
        self._away: dict[str, float] = {}

    def came(self, guest: str) -> None:
        """A connection was made."""
        self._connections[guest] += 1
        self.here.add(guest)
        self._away.pop(guest, None)

    def went(self, guest: str, now: float) -> None:
        """A connection has ended."""
        self._connections[guest] -= 1
        if not self._connections[guest]:
            del self._connections[guest]
            self.here.discard(guest)
            self._away[guest] = now

    def left(self, guest: str, now: float) -> None:
        """A guest has left their seat, though they may go on watching."""
        self._away[guest] = now

    def takeover(self, guest: str, people: set[str], seconds: int) -> float | None:
        """When a bot takes over for a guest who may be away for this many seconds (0: for any time).

        `people` are those who play and have not left. If none of the others is present, nobody is kept waiting, so
        there is no takeover: somebody who plays alone with bots finds the game as they left it.
        """
        playing = self.here & people
        if not seconds or guest in playing or not playing - {guest}:
            return None
        return self._away.get(guest, self._began) + seconds
