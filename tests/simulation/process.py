"""A simulated server process: the real application on a virtual event loop, which can be killed, stopped and paused."""

import io
from collections.abc import Callable, MutableMapping
from typing import Any

import msgspec

from chabudai.server.app import make_app
from chabudai.server.bind import Binding
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.clock import Clock
from chabudai.server.context import Context
from chabudai.server.http.signing import Signer
from chabudai.server.limits import Limits
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from simulation.slow_disk import DiskFaults, SlowDisk
from simulation.store import Disk, MemoryStore
from simulation.virtual_loop import VirtualLoop
from simulation.workers import SimulatedWorker
from simulation.world import Violation, World

HOST = "table.example"
_KEY = b"k" * 32
_GRACE = 3.0
"""Seconds for connections to end at a clean stop, as in `uvicorn_config`."""


class ServerProcess:
    """One life of the server, from its start to its end."""

    def __init__(
        self, world: World, disk: Disk, number: int, limits: Limits, faults: DiskFaults, *, stalls: float, dies: float
    ) -> None:
        self.world = world
        self.name = f"process {number}"
        self.loop = VirtualLoop(lambda: world.now)
        self.alive = True
        self.ready = False
        """Whether it accepts connections."""
        self.paused_until = 0.0
        self.disk_access = SlowDisk(world, self.loop, faults, self.name)
        self._errors: list[str] = []
        self.loop.set_exception_handler(lambda loop, context: self._errors.append(str(context)))
        self.log = io.StringIO()
        self._log_read = 0
        telemetry = Telemetry(self.log)
        random = world.random(f"workers of {self.name}")

        def make_worker() -> SimulatedWorker:
            return SimulatedWorker(world, random, stalls=stalls, dies=dies)

        bot_pool = BotPool(2, telemetry, limits, make_worker=make_worker)
        store = MemoryStore(disk, self.disk_access, lambda: world.uptime)
        self.tables = Tables(store, bot_pool, telemetry, limits, clock=Clock(world.wall, world.monotonic))
        self.context = Context(self.tables, Signer(_KEY), telemetry, limits, Binding(HOST, 80))
        self.app = make_app(self.context)
        self.links: dict[Any, None] = {}
        """The connections and requests in progress, as far as the server knows."""
        self.open_sockets = 0
        """WebSocket connections that the application serves."""
        self._lifespan: list[dict[str, Any]] = []
        self._lifespan_wake = self.loop.create_future()
        self._on_stopped: Callable[[], None] = lambda: None
        self.on_failed: Callable[[], None] = lambda: None
        """Called if the process cannot start."""
        self.on_unload: Callable[[str], None] = lambda table: None
        """Called when a table was unloaded after an error."""
        lifespan = self.run(self.app({"type": "lifespan", "asgi": {"version": "3.0"}}, self._receive, self._send))
        lifespan.add_done_callback(lambda task: task.cancelled() or task.exception())  # `_send` has told
        self._tell_lifespan("lifespan.startup")

    # ---- Running ----------------------------------------------------------------------------------------------------

    def run(self, coroutine: Any) -> Any:
        """Start a task of this process."""
        return self.loop.create_task(coroutine)

    def next_time(self) -> float | None:
        """Return when this process has something to do next."""
        at = self.loop.next_time() if self.alive else None
        return None if at is None else max(at, self.paused_until)

    def step(self) -> None:
        """Do everything that is due now."""
        if self.alive and self.world.now >= self.paused_until:
            self.loop.run_due()
            self._check_log()

    def _check_log(self) -> None:
        """Find bugs that the process itself has noticed."""
        text = self.log.getvalue()[self._log_read :]
        self._log_read += len(text)
        for line in text.splitlines():
            self.world.record("log", line)
            told = msgspec.json.decode(line)
            if told["level"] == "error":
                raise Violation(f"the server logs a bug: {told['what']}\n{told.get('trace', '')}")
            self.world.tell("The server logs: {}.", _shortened(told))
            if told["what"] == "table unloaded after an error":
                self.on_unload(told["table"])
        if self._errors:
            raise Violation(f"an exception was lost: {self._errors[0]}")

    # ---- The end ----------------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """End at once, as with SIGKILL."""
        self.alive = self.ready = False
        self.disk_access.kill()
        links, self.links = self.links, {}
        for link in links:
            link.server_died()
        self.loop.drop()

    def stop(self, on_stopped: Callable[[], None]) -> None:
        """Stop cleanly, as with SIGTERM: close the connections, wait for them a little, then unload the tables."""
        self.ready = False
        self._on_stopped = on_stopped
        for link in list(self.links):
            link.server_closes(1012)
        self.world.after(_GRACE if self.links else 0.0, self._stop_tables)

    def _stop_tables(self) -> None:
        if self.alive:
            self._tell_lifespan("lifespan.shutdown")

    # ---- The lifespan protocol --------------------------------------------------------------------------------------

    def _tell_lifespan(self, kind: str) -> None:
        self._lifespan.append({"type": kind})
        if not self._lifespan_wake.done():
            self._lifespan_wake.set_result(None)

    async def _receive(self) -> dict[str, Any]:
        while not self._lifespan:
            await self._lifespan_wake
            self._lifespan_wake = self.loop.create_future()
        return self._lifespan.pop(0)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if not self.alive:
            return
        if message["type"] == "lifespan.startup.complete":
            self.ready = True
        elif message["type"] == "lifespan.shutdown.complete":
            self.world.after(0.0, self._on_stopped)
        elif message["type"] == "lifespan.startup.failed":
            self.world.tell("The server cannot start.")
            self.world.after(0.0, self.on_failed)
        else:
            self.world.expect(False, f"the server cannot stop: {message}")


def _shortened(told: dict[str, Any]) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in told.items() if key not in ("at", "level", "what"))
    return f"{told['what']} ({facts})" if facts else str(told["what"])
