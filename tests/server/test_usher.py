"""Who is to choose sees the table first; the others in between, and never too late."""

import asyncio

import pytest

from chabudai.server import usher
from chabudai.server.usher import Usher
from chabudai.server.viewer import Viewer


def viewers(number: int) -> list[Viewer]:
    made = [Viewer(f"guest {n}", "", "en", "html") for n in range(number)]
    for viewer in made:
        viewer.stale = False
    return made


def looking(watching: list[Viewer]) -> list[bool]:
    return [viewer.stale for viewer in watching]


def test_those_who_look_on_have_their_look_one_by_one() -> None:
    async def run() -> None:
        one, other = watching = viewers(2)
        guide = Usher()
        for viewer in (one, other, one):
            guide.show_later(viewer)
        assert looking(watching) == [False, False]
        await asyncio.sleep(0)
        assert looking(watching) == [True, False]
        await asyncio.sleep(0)
        assert looking(watching) == [True, True]
        assert one.wake.is_set()

    asyncio.run(run())


def test_whoever_has_waited_too_long_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usher, "PATIENCE", 0.0)

    async def run() -> None:
        watching = viewers(5)
        guide = Usher()
        for viewer in watching:
            guide.show_later(viewer)
        await asyncio.sleep(0)
        assert all(looking(watching))

    asyncio.run(run())


def test_one_who_has_had_a_look_can_wait_for_the_next() -> None:
    async def run() -> None:
        (one,) = watching = viewers(1)
        guide = Usher()
        for _ in range(2):
            guide.show_later(one)
            await asyncio.sleep(0)
            assert looking(watching) == [True]
            one.stale = False

    asyncio.run(run())
