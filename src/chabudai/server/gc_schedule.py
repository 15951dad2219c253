"""When Python looks for what refers only to itself: at a quiet moment, not in the midst of a move.

Left to itself it looks whenever enough has been made, and with hundreds of tables everybody waits for that. Nearly all
that a server makes is let go without it; what is left over is mostly tables that were put away.
"""

import asyncio
import gc
import time
from collections.abc import Callable

_EVERY = 300.0
_QUIET = 0.2
"""Seconds without a message are a quiet moment."""
_LATEST = 600.0
"""After so many seconds without one, it is done all the same."""


async def tidy_up(messages: Callable[[], int]) -> None:
    """Look for it from time to time; `messages` tells how many have come so far."""
    gc.freeze()
    gc.disable()
    while True:
        await asyncio.sleep(_EVERY)
        latest = time.monotonic() + _LATEST
        while time.monotonic() < latest:
            before = messages()
            await asyncio.sleep(_QUIET)
            if messages() == before:
                break
        gc.collect()
