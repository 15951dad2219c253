"""The clock of the server: a pause of the process, or a changed clock of the machine, moves no deadline."""

import asyncio
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from chabudai.server.clock import Clock
from chabudai.server.context import Context
from server.contexts import run_with_context, table_for_one_person
from server.running_server import ServerProcess


class Machine:
    """The clocks of a machine, which tests can set."""

    def __init__(self) -> None:
        self.set_forward = 0.0
        """Seconds by which the time of day was changed."""
        self.paused = 0.0
        """Seconds that the process has not noticed."""

    def wall(self) -> float:
        return time.time() + self.set_forward + self.paused

    def monotonic(self) -> float:
        return time.monotonic() + self.paused

    def clock(self) -> Clock:
        return Clock(self.wall, self.monotonic)


def test_the_clock_starts_at_the_time_of_the_machine_and_follows_the_monotonic_clock() -> None:
    monotonic = [50.0]
    clock = Clock(lambda: 1000.0, lambda: monotonic[0])
    assert clock.now() == 1000.0
    monotonic[0] += 1.5
    assert clock.now() == 1001.5


@pytest.mark.parametrize("seconds", [-1e6, -3600.0, 3600.0, 1e6])
def test_the_clock_ignores_a_change_of_the_machines_time(seconds: float) -> None:
    wall = [1000.0]
    clock = Clock(lambda: wall[0], lambda: 50.0)
    wall[0] += seconds
    assert clock.now() == 1000.0


def test_a_pause_counts_for_a_few_seconds_at_most_and_time_goes_on_after_it() -> None:
    monotonic = [50.0]
    clock = Clock(lambda: 1000.0, lambda: monotonic[0])
    monotonic[0] += 86_400.0
    after = clock.now()
    assert 1000.0 <= after <= 1005.0
    monotonic[0] += 1.0
    assert clock.now() == after + 1.0


def test_very_short_steps_add_up() -> None:
    steps = 100_000
    monotonic = [0.0]
    clock = Clock(lambda: 1.8e9, lambda: monotonic[0])
    for number in range(steps + 1):
        monotonic[0] = number * 1e-8
        now = clock.now()
    assert now == pytest.approx(1.8e9 + steps * 1e-8, abs=1e-6)


def test_a_pause_of_the_process_makes_nobody_late(tmp_path: Path) -> None:
    machine = Machine()

    async def act(context: Context) -> None:
        await context.tables.start()
        task = await table_for_one_person(context, ["random", "random"], limit=60)
        while task.table.waiting() != [0]:
            await asyncio.sleep(0.01)
        machine.paused += 3600.0
        for _ in range(5):
            task.nudge()
            await asyncio.sleep(0.02)
        assert not any(seat == 0 for seat, _ in task.table.play.moves)
        assert not task._thinking

    run_with_context(tmp_path, act, machine.clock())


@pytest.mark.parametrize("seconds", [-7200.0, 7200.0])
def test_bots_play_on_and_nobody_is_late_when_the_machines_time_is_changed(tmp_path: Path, seconds: float) -> None:
    machine = Machine()

    async def act(context: Context) -> None:
        task = await table_for_one_person(context, ["random", "random"], pace="fast", limit=60)
        while not task.table.waiting():
            await asyncio.sleep(0.01)
        machine.set_forward = seconds
        while task.table.waiting() != [0]:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert not any(seat == 0 for seat, _ in task.table.play.moves)

    run_with_context(tmp_path, act, machine.clock())


def test_a_bot_that_wakes_too_early_waits_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(context: Context) -> None:
        sleep = asyncio.sleep

        async def sleep_half(delay: float) -> None:
            """Wake up early, as the event loop's timers do after a pause."""
            await sleep(delay / 2)

        monkeypatch.setattr(asyncio, "sleep", sleep_half)
        task = await table_for_one_person(context, ["random"] * 3, pace="fast")
        while not task.table.waiting():
            await sleep(0.01)
        pause_ends = task.session.autoplay._pause_ends()
        while not task.table.play.moves:
            await sleep(0.001)
        assert task.table.touched >= pause_ends

    run_with_context(tmp_path, act)


def test_a_stopped_process_makes_nobody_late(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    try:
        host = process.server.guest("Aoi")
        table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"], limit=5)
        mine = host.connect(table).ready()
        assert mine.wait_for_turn()
        assert process.popen is not None
        process.popen.send_signal(signal.SIGSTOP)
        time.sleep(6.0)
        process.popen.send_signal(signal.SIGCONT)
        time.sleep(2.0)
        mine.choose()
        assert process.stop() == 0
        with closing(sqlite3.connect(tmp_path / "t.sqlite")) as file:
            entries = [entry for (entry,) in file.execute("SELECT entry FROM event")]
        assert not any(b'"late"' in entry for entry in entries)
    finally:
        process.kill()
