"""Garbage is collected when the server is quiet, or after a maximum delay."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from chabudai.server import gc_schedule
from chabudai.server.gc_schedule import collect_when_quiet


@pytest.fixture(autouse=True)
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Collect without delay, and return a list with one item per collection."""
    monkeypatch.setattr(gc_schedule, "_INTERVAL", 0.0)
    monkeypatch.setattr(gc_schedule, "_QUIET", 0.0)
    times: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: times.append(0))
    yield times
    gc.enable()
    gc.unfreeze()


def count_collections(collected: list[int], messages: Iterator[int], rounds: int) -> int:
    """Return the number of collections in this many rounds of the event loop."""

    async def run() -> None:
        task = asyncio.create_task(collect_when_quiet(lambda: next(messages)))
        for _ in range(rounds):
            await asyncio.sleep(0)
        assert not gc.isenabled()
        task.cancel()

    asyncio.run(run())
    return len(collected)


def test_garbage_is_collected_while_no_messages_arrive(collected: list[int]) -> None:
    assert count_collections(collected, iter([7] * 1000), 20) > 0


def test_collection_waits_while_messages_arrive(collected: list[int]) -> None:
    assert count_collections(collected, iter(range(1000)), 20) == 0


def test_collection_does_not_wait_forever(collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_schedule, "_MAX_DELAY", 0.0)
    assert count_collections(collected, iter(range(1000)), 20) > 0
