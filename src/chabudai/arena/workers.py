"""Distributes items of work to processes and returns the results in the order of the items."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from chabudai.kernel.errors import ChabudaiError

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD = 4
"""How many items per process may be started before the next result is ready, to limit how many results are kept."""

_GRACE = 3.0
"""Seconds after which processes that have not exited are killed. Ending a bot program takes up to half a second."""

_LOST = "a worker process has ended, perhaps because memory ran out"


class ProcessLost(ChabudaiError):
    """A worker process ended before its work was done."""


def map_in_order(function: Callable[[Work], Result], items: Iterable[Work], process_count: int) -> Iterator[Result]:
    """Yield the function's result for each item, in order, computed by this many processes.

    If `process_count` is 1, no process is started: the calling process computes the results itself.

    However the caller stops, even by an interrupt, the processes and everything they started are ended. Each process
    has its own pipe and shares no lock, so killing one at any time cannot block the others.
    """
    if process_count == 1:
        yield from map(function, items)
        return
    with _processes(function, process_count) as idle:
        busy: dict[Connection, int] = {}
        results: dict[int, Result] = {}
        numbered = enumerate(items)
        work = next(numbered, None)
        next_result = 0
        while work is not None or busy or results:
            while idle and work is not None and work[0] < next_result + _AHEAD * process_count:
                pipe = idle.pop()
                _send(pipe, work[1])
                busy[pipe] = work[0]
                work = next(numbered, None)
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                results[busy.pop(ready)] = _receive(ready)
                idle.append(ready)
            while next_result in results:
                yield results.pop(next_result)
                next_result += 1


@contextmanager
def _processes(function: Callable[[Any], Any], process_count: int) -> Iterator[list[Connection]]:
    """Start the processes, and yield the pipe to each."""
    processes: list[Process] = []
    pipes: list[Connection] = []
    # The processes inherit the signal mask, so only the calling process handles Ctrl-C.
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(process_count):
            ours, theirs = Pipe()
            process = Process(target=_run_worker, args=(function, theirs, os.getpid()), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()
            pipes.append(ours)
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)
        yield list(pipes)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)
        _end(processes)
        for pipe in pipes:
            pipe.close()


def _end(processes: list[Process]) -> None:
    """End the processes: first by SIGTERM, so that they can end the programs that they run, then by SIGKILL."""
    try:
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + _GRACE
        for process in processes:
            process.join(max(0.0, deadline - time.monotonic()))
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()


def _run_worker(function: Callable[[Any], Any], pipe: Connection, parent: int) -> None:
    """Do the work that arrives through the pipe, until the parent has exited."""
    # The exception destroys the bots, which ends their programs.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    while True:
        while not pipe.poll(1.0):
            if os.getppid() != parent:
                return
        work = pipe.recv()
        try:
            result = (True, function(work))
        except Exception as error:
            result = (False, error)
        pipe.send(result)


def _send(pipe: Connection, work: object) -> None:
    try:
        pipe.send(work)
    except OSError:
        raise ProcessLost(_LOST) from None


def _receive(pipe: Connection) -> Any:
    try:
        ok, result = pipe.recv()
    except (EOFError, OSError):
        raise ProcessLost(_LOST) from None
    if not ok:
        raise result
    return result
