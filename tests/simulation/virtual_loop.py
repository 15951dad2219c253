"""An event loop in virtual time, without threads and sockets. A killed process is a loop that nobody runs anymore."""

import asyncio
import contextlib
import heapq
from asyncio import events
from collections.abc import Callable
from typing import Any

_MAX_ROUNDS = 100_000
"""Rounds at one point in time, after which the program counts as stuck."""


class Stuck(Exception):
    """The program keeps itself busy without letting time pass."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks in a fixed order, at times that somebody else decides."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    # These two are asyncio's own queues; typeshed does not declare them.
    _ready: Any
    _scheduled: list[asyncio.TimerHandle]

    def time(self) -> float:
        return self._clock()

    def next_time(self) -> float | None:
        """Return when something is due next; None if nothing is."""
        if self._ready:
            return self.time()
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)
        return self._scheduled[0].when() if self._scheduled else None

    def run_due(self) -> None:
        """Run everything that is due now, and whatever becomes due as a result."""
        with self.running():
            for _ in range(_MAX_ROUNDS):
                now = self.time()
                while self._scheduled and self._scheduled[0].when() <= now:
                    self._ready.append(heapq.heappop(self._scheduled))
                if not self._ready:
                    return
                for _ in range(len(self._ready)):
                    handle = self._ready.popleft()
                    if not handle.cancelled():
                        handle._run()
        raise Stuck("the server runs without end at one point in time")

    @contextlib.contextmanager
    def running(self) -> Any:
        """Make this the running loop."""
        outer = events._get_running_loop()
        events._set_running_loop(self)
        try:
            yield
        finally:
            events._set_running_loop(outer)

    def drop(self) -> None:
        """Forget all tasks without letting the rest of the world notice, as if their process had been killed.

        Python runs the `finally` blocks of a coroutine that is thrown away. They run here and now, and whatever they
        start belongs to this loop, which never runs again.
        """
        self.set_exception_handler(lambda loop, context: None)
        with self.running():
            for task in asyncio.all_tasks(self):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                coroutine: Any = task.get_coro()
                with contextlib.suppress(BaseException):
                    coroutine.close()
        self._ready.clear()
        self._scheduled.clear()

    def run_in_executor(self, executor: Any, func: Any, *arguments: Any) -> Any:  # type: ignore[override]
        """Run the function here, in a later round: threads would make the order depend on chance."""
        future = self.create_future()

        def run() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*arguments))
            except Exception as error:
                future.set_exception(error)

        self.call_soon(run)
        return future
