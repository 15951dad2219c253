"""The render queue: players to move come first; viewers who can wait share the rest of the time.

Viewers who can wait are players who have just moved, and after them everybody else.
"""

import asyncio
from collections.abc import Callable

import pytest

from chabudai.server.serve import event_loop
from chabudai.server.socket import render_queue
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.socket.viewer import SocketViewer

LoopFactory = Callable[[], asyncio.AbstractEventLoop]


class Clock:
    """A clock that the test advances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.worked = 0.0
        monkeypatch.setattr(render_queue, "perf_counter", lambda: self.now)
        monkeypatch.setattr(render_queue, "process_time", lambda: self.worked)

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.worked += seconds


def viewers(number: int) -> list[SocketViewer]:
    new_viewers = [SocketViewer(f"guest {n}", "en") for n in range(number)]
    for viewer in new_viewers:
        viewer.stale = False
        viewer.show_when = "not yet"
        viewer.on_disk.set()
    return new_viewers


def released(all_viewers: list[SocketViewer]) -> list[bool]:
    """Return for each viewer whether the queue has released an update."""
    return [viewer.show_when != "not yet" for viewer in all_viewers]


def test_viewers_are_updated_one_at_a_time() -> None:
    async def run() -> None:
        first, second = all_viewers = viewers(2)
        queue = RenderQueue()
        for viewer in (first, second, first):
            queue.show_later(viewer)
        assert released(all_viewers) == [False, False]
        await asyncio.sleep(0)
        assert released(all_viewers) == [True, False]
        await asyncio.sleep(0)
        assert released(all_viewers) == [True, True]
        assert first.wake.is_set()

    asyncio.run(run())


def test_a_player_who_has_just_moved_comes_before_others_who_can_wait() -> None:
    async def run() -> None:
        _, just_moved = all_viewers = viewers(2)
        queue = RenderQueue()
        for viewer in all_viewers:
            queue.show_later(viewer)
        queue.show_soon(just_moved)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False, True]

    asyncio.run(run())


def test_players_to_move_come_first_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        queue = RenderQueue()
        queue.add_render_time(1.0)  # no credit is left for viewers who can wait
        just_moved, first, second = all_viewers = viewers(3)
        queue.show_soon(just_moved)
        for viewer in (first, second, first):
            queue.show_first(viewer)
        seen = []
        for _ in range(3):
            await asyncio.sleep(0)
            clock.work(0.001)
            seen.append(released(all_viewers))
        assert seen == [[False, True, False], [False, True, True], [False, True, True]]

    asyncio.run(run())


@pytest.mark.parametrize("loop_factory", [asyncio.new_event_loop, event_loop])
def test_a_player_to_move_does_not_wait_for_render_credit(
    loop_factory: LoopFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        Clock(monkeypatch)
        queue = RenderQueue()
        queue.add_render_time(1.0)
        just_moved, to_move = all_viewers = viewers(2)
        queue.show_soon(just_moved)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False, False]  # an update is due in a few milliseconds
        queue.show_first(to_move)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False, True]

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(run())


def test_a_player_to_move_keeps_the_highest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        Clock(monkeypatch)
        queue = RenderQueue()
        queue.add_render_time(1.0)
        (to_move,) = viewers(1)
        queue.show_first(to_move)
        queue.show_soon(to_move)
        queue.show_later(to_move)
        await asyncio.sleep(0)
        assert released([to_move]) == [True]

    asyncio.run(run())


def test_a_player_to_move_comes_first_on_an_idle_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        queue = RenderQueue()
        clock.now += 0.02
        just_moved, to_move = all_viewers = viewers(2)
        queue.show_soon(just_moved)
        queue.show_first(to_move)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False, True]
        await asyncio.sleep(0)
        assert released(all_viewers) == [True, True]

    asyncio.run(run())


def test_viewers_who_can_wait_do_not_starve(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = Clock(monkeypatch)
        queue = RenderQueue()
        (can_wait,), to_move = viewers(1), viewers(100)
        queue.show_later(can_wait)
        for viewer in to_move:
            queue.show_first(viewer)
        rounds = 0
        while not released([can_wait])[0]:
            await asyncio.sleep(0)
            clock.work(0.001)
            rounds += 1
        assert rounds == pytest.approx(render_queue.MAX_CREDIT / render_queue.WORK_SHARE / 0.001, rel=0.1)

    asyncio.run(run())


def test_a_player_to_move_is_not_updated_twice() -> None:
    async def run() -> None:
        queue = RenderQueue()
        (to_move,) = viewers(1)
        queue.show_first(to_move)
        to_move.stale = False  # an update was sent for another reason
        await asyncio.sleep(0)
        assert not to_move.wake.is_set()

    asyncio.run(run())


def test_a_viewer_whose_table_is_being_written_keeps_their_place_in_the_queue() -> None:
    async def run() -> None:
        not_on_disk, _, _ = all_viewers = viewers(3)
        queue = RenderQueue()
        not_on_disk.on_disk.clear()
        for viewer in all_viewers:
            queue.show_later(viewer)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False, True, False]
        not_on_disk.on_disk.set()
        await asyncio.sleep(0)
        assert released(all_viewers) == [True, True, False]

    asyncio.run(run())


def test_the_queue_sleeps_while_only_the_disk_is_pending() -> None:
    async def run() -> None:
        (viewer,) = all_viewers = viewers(1)
        queue = RenderQueue()
        viewer.on_disk.clear()
        queue.show_later(viewer)
        await asyncio.sleep(0)
        assert released(all_viewers) == [False]
        assert queue._resting
        viewer.on_disk.set()
        while not released(all_viewers)[0]:
            await asyncio.sleep(0.001)

    asyncio.run(run())


def simulate(
    rounds: int, clock: Clock, queue: RenderQueue, all_viewers: list[SocketViewer], *, work: float, idle: float
) -> int:
    """Return the number of updates in this many rounds of `work` and `idle` seconds; an update takes 1 ms."""

    async def run() -> int:
        loop = asyncio.get_running_loop()
        timers: list[tuple[float, Callable[[], None]]] = []

        def call_later(delay: float, act: Callable[[], None]) -> asyncio.Handle:
            timers.append((clock.now + delay, act))
            return asyncio.Handle(act, (), loop)

        loop.call_later = call_later  # type: ignore
        for viewer in all_viewers:
            queue.show_later(viewer)
        updates = 0
        for _ in range(rounds):
            await asyncio.sleep(0)
            clock.work(work)
            clock.now += idle
            for viewer in all_viewers:
                if viewer.show_when == "in turn":
                    viewer.show_when, viewer.stale = "not yet", False
                    clock.work(0.001)
                    queue.add_render_time(0.001)
                    updates += 1
            due = [act for at, act in timers if at <= clock.now]
            timers[:] = [(at, act) for at, act in timers if at > clock.now]
            for act in due:
                act()
        return updates

    return asyncio.run(run())


def test_on_a_busy_server_viewers_who_can_wait_get_a_small_share(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    updates = simulate(1000, clock, RenderQueue(), viewers(400), work=0.001, idle=0.0)
    assert updates == pytest.approx(1000 * render_queue.WORK_SHARE, rel=0.2)


def test_on_an_idle_server_viewers_who_can_wait_get_a_larger_share(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    start = clock.now
    updates = simulate(3000, clock, RenderQueue(), viewers(1000), work=0.0, idle=0.0001)
    idle = clock.now - start - clock.worked
    assert updates * 0.001 == pytest.approx(
        render_queue.IDLE_FACTOR * idle + render_queue.WORK_SHARE * clock.worked, rel=0.1
    )


def test_everybody_else_is_updated_however_many_players_have_just_moved() -> None:
    async def run() -> None:
        just_moved, (everybody_else,) = viewers(20), viewers(1)
        queue = RenderQueue()
        queue.show_later(everybody_else)
        for _ in range(2):
            for viewer in just_moved:
                viewer.show_when = "not yet"
                queue.show_soon(viewer)
            for _ in range(5):
                await asyncio.sleep(0)
        assert released([everybody_else]) == [True]

    asyncio.run(run())


def test_a_viewer_can_queue_again_after_an_update() -> None:
    async def run() -> None:
        (viewer,) = all_viewers = viewers(1)
        queue = RenderQueue()
        for _ in range(2):
            queue.show_later(viewer)
            await asyncio.sleep(0)
            assert released(all_viewers) == [True]
            viewer.stale = False
            viewer.show_when = "not yet"

    asyncio.run(run())


def test_a_viewer_who_is_already_up_to_date_is_skipped() -> None:
    async def run() -> None:
        (viewer,) = viewers(1)
        queue = RenderQueue()
        queue.show_later(viewer)
        viewer.stale = False  # an update was sent because it became their turn
        await asyncio.sleep(0)
        assert not viewer.wake.is_set()

    asyncio.run(run())


@pytest.mark.parametrize("show", [RenderQueue.show_first, RenderQueue.show_soon, RenderQueue.show_later])
def test_a_discarded_viewer_is_not_updated(show: Callable[[RenderQueue, SocketViewer], None]) -> None:
    async def run() -> None:
        (viewer,) = viewers(1)
        queue = RenderQueue()
        show(queue, viewer)
        queue.discard(viewer)
        await asyncio.sleep(0)
        assert not viewer.wake.is_set()

    asyncio.run(run())
