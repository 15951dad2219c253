"""Who is shown a table first when much goes on: who is to choose. Who has just chosen comes next, then the others.

Making pages ready is most of what a server does. Whoever only looks on can wait while those are served for whom others
wait; and what changes meanwhile is shown together. An idle server shows everything at once.
"""

import asyncio
from time import perf_counter

from chabudai.server.viewer import Viewer

SHARE = 0.3
"""The part of the time that those have who can wait: after each millisecond for them come more than two for others."""

_SAVED = 0.005
"""So many seconds at most are owed to them, or by them: then they keep nobody waiting for long, nor wait for long."""


class Usher:
    """Lets viewers have their look who can wait for it, as far as the time allows that all else leaves them."""

    def __init__(self) -> None:
        self._doers: dict[Viewer, None] = {}
        """Who waits, in the order in which they came: those who have just chosen, and all others."""
        self._others: dict[Viewer, None] = {}
        self._owed = 0.0
        """Seconds that are due to them, or have been taken in advance."""
        self._looked = 0.0
        """Seconds that their looks have taken in this round of the event loop."""
        self._round = 0.0
        """When this round began; 0 while nobody waits."""

    def show_soon(self, viewer: Viewer) -> None:
        """Let somebody see what they have done."""
        viewer.stale = True
        self._others.pop(viewer, None)
        self._doers[viewer] = None
        self._wait()

    def show_later(self, viewer: Viewer) -> None:
        """Let a viewer see the table as it will be by then."""
        viewer.stale = True
        if viewer not in self._doers:
            self._others[viewer] = None
            self._wait()

    def forget(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self._doers.pop(viewer, None)
        self._others.pop(viewer, None)

    def took(self, seconds: float) -> None:
        """A look has taken so long."""
        self._looked += seconds

    def _wait(self) -> None:
        if not self._round:
            self._round = perf_counter()
            self._owed = max(0.0, self._owed)
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """A round of the event loop is over: all else that was done in it earns those who wait their share."""
        now = perf_counter()
        earned = (now - self._round - self._looked) * SHARE / (1 - SHARE) - self._looked
        self._owed = max(-_SAVED, min(self._owed + earned, _SAVED))
        self._looked = 0.0
        waiting = self._doers or self._others
        if waiting and self._owed >= 0:
            viewer = next(iter(waiting))
            del waiting[viewer]
            viewer.look_in_turn()
        if self._doers or self._others:
            self._round = now
            asyncio.get_running_loop().call_soon(self._next)
        else:
            self._round = 0.0
