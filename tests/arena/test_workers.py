"""Work distributed to processes: order, errors, lost processes, and clean exits."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from multiprocessing import active_children
from pathlib import Path

import pytest

from chabudai.arena import workers
from chabudai.arena.workers import ProcessLost, map_in_order
from chabudai.bots.line_protocol import LineBot
from chabudai.games.registry import game
from chabudai.kernel.rng import Rng


def double(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return 2 * number


def refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_process(folder: Path) -> Path:
    """Leave a file named after this process."""
    (folder / str(os.getpid())).touch()
    return folder


def play_with_a_program(folder: Path) -> Path:
    """Start a program that never reads its input, leave a file named after its process, and never return."""
    deaf = folder / "deaf.py"
    deaf.write_text('import time\nprint(\'{"hello": "deaf"}\', flush=True)\ntime.sleep(600)')
    bot = LineBot(f"'{sys.executable}' '{deaf}'", game("kasane"), Rng(1))
    (folder / f"{bot.program._process.pid}.pid").touch()
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_results_come_in_the_order_of_the_work(processes: int) -> None:
    assert list(map_in_order(double, range(40), processes)) == [2 * number for number in range(40)]


def test_endless_work_is_consumed_only_as_needed() -> None:
    taken = count()
    assert list(islice(map_in_order(double, taken, 2), 3)) == [0, 2, 4]
    assert next(taken) < 20


def test_an_error_in_a_process_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="not 0"):
        list(map_in_order(refuse, [0], 2))


def test_a_killed_process_is_reported() -> None:
    with pytest.raises(ProcessLost, match="has ended"):
        list(map_in_order(die, [0], 2))


def kill_workers() -> None:
    for process in active_children():
        process.kill()
        process.join()


def test_a_process_killed_before_it_gets_work_is_reported() -> None:
    def items() -> Iterator[int]:
        kill_workers()
        yield 0

    with pytest.raises(ProcessLost, match="has ended"):
        list(map_in_order(double, items(), 2))


def test_a_process_killed_before_it_reads_its_work_is_reported() -> None:
    def items() -> Iterator[int]:
        for process in active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
        yield 0
        kill_workers()

    with pytest.raises(ProcessLost, match="has ended"):
        list(map_in_order(double, items(), 2))


def test_programs_end_with_the_processes_that_run_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_GRACE", 60.0)

    def items() -> Iterator[Path]:
        yield tmp_path
        while not list(tmp_path.glob("*.pid")):
            time.sleep(0.01)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(map_in_order(play_with_a_program, items(), 2))
    (file,) = tmp_path.glob("*.pid")
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.stem), 0)


def test_closing_the_iterator_leaves_no_process_behind(tmp_path: Path) -> None:
    results = map_in_order(note_process, [tmp_path] * 100, 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    for file in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.name), 0)
