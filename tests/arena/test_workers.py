import os
import signal
import time
from itertools import count, islice
from pathlib import Path

import pytest

from chabudai.arena.workers import WorkerLost, in_order


def double(number: int) -> int:
    time.sleep(0.01 * (number % 3))
    return 2 * number


def refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_process(folder: Path) -> Path:
    (folder / str(os.getpid())).touch()
    return folder


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_work(jobs: int) -> None:
    assert list(in_order(double, range(40), jobs)) == [2 * number for number in range(40)]


def test_work_without_end_is_taken_only_as_it_is_asked_for() -> None:
    taken = count()
    assert list(islice(in_order(double, taken, 2), 3)) == [0, 2, 4]
    assert next(taken) < 20


def test_an_error_in_a_process_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="not 0"):
        list(in_order(refuse, [0], 2))


def test_a_process_that_is_killed_is_told_of() -> None:
    with pytest.raises(WorkerLost, match="has ended"):
        list(in_order(die, [0], 2))


def test_whoever_stops_asking_leaves_no_process_behind(tmp_path: Path) -> None:
    results = in_order(note_process, [tmp_path] * 100, 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    for file in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.name), 0)
