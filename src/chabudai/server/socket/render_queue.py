"""Decides who is shown a table first under load: players who must choose, then those who just acted, then all others.

Rendering is most of a server's work. So tables are rendered one at a time, and between any two the event loop receives
and answers commands. Viewers who can wait share what time is left; changes that pile up meanwhile are shown together. A
server with time to spare shows everything within milliseconds.
"""

import asyncio
from time import perf_counter, process_time

from chabudai.server.socket.viewer import SocketViewer

WORK_SHARE = 0.1
"""The share of the server's working time that goes to viewers who can wait."""

IDLE_FACTOR = 1.5
"""Seconds of rendering that viewers who can wait earn for each idle second."""

_TICK = 0.001
"""Seconds. Event loops cannot wait for less, and would spin instead."""

_ACTORS_IN_A_ROW = 3
"""After this many viewers who just acted, one of the others gets a turn."""

MAX_CREDIT = 0.005
"""Upper bound of credit and debt, in seconds."""


class RenderQueue:
    """Shows one viewer their table in each iteration of the event loop; viewers who can wait need credit.

    These viewers earn credit with the time that the server works or idles, and spend it on rendering.
    """

    def __init__(self) -> None:
        # Ordered sets of the viewers who must choose, who just acted, and of all others.
        self._asked: dict[SocketViewer, None] = {}
        self._actors: dict[SocketViewer, None] = {}
        self._others: dict[SocketViewer, None] = {}
        self._in_a_row = 0
        """How many viewers who just acted were shown the table since one of the others was."""
        self._timer: asyncio.Handle | None = None
        """Calls `_next`; None while nobody waits."""
        self._resting = False
        """Whether the timer waits for credit, since nobody must choose."""
        self._last_account = (perf_counter(), process_time())
        """Wall-clock time and CPU time when the credit was last updated."""
        self._render_seconds = 0.0
        """Seconds of rendering for viewers who can wait, since the credit was last updated."""
        self._credit = 0.0
        """Seconds of rendering that viewers who can wait may use; negative if overdrawn."""

    def show_first(self, viewer: SocketViewer) -> None:
        """Show the table to a player who must choose."""
        viewer.stale = True
        self._actors.pop(viewer, None)
        self._others.pop(viewer, None)
        self._asked[viewer] = None
        if self._resting and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._start()

    def show_soon(self, viewer: SocketViewer) -> None:
        """Show the table to somebody who just acted."""
        viewer.stale = True
        if viewer not in self._asked:
            self._others.pop(viewer, None)
            self._actors[viewer] = None
            self._start()

    def show_later(self, viewer: SocketViewer) -> None:
        """Show the table when there is time."""
        viewer.stale = True
        if viewer not in self._asked and viewer not in self._actors:
            self._others[viewer] = None
            self._start()

    def discard(self, viewer: SocketViewer) -> None:
        """Remove a viewer who has disconnected."""
        for queue in (self._asked, self._actors, self._others):
            queue.pop(viewer, None)

    def add_render_time(self, seconds: float) -> None:
        """Charge the time of rendering for a viewer who could wait."""
        self._render_seconds += seconds

    def _start(self) -> None:
        if self._timer is None:
            # While nobody waited, no credit was earned.
            self._update_credit()
            self._credit = min(self._credit, 0.0)
            self._resting = False
            self._timer = asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Show the table to the next viewer: one who must choose, unless the credit of the others is full."""
        self._update_credit()
        shown = self._credit >= (MAX_CREDIT if self._asked else 0.0) and self._show_one()
        if not shown and self._asked:
            viewer = next(iter(self._asked))
            del self._asked[viewer]
            if viewer.stale:
                viewer.show_now()
            shown = True
        self._resting = not self._asked and (self._credit < 0.0 or not shown)
        if not (self._asked or self._actors or self._others):
            self._timer = None
        elif self._resting:
            self._timer = asyncio.get_running_loop().call_later(max(_TICK, -self._credit / IDLE_FACTOR), self._next)
        else:
            self._timer = asyncio.get_running_loop().call_soon(self._next)

    def _update_credit(self) -> None:
        """Add the credit for the time since the last update, and subtract the rendering time."""
        since, had_worked = self._last_account
        self._last_account = now, worked = perf_counter(), process_time()
        work = worked - had_worked
        idle = max(0.0, now - since - work)
        self._credit += WORK_SHARE * work + IDLE_FACTOR * idle - self._render_seconds
        self._credit = max(-MAX_CREDIT, min(self._credit, MAX_CREDIT))
        self._render_seconds = 0.0

    def _show_one(self) -> bool:
        """Show the table to one of the viewers who can wait, if any. Skip those who have seen it meanwhile.

        Viewers of a table with pending writes keep their place in the queue.
        """
        for queue in self._queues():
            while (viewer := next((waiting for waiting in queue if waiting.on_disk.is_set()), None)) is not None:
                del queue[viewer]
                if viewer.show_in_turn():
                    self._in_a_row = self._in_a_row + 1 if queue is self._actors else 0
                    return True
        return False

    def _queues(self) -> list[dict[SocketViewer, None]]:
        """Return the two queues in order: viewers who just acted first, but not forever."""
        if self._in_a_row >= _ACTORS_IN_A_ROW:
            return [self._others, self._actors]
        return [self._actors, self._others]
