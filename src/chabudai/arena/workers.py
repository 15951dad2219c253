"""Work shared out among processes, with the results in the order of the work."""

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
"""How many works a process may be ahead of the result that is asked for next, so that not all of them are kept."""

_GRACE = 3.0
"""Seconds for all processes to end by themselves: a program that plays in one is given half a second to do so."""


_LOST = "a process that was at work has ended, perhaps for lack of memory"


class WorkerLost(ChabudaiError):
    """A process that ended before its work was done."""


def in_order(act: Callable[[Work], Result], works: Iterable[Work], jobs: int) -> Iterator[Result]:
    """The result of `act` for each of the works, on so many processes; with one, in this one.

    However the caller leaves, by an interrupt too, the processes are gone then, and with them what they have started.
    Each has a pipe of its own and shares no lock with the others, so that ending it in the middle of anything harms
    nobody.
    """
    if jobs == 1:
        yield from map(act, works)
        return
    with _processes(act, jobs) as idle:
        busy: dict[Connection, int] = {}
        results: dict[int, Result] = {}
        left = enumerate(works)
        work = next(left, None)
        wanted = 0
        while work is not None or busy or results:
            while idle and work is not None and work[0] < wanted + _AHEAD * jobs:
                pipe = idle.pop()
                _send(pipe, work[1])
                busy[pipe] = work[0]
                work = next(left, None)
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                results[busy.pop(ready)] = _received(ready)
                idle.append(ready)
            while wanted in results:
                yield results.pop(wanted)
                wanted += 1


@contextmanager
def _processes(act: Callable[[Any], Any], jobs: int) -> Iterator[list[Connection]]:
    """So many processes that wait for work, each by the pipe that leads to it."""
    processes: list[Process] = []
    pipes: list[Connection] = []
    # What is blocked here stays blocked in the processes: Ctrl-C is for this one alone.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(jobs):
            mine, theirs = Pipe()
            process = Process(target=_serve, args=(act, theirs, os.getpid()), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()
            pipes.append(mine)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield list(pipes)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _end(processes)
        for pipe in pipes:
            pipe.close()


def _end(processes: list[Process]) -> None:
    """End the processes: first in such a way that they can end the programs that play in them, then by force."""
    try:
        for process in processes:
            process.terminate()
        end = time.monotonic() + _GRACE
        for process in processes:
            process.join(max(0.0, end - time.monotonic()))
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()


def _serve(act: Callable[[Any], Any], pipe: Connection, parent: int) -> None:
    """Work until the parent is gone, or has had enough."""
    # Leaving by an exception lets go of the bots, and so their programs are ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    while True:
        while not pipe.poll(1.0):
            if os.getppid() != parent:
                return
        work = pipe.recv()
        try:
            result = (True, act(work))
        except Exception as error:
            result = (False, error)
        pipe.send(result)


def _send(pipe: Connection, work: object) -> None:
    try:
        pipe.send(work)
    except OSError:
        raise WorkerLost(_LOST) from None


def _received(pipe: Connection) -> Any:
    try:
        well, result = pipe.recv()
    except (EOFError, OSError):
        raise WorkerLost(_LOST) from None
    if not well:
        raise result
    return result
