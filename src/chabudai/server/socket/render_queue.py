"""Who is shown a table first when much goes on: who is to choose. Who has just chosen comes next, then the others.

Making pages ready is most of what a server does. So it shows them one by one, and between any two takes in what has
been chosen meanwhile, and answers it. Whoever only looks on can wait while those are served for whom others wait; and
what changes meanwhile is shown together. A server that has time shows everything within moments.
"""

import asyncio
from time import perf_counter, process_time

from chabudai.server.socket.viewer import Viewer

SHARE = 0.1
"""The part that those who can wait have of the time in which the server works: little, as others wait for the rest."""

PER_IDLE = 1.5
"""Seconds that they have for each in which it does nothing: some are always left, to answer at once who chooses."""

_TICK = 0.001
"""Event loops know no shorter time to wait, and would run in circles instead."""

_DOERS_IN_A_ROW = 3
"""After so many who have just chosen it is the turn of one of the others, if any waits."""

SAVED = 0.005
"""So many seconds at most are owed to those who wait, or by them."""


class RenderQueue:
    """Lets viewers have their look, one in a round of the event loop; those who can wait, as time allows."""

    def __init__(self) -> None:
        # Who waits, in the order in which they came: those who are asked, those who have just chosen, and all others.
        self._asked: dict[Viewer, None] = {}
        self._doers: dict[Viewer, None] = {}
        self._others: dict[Viewer, None] = {}
        self._in_a_row = 0
        """How many doers have had their look since one of the others had."""
        self._round: asyncio.Handle | None = None
        """When the next one looks; none if nobody waits."""
        self._resting = False
        """Whether that is in a while, as nobody is asked and nothing is owed."""
        self._reckoned = (perf_counter(), process_time())
        """When the time was last shared out: by the clock, and in seconds that the server had worked."""
        self._looked = 0.0
        """Seconds that looks of those who can wait have taken since."""
        self._owed = 0.0
        """Seconds that are due to them, or have been taken in advance."""

    def show_first(self, viewer: Viewer) -> None:
        """Let somebody see what they are asked."""
        viewer.stale = True
        self._doers.pop(viewer, None)
        self._others.pop(viewer, None)
        self._asked[viewer] = None
        if self._resting and self._round is not None:
            self._round.cancel()
            self._round = None
        self._begin()

    def show_soon(self, viewer: Viewer) -> None:
        """Let somebody see what they have done."""
        viewer.stale = True
        if viewer not in self._asked:
            self._others.pop(viewer, None)
            self._doers[viewer] = None
            self._begin()

    def show_later(self, viewer: Viewer) -> None:
        """Let a viewer see the table as it will be by then."""
        viewer.stale = True
        if viewer not in self._asked and viewer not in self._doers:
            self._others[viewer] = None
            self._begin()

    def forget(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        for waiting in (self._asked, self._doers, self._others):
            waiting.pop(viewer, None)

    def took(self, seconds: float) -> None:
        """The look of one who could wait has taken so long."""
        self._looked += seconds

    def _begin(self) -> None:
        if self._round is None:
            # Those who can wait have not waited until now, or were owed nothing.
            self._share_out()
            self._owed = min(self._owed, 0.0)
            self._resting = False
            self._round = asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Let the next one look: who is asked, unless much is owed to those who can wait; else they, if anything is."""
        self._share_out()
        looked = self._owed >= (SAVED if self._asked else 0.0) and self._let_one_look()
        if not looked and self._asked:
            viewer = next(iter(self._asked))
            del self._asked[viewer]
            if viewer.stale:
                viewer.look()
            looked = True
        self._resting = not self._asked and (self._owed < 0.0 or not looked)
        if not (self._asked or self._doers or self._others):
            self._round = None
        elif self._resting:
            self._round = asyncio.get_running_loop().call_later(max(_TICK, -self._owed / PER_IDLE), self._next)
        else:
            self._round = asyncio.get_running_loop().call_soon(self._next)

    def _share_out(self) -> None:
        """What is owed to those who can wait, of the time that has passed since, and what they have had of it."""
        since, had_worked = self._reckoned
        self._reckoned = now, worked = perf_counter(), process_time()
        work = worked - had_worked
        idle = max(0.0, now - since - work)
        self._owed += SHARE * work + PER_IDLE * idle - self._looked
        self._owed = max(-SAVED, min(self._owed, SAVED))
        self._looked = 0.0

    def _let_one_look(self) -> bool:
        """Let one of those who can wait look, if there is one who can: who has seen the table meanwhile need not.

        Those whose table is on its way to the disk keep their place.
        """
        for line in self._lines():
            while (viewer := next((each for each in line if each.on_disk.is_set()), None)) is not None:
                del line[viewer]
                if viewer.look_in_turn():
                    self._in_a_row = self._in_a_row + 1 if line is self._doers else 0
                    return True
        return False

    def _lines(self) -> list[dict[Viewer, None]]:
        """The doers first, but not for ever."""
        if self._in_a_row >= _DOERS_IN_A_ROW:
            return [self._others, self._doers]
        return [self._doers, self._others]
