"""Work shared out among processes, with the results in the order of the work."""

import os
import signal
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


class WorkerLost(ChabudaiError):
    """A process that ended before its work was done."""


def in_order(act: Callable[[Work], Result], works: Iterable[Work], jobs: int) -> Iterator[Result]:
    """The result of `act` for each of the works, on so many processes; with one, in this one.

    However the caller leaves, by an interrupt too, the processes are gone at once. Each has a pipe of its own and
    shares no lock with the others, so that killing it in the middle of anything harms nobody.
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
                pipe.send(work[1])
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
        for process in processes:
            process.kill()
        for process in processes:
            process.join()
        for pipe in pipes:
            pipe.close()


def _serve(act: Callable[[Any], Any], pipe: Connection, parent: int) -> None:
    """Work until the parent is gone."""
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


def _received(pipe: Connection) -> Any:
    try:
        well, result = pipe.recv()
    except EOFError:
        raise WorkerLost("a process that was at work has ended, perhaps for lack of memory") from None
    if not well:
        raise result
    return result
