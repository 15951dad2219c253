"""Who is shown a table first when much goes on: who is to choose. Who has just chosen comes next, then the others.

Making pages ready is most of what a server does. Whoever only looks on can wait while those are served for whom others
wait; and what changes meanwhile is shown together. A server that has time shows everything at once.
"""

import asyncio
from time import perf_counter, thread_time

from chabudai.server.viewer import Viewer

SHARE = 0.3
"""The part of a busy server's time that those have who can wait: after a millisecond come more than two for others."""

_BUSY = 0.5
"""A server that works for this part of the time is busy."""
_SPAN = 0.1
"""Seconds over which that is measured."""

_DOERS_IN_A_ROW = 3
"""After so many who have just chosen it is the turn of one of the others, if any waits."""

_SAVED = 0.005
"""So many seconds at most are owed to those who wait, or by them."""


class Usher:
    """Lets viewers have their look who can wait for it: one in a round of the event loop, fewer on a busy server."""

    def __init__(self) -> None:
        # Who waits, in the order in which they came: those who have just chosen, and all others.
        self._doers: dict[Viewer, None] = {}
        self._others: dict[Viewer, None] = {}
        self._in_a_row = 0
        """How many doers have had their look since one of the others had."""
        self._called = False
        self._before = 0.0
        """When it last came to those who wait."""
        self._looked = 0.0
        """Seconds that looks have taken since."""
        self._owed = 0.0
        """Seconds that are due to them, or have been taken in advance."""
        self._measured = (perf_counter(), thread_time())
        """Since when it is measured how busy the server is: by the clock, and in seconds that it has worked."""
        self.busy = False

    def show_soon(self, viewer: Viewer) -> None:
        """Let somebody see what they have done."""
        viewer.stale = True
        self._others.pop(viewer, None)
        self._doers[viewer] = None
        self._begin()

    def show_later(self, viewer: Viewer) -> None:
        """Let a viewer see the table as it will be by then."""
        viewer.stale = True
        if viewer not in self._doers:
            self._others[viewer] = None
            self._begin()

    def forget(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self._doers.pop(viewer, None)
        self._others.pop(viewer, None)

    def took(self, seconds: float) -> None:
        """A look has taken so long."""
        self._looked += seconds

    def _begin(self) -> None:
        if not self._called:
            self._called = True
            self._before = perf_counter()
            self._looked = 0.0
            self._owed = max(0.0, self._owed)
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Let the next one look; on a busy server, if all that was done since for others has earned it."""
        now = perf_counter()
        self._measure(now)
        earns = SHARE / (1 - SHARE)
        earned = (now - self._before - self._looked) * earns - self._looked
        self._owed = max(-_SAVED, min(self._owed + earned, _SAVED))
        self._before = now
        self._looked = 0.0
        wait = -self._owed / earns if self.busy else 0.0
        if wait <= 0.0:
            self._let_one_look()
        self._called = bool(self._doers or self._others)
        if self._called:
            loop = asyncio.get_running_loop()
            if wait > 0.0:
                loop.call_later(wait, self._next)
            else:
                loop.call_soon(self._next)

    def _measure(self, now: float) -> None:
        since, worked = self._measured
        if now - since >= _SPAN:
            by_now = thread_time()
            self.busy = (by_now - worked) / (now - since) >= _BUSY
            self._measured = (now, by_now)

    def _let_one_look(self) -> None:
        """Pass over those who have seen the table meanwhile."""
        while waiting := self._turn():
            viewer = next(iter(waiting))
            del waiting[viewer]
            if viewer.look_in_turn():
                self._in_a_row = self._in_a_row + 1 if waiting is self._doers else 0
                return

    def _turn(self) -> dict[Viewer, None]:
        if self._others and self._in_a_row >= _DOERS_IN_A_ROW:
            return self._others
        return self._doers or self._others
