"""Who is shown a table first when much goes on: who has just done something, and who is to choose. Others wait a bit.

Making pages ready is most of what a server does. Whoever only looks on can wait until those are served for whom others
wait; and what changes meanwhile is shown together.
"""

import asyncio
from itertools import islice

from chabudai.server.viewer import Viewer

PATIENCE = 0.5
"""Seconds after which nobody waits any longer, however much goes on."""


class Usher:
    """Lets viewers who only look on have their look: one in each round of the event loop, which sees to the rest."""

    def __init__(self) -> None:
        self._waiting: dict[Viewer, float] = {}
        """By when each is to be shown the table, in the order in which they came."""
        self._called = False

    def show_later(self, viewer: Viewer) -> None:
        """Let a viewer see the table as it will be by then."""
        loop = asyncio.get_running_loop()
        self._waiting.setdefault(viewer, loop.time() + PATIENCE)
        if not self._called:
            self._called = True
            loop.call_soon(self._next)

    def _next(self) -> None:
        """It is the turn of the first who waits, and of all who have waited too long."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = [viewer for viewer, latest in self._waiting.items() if latest <= now]
        for viewer in late or list(islice(self._waiting, 1)):
            del self._waiting[viewer]
            viewer.look()
        self._called = bool(self._waiting)
        if self._called:
            loop.call_soon(self._next)
