"""Schedules Python's cyclic garbage collection for quiet times, so that it hardly ever delays a move.

By default a collection starts whenever enough objects have been created; with hundreds of tables, everybody waits
for it. Reference counting frees nearly everything that a server creates; what remains is mostly the cycles of unloaded
tables.
"""

import asyncio
import gc
import time
from collections.abc import Callable

_INTERVAL = 300.0
"""Seconds between two collections, at least."""
_QUIET = 0.2
"""A time is quiet after this many seconds without a message."""
_MAX_DELAY = 600.0
"""Seconds to wait for a quiet time before collecting anyway."""


async def collect_when_quiet(messages: Callable[[], int]) -> None:
    """Collect garbage regularly at quiet times; `messages` returns the number of messages received so far."""
    gc.freeze()
    gc.disable()
    while True:
        await asyncio.sleep(_INTERVAL)
        deadline = time.monotonic() + _MAX_DELAY
        while time.monotonic() < deadline:
            before = messages()
            await asyncio.sleep(_QUIET)
            if messages() == before:
                break
        gc.collect()
