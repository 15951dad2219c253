"""The clock of the server: it never jumps, whatever happens to the process or to the clock of the machine."""

import asyncio
import time
from collections.abc import Callable

_MAX_STEP = 2.0
"""Seconds that the clock advances between two readings, at most."""

_TICK = 0.5
"""Seconds between two readings by `keep_running`."""


class Clock:
    """Time in seconds since 1970, for deadlines, pauses and limits.

    It starts at the time of the machine and then advances with the monotonic clock. It stands still while the process
    is paused (SIGSTOP, a suspended machine), and ignores a change of the machine's time. So neither moves a deadline.
    """

    def __init__(self, wall: Callable[[], float] | None = None, monotonic: Callable[[], float] | None = None) -> None:
        self._monotonic = monotonic or time.monotonic
        self._last = self._monotonic()
        self._offset = (wall or time.time)() - self._last
        """What to add to the monotonic clock; pauses are subtracted from it."""

    def now(self) -> float:
        """Return the time."""
        reading = self._monotonic()
        self._offset -= max(0.0, reading - self._last - _MAX_STEP)
        self._last = reading
        return reading + self._offset

    async def keep_running(self) -> None:
        """Read the clock so often that only a pause of the process makes a step too long."""
        while True:
            self.now()
            await asyncio.sleep(_TICK)
