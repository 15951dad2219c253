"""Lets each address have only a few things done at the same time, so that others never wait for many of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """The turns of each address: at most `at_once` at the same time."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._addresses: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """By address: its semaphore, and how many have a turn or wait for one."""

    @asynccontextmanager
    async def take(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn of an address, and hold it."""
        turns, taken = self._addresses.get(address, (asyncio.Semaphore(self._at_once), 0))
        self._addresses[address] = turns, taken + 1
        try:
            async with turns:
                yield
        finally:
            turns, taken = self._addresses.pop(address)
            if taken > 1:
                self._addresses[address] = turns, taken - 1
