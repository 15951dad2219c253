"""Who is to choose sees the table first, then who has just chosen; the others have their share of the time."""

import asyncio
from collections.abc import Callable

import pytest

from chabudai.server.serve import event_loop
from chabudai.server.socket import render_queue
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.socket.viewer import Viewer

LoopFactory = Callable[[], asyncio.AbstractEventLoop]


def viewers(number: int) -> list[Viewer]:
    made = [Viewer(f"guest {n}", "en") for n in range(number)]
    for viewer in made:
        viewer.stale = False
        viewer.looks = "not yet"
        viewer.on_disk.set()
    return made


def looking(watching: list[Viewer]) -> list[bool]:
    return [viewer.looks != "not yet" for viewer in watching]


def test_they_look_one_after_the_other() -> None:
    async def run() -> None:
        one, other = watching = viewers(2)
        guide = RenderQueue()
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
        guide = RenderQueue()
        for viewer in watching:
            guide.show_later(viewer)
        guide.show_soon(doer)
        await asyncio.sleep(0)
        assert looking(watching) == [False, True]

    asyncio.run(run())


def test_who_is_asked_comes_first_and_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        guide = RenderQueue()
        guide.took(1.0)  # nothing is owed to those who can wait
        doer, one, other = watching = viewers(3)
        guide.show_soon(doer)
        for viewer in (one, other, one):
            guide.show_first(viewer)
        seen = []
        for _ in range(3):
            await asyncio.sleep(0)
            clock.work(0.001)
            seen.append(looking(watching))
        assert seen == [[False, True, False], [False, True, True], [False, True, True]]

    asyncio.run(run())


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, event_loop])
def test_who_is_asked_does_not_wait_for_the_time_of_those_who_can(
    loop_factory: LoopFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        Clock(monkeypatch)
        guide = RenderQueue()
        guide.took(1.0)
        doer, asked = watching = viewers(2)
        guide.show_soon(doer)
        await asyncio.sleep(0)
        assert looking(watching) == [False, False]  # a look is due in some milliseconds
        guide.show_first(asked)
        await asyncio.sleep(0)
        assert looking(watching) == [False, True]

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(run())


def test_what_somebody_is_asked_is_not_put_off_by_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        Clock(monkeypatch)
        guide = RenderQueue()
        guide.took(1.0)
        (one,) = viewers(1)
        guide.show_first(one)
        guide.show_soon(one)
        guide.show_later(one)
        await asyncio.sleep(0)
        assert looking([one]) == [True]

    asyncio.run(run())


def test_who_is_asked_comes_first_on_a_server_that_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        guide = RenderQueue()
        clock.now += 0.02
        doer, asked = watching = viewers(2)
        guide.show_soon(doer)
        guide.show_first(asked)
        await asyncio.sleep(0)
        assert looking(watching) == [False, True]
        await asyncio.sleep(0)
        assert looking(watching) == [True, True]

    asyncio.run(run())


def test_those_who_can_wait_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        guide = RenderQueue()
        (other,), asked = viewers(1), viewers(100)
        guide.show_later(other)
        for viewer in asked:
            guide.show_first(viewer)
        rounds = 0
        while not looking([other])[0]:
            await asyncio.sleep(0)
            clock.work(0.001)
            rounds += 1
        assert rounds == pytest.approx(render_queue.SAVED / render_queue.SHARE / 0.001, rel=0.1)

    asyncio.run(run())


def test_nobody_is_asked_twice() -> None:
    async def run() -> None:
        guide = RenderQueue()
        (asked,) = viewers(1)
        guide.show_first(asked)
        asked.stale = False  # they were shown the table meanwhile, for another reason
        await asyncio.sleep(0)
        assert not asked.wake.is_set()

    asyncio.run(run())


def test_whose_table_is_on_its_way_to_the_disk_waits_and_keeps_their_place() -> None:
    async def run() -> None:
        one, _, _ = watching = viewers(3)
        guide = RenderQueue()
        one.on_disk.clear()
        for viewer in watching:
            guide.show_later(viewer)
        await asyncio.sleep(0)
        assert looking(watching) == [False, True, False]
        one.on_disk.set()
        await asyncio.sleep(0)
        assert looking(watching) == [True, True, False]

    asyncio.run(run())


def test_while_only_the_disk_is_waited_for_the_server_rests() -> None:
    async def run() -> None:
        (one,) = watching = viewers(1)
        guide = RenderQueue()
        one.on_disk.clear()
        guide.show_later(one)
        await asyncio.sleep(0)
        assert looking(watching) == [False]
        assert guide._resting
        one.on_disk.set()
        while not looking(watching)[0]:
            await asyncio.sleep(0.001)

    asyncio.run(run())


class Clock:
    """Time that passes only when it is told to, for an event loop as well."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.worked = 0.0
        monkeypatch.setattr(render_queue, "perf_counter", lambda: self.now)
        monkeypatch.setattr(render_queue, "process_time", lambda: self.worked)

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.worked += seconds


def let_pass(rounds: int, clock: Clock, guide: RenderQueue, watching: list[Viewer], *, work: float, idle: float) -> int:
    """How many looked in so many rounds, with seconds of work for others and of none in each; a look takes 1 ms."""

    async def run() -> int:
        loop = asyncio.get_running_loop()
        later: list[tuple[float, Callable[[], None]]] = []

        def call_later(delay: float, act: Callable[[], None]) -> asyncio.Handle:
            later.append((clock.now + delay, act))
            return asyncio.Handle(act, (), loop)

        loop.call_later = call_later  # type: ignore
        for viewer in watching:
            guide.show_later(viewer)
        shown = 0
        for _ in range(rounds):
            await asyncio.sleep(0)
            clock.work(work)
            clock.now += idle
            for viewer in watching:
                if viewer.looks == "in turn":
                    viewer.looks, viewer.stale = "not yet", False
                    clock.work(0.001)
                    guide.took(0.001)
                    shown += 1
            due = [act for at, act in later if at <= clock.now]
            later[:] = [(at, act) for at, act in later if at > clock.now]
            for act in due:
                act()
        return shown

    return asyncio.run(run())


def test_of_the_time_of_a_busy_server_they_have_a_small_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    shown = let_pass(1000, clock, RenderQueue(), viewers(400), work=0.001, idle=0.0)
    assert shown == pytest.approx(1000 * render_queue.SHARE, rel=0.2)


def test_of_the_time_of_an_idle_server_they_have_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    began = clock.now
    shown = let_pass(3000, clock, RenderQueue(), viewers(1000), work=0.0, idle=0.0001)
    idle = clock.now - began - clock.worked
    assert shown * 0.001 == pytest.approx(render_queue.PER_IDLE * idle + render_queue.SHARE * clock.worked, rel=0.1)


def test_the_others_come_too_however_many_choose() -> None:
    async def run() -> None:
        doers, (other,) = viewers(20), viewers(1)
        guide = RenderQueue()
        guide.show_later(other)
        for _ in range(2):
            for doer in doers:
                doer.looks = "not yet"
                guide.show_soon(doer)
            for _ in range(5):
                await asyncio.sleep(0)
        assert looking([other]) == [True]

    asyncio.run(run())


def test_one_who_has_had_a_look_can_wait_for_the_next() -> None:
    async def run() -> None:
        (one,) = watching = viewers(1)
        guide = RenderQueue()
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
        guide = RenderQueue()
        guide.show_later(one)
        one.stale = False  # it has become their turn, and they were shown the table for that
        await asyncio.sleep(0)
        assert not one.wake.is_set()

    asyncio.run(run())


@pytest.mark.parametrize("show", [RenderQueue.show_first, RenderQueue.show_soon, RenderQueue.show_later])
def test_who_has_gone_is_forgotten(show: Callable[[RenderQueue, Viewer], None]) -> None:
    async def run() -> None:
        (one,) = viewers(1)
        guide = RenderQueue()
        show(guide, one)
        guide.forget(one)
        await asyncio.sleep(0)
        assert not one.wake.is_set()

    asyncio.run(run())
