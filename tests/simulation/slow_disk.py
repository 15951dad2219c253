"""A slow and faulty way to the disk: writes take time, fail, or succeed although their reply is lost."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.store import StoreStopped
from simulation.virtual_loop import VirtualLoop
from simulation.world import World

T = TypeVar("T")


@dataclass(frozen=True)
class DiskFaults:
    """How often something goes wrong with a commit."""

    fails: float = 0.0
    loses_reply: float = 0.0
    slow: float = 0.02


class SlowDisk:
    """The access of one server process. Writes that arrive during a commit go into the next one, as with SQLite."""

    def __init__(self, world: World, loop: VirtualLoop, faults: DiskFaults, name: str) -> None:
        self._world = world
        self._loop = loop
        self._faults = faults
        self._random = world.random(f"disk of {name}")
        self._waiting: list[tuple[Callable[[], Any], Any]] = []
        self._committing: list[tuple[Callable[[], Any], Any]] = []
        self._dead = False

    async def read(self, operation: Callable[[], T]) -> T:
        future = self._loop.create_future()
        self._world.after(self._random.uniform(0.0002, 0.004), self._reply, future, operation, None)
        result: T = await future
        return result

    async def write(self, operation: Callable[[], T]) -> T:
        future = self._loop.create_future()
        self._waiting.append((operation, future))
        if not self._committing and not self._dead:
            self._begin()
        result: T = await future
        return result

    def _begin(self) -> None:
        self._committing, self._waiting = self._waiting, []
        slow = self._random.random() < self._faults.slow
        self._world.after(self._random.uniform(0.1, 3.0) if slow else self._random.uniform(0.0005, 0.012), self._commit)

    def _commit(self) -> None:
        if self._dead:
            return
        lot = self._random.random()
        fails = lot < self._faults.fails
        loses_reply = not fails and lot < self._faults.fails + self._faults.loses_reply
        if fails or loses_reply:
            self._world.counts["failed writes" if fails else "lost replies"] += 1
            self._world.tell("A write to the disk fails." if fails else "A write succeeds, but its reply is lost.")
        delay = self._random.uniform(0.0, 0.003)
        for operation, future in self._committing:
            if fails:
                self._world.after(
                    delay, self._reply, future, None, StoreStopped("cannot write to the database: faulty")
                )
                continue
            try:
                result, error = operation(), None
            except ChabudaiError as refused:
                result, error = None, refused
            if loses_reply:
                error = StoreStopped("cannot write to the database: no reply")
            self._world.after(delay, self._reply, future, lambda result=result: result, error)
        self._committing = []
        if self._waiting:
            self._begin()

    def _reply(self, future: Any, operation: Callable[[], Any] | None, error: Exception | None) -> None:
        if not self._dead:
            self._loop.call_soon(_resolve, future, operation, error)

    def kill(self) -> None:
        """Stop in the middle of everything: the commit in progress either reaches the disk or does not."""
        reaches_disk = self._random.random() < 0.5
        if self._committing:
            self._world.tell(
                "{} were being committed; they {} the disk.",
                f"{len(self._committing)} writes",
                "reach" if reaches_disk else "do not reach",
            )
        for operation, _ in self._committing if reaches_disk else ():
            try:
                operation()
            except ChabudaiError:
                continue
        self._dead = True


def _resolve(future: Any, operation: Callable[[], Any] | None, error: Exception | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(operation() if operation is not None else None)
