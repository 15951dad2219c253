"""Who is to choose sees the table first, then who has just chosen; the others have their share of the time."""

import asyncio

import pytest

from chabudai.server import usher
from chabudai.server.usher import Usher
from chabudai.server.viewer import Viewer


def viewers(number: int) -> list[Viewer]:
    made = [Viewer(f"guest {n}", "", "en", "html") for n in range(number)]
    for viewer in made:
        viewer.stale = False
        viewer.looks = "not yet"
    return made


def looking(watching: list[Viewer]) -> list[bool]:
    return [viewer.looks == "in turn" for viewer in watching]


def test_they_look_one_after_the_other() -> None:
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


def test_who_has_just_chosen_comes_before_the_others() -> None:
    async def run() -> None:
        _, doer = watching = viewers(2)
        guide = Usher()
        for viewer in watching:
            guide.show_later(viewer)
        guide.show_soon(doer)
        await asyncio.sleep(0)
        assert looking(watching) == [False, True]

    asyncio.run(run())


def test_they_have_their_share_of_the_time_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(usher, "perf_counter", lambda: now)

    async def run() -> None:
        nonlocal now
        watching = viewers(400)
        guide = Usher()
        for viewer in watching:
            guide.show_later(viewer)
        rounds, shown = 100, 0
        for _ in range(rounds):
            await asyncio.sleep(0)
            now += 0.001
            for _ in range(sum(looking(watching)) - shown):
                shown += 1
                now += 0.001
                guide.took(0.001)
        assert shown == pytest.approx(rounds * usher.SHARE / (1 - usher.SHARE), abs=2)

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
            one.looks = "not yet"

    asyncio.run(run())


def test_nobody_is_shown_again_what_they_have_seen_meanwhile() -> None:
    async def run() -> None:
        (one,) = viewers(1)
        guide = Usher()
        guide.show_later(one)
        one.stale = False  # it has become their turn, and they were shown the table for that
        await asyncio.sleep(0)
        assert not one.wake.is_set()

    asyncio.run(run())


def test_who_has_gone_is_forgotten() -> None:
    async def run() -> None:
        (one,) = viewers(1)
        guide = Usher()
        guide.show_later(one)
        guide.forget(one)
        await asyncio.sleep(0)
        assert not one.wake.is_set()

    asyncio.run(run())
