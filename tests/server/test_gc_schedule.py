"""Python looks for what refers only to itself at a quiet moment, and at the latest after a while."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from chabudai.server import gc_schedule
from chabudai.server.gc_schedule import tidy_up


@pytest.fixture(autouse=True)
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """An entry for each time that it has looked; it looks every moment."""
    monkeypatch.setattr(gc_schedule, "_EVERY", 0.0)
    monkeypatch.setattr(gc_schedule, "_QUIET", 0.0)
    times: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: times.append(0))
    yield times
    gc.enable()
    gc.unfreeze()


def looked(collected: list[int], messages: Iterator[int], rounds: int) -> int:
    """How often it has looked after so many rounds of the event loop."""

    async def run() -> None:
        task = asyncio.create_task(tidy_up(lambda: next(messages)))
        for _ in range(rounds):
            await asyncio.sleep(0)
        assert not gc.isenabled()
        task.cancel()

    asyncio.run(run())
    return len(collected)


def test_it_looks_when_no_message_comes(collected: list[int]) -> None:
    assert looked(collected, iter([7] * 1000), 20) > 0


def test_it_waits_while_messages_come(collected: list[int]) -> None:
    assert looked(collected, iter(range(1000)), 20) == 0


def test_it_does_not_wait_for_ever(collected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_schedule, "_LATEST", 0.0)
    assert looked(collected, iter(range(1000)), 20) > 0
