"""Replaces, during a simulation, everything that would come from outside: the time, and random numbers."""

import contextlib
import gc
import random
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from random import Random
from unittest import mock

from chabudai.server.http import table_pages
from chabudai.server.socket import connections, render_queue
from simulation.world import World


class Secrets:
    """Takes the place of the module `secrets`, with random numbers from the seed."""

    def __init__(self, source: Random) -> None:
        self.source = source

    def begin(self, source: Random) -> None:
        """Start a server process. Each has its own numbers, so that one that was killed takes none from the next."""
        self.source = source
        random.seed(source.random())

    def randbelow(self, limit: int) -> int:
        return self.source.randrange(limit)

    def token_bytes(self, count: int = 32) -> bytes:
        return self.source.randbytes(count)

    def token_hex(self, count: int = 32) -> str:
        return self.source.randbytes(count).hex()

    def token_urlsafe(self, count: int = 32) -> str:
        return urlsafe_b64encode(self.source.randbytes(count)).rstrip(b"=").decode()


@contextlib.contextmanager
def simulated(world: World) -> Iterator[Secrets]:
    """Let the server's code live in the world of this simulation."""
    replacement = Secrets(world.random("secrets"))
    with contextlib.ExitStack() as stack:
        for name in ("randbelow", "token_bytes", "token_hex", "token_urlsafe"):
            stack.enter_context(mock.patch.object(secrets, name, getattr(replacement, name)))
        stack.enter_context(mock.patch.object(time, "time", world.wall))
        stack.enter_context(mock.patch.object(time, "monotonic", world.monotonic))
        stack.enter_context(mock.patch.object(time, "perf_counter", world.monotonic))
        # Work takes no time here, so that rendering is never put off.
        for module in (connections, render_queue):
            stack.enter_context(mock.patch.object(module, "perf_counter", world.monotonic))
        stack.enter_context(mock.patch.object(render_queue, "process_time", _no_time))
        stack.enter_context(mock.patch.object(table_pages, "qr", _no_picture))
        collects = gc.isenabled()
        gc.disable()
        state = random.getstate()
        try:
            yield replacement
        finally:
            random.setstate(state)
            if collects:
                gc.enable()


def _no_time() -> float:
    """Return the time that work has taken."""
    return 0.0


def _no_picture(link: str) -> str:
    """Draw no QR code: that would take longer than everything else."""
    return ""
