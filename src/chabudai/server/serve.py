"""`chabudai serve`: makes everything ready, tells where it is, and runs until it is told to stop."""

import asyncio
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import uvicorn
from starlette.applications import Starlette

from chabudai.games.registry import games
from chabudai.kernel.errors import BadTable
from chabudai.kernel.setup import Rows
from chabudai.kernel.tables import read_data
from chabudai.server.app import make_app
from chabudai.server.bind import Binding, CannotListen, listening_socket, network_addresses
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.context import Context
from chabudai.server.gc_schedule import tidy_up
from chabudai.server.http.signing import kept_signer
from chabudai.server.limits import Limits
from chabudai.server.restart import hold_signals, inherited_sockets, release_signals, restart
from chabudai.server.socket.wire import Wire
from chabudai.server.storage.sqlite import CannotOpen, SqliteStore
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry

HOST = "127.0.0.1"
PORT = 8000


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for.

    No host is this machine alone, with the offer to listen more widely later; no port is the usual one or, if that is
    taken, the next that is free.
    """

    host: str | None = None
    port: int | None = None
    db: Path | None = None
    data: Path | None = None
    open: bool = False


def serve(wishes: Wishes, limits: Limits | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C; SIGUSR2 restarts in place."""
    path = wishes.db or _data_folder() / "tables.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen(f"cannot keep tables in {path.parent}: {error.strerror}") from error
    data = own_card_data(wishes.data)
    inherited = inherited_sockets()
    sockets = inherited or [_first_socket(wishes)]
    # The thread that writes to the disk needs little time, but soon: with Python's own 5 ms a move would wait for long.
    sys.setswitchinterval(0.0005)
    telemetry = Telemetry()
    with _library_logs_in(telemetry), asyncio.Runner(loop_factory=event_loop) as runner:
        kept = runner.run(_serve(wishes, sockets, bool(inherited), path, data, limits or Limits(), telemetry))
    hold_signals()
    if kept:
        restart(kept)
    release_signals()


def _first_socket(wishes: Wishes) -> socket.socket:
    host = wishes.host or HOST
    return listening_socket(host, PORT) if wishes.port is None else listening_socket(host, wishes.port, tries=1)


def event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's, which is quicker, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(
    wishes: Wishes,
    sockets: list[socket.socket],
    restarted: bool,
    path: Path,
    data: dict[str, dict[str, Rows]],
    limits: Limits,
    telemetry: Telemetry,
) -> list[socket.socket]:
    """Serve at these sockets, and at those of the local network once asked; returns what a restart is to keep."""
    host, port = sockets[0].getsockname()[:2]
    store = SqliteStore(path)  # before the key: beside a file that is no database of ours nothing is left
    signer = kept_signer(path.with_name(f"{path.name}.key"))
    bot_pool = BotPool(max(1, (os.cpu_count() or 2) - 1), telemetry)
    tables = Tables(store, bot_pool, telemetry, limits, data)

    async def widen() -> list[str]:
        hosts = []
        for address in network_addresses():
            try:
                sock = listening_socket(address, port, tries=1)
            except CannotListen as error:
                telemetry.warn("cannot listen", error=str(error))
                continue
            sockets.append(sock)
            door.open_further(sock)
            hosts.append(address)
        return hosts

    wider = [sock.getsockname()[0] for sock in sockets[1:]]
    binding = Binding(host, port, widen if wishes.host is None else None, wider)
    context = Context(
        tables, signer, telemetry, limits, binding, admin_token=signer.sign("admin", "token").partition(".")[2]
    )
    door = _MainDoor(make_app(context), sockets[1:])
    kept: list[socket.socket] = []

    def stop(*_: object) -> None:
        if kept:
            kept.clear()  # it stops already, and need not start again
        else:
            door.stop()

    def stop_to_restart(*_: object) -> None:
        if not door.should_exit:
            kept.extend(sock.dup() for sock in sockets)  # the web server closes its own
            door.stop()

    loop = asyncio.get_running_loop()
    beside = [loop.create_task(bot_pool.warm_up()), loop.create_task(tidy_up(lambda: telemetry.counts["messages"]))]
    if not restarted:
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        _say_where(wishes, address, path, context)
        if wishes.open:
            loop.call_later(0.3, webbrowser.open, address)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if hasattr(signal, "SIGUSR2"):  # not on Windows
        signal.signal(signal.SIGUSR2, stop_to_restart)
    release_signals()
    try:
        await door.serve(sockets[:1])
    finally:
        for task in beside:
            task.cancel()
        telemetry.note("restarting" if kept else "stopped")
    return kept


class _Door(uvicorn.Server):
    """One of several web servers for the same tables; what signals mean is decided for all of them together."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class _MainDoor(_Door):
    """The web server that starts and stops the tables, and others beside it, one for each further socket."""

    def __init__(self, app: Starlette, further: Sequence[socket.socket] = ()) -> None:
        super().__init__(config(app))
        self._app = app
        self._waiting = list(further)
        """Sockets to serve as soon as the tables are ready."""
        self._further: list[tuple[_Door, asyncio.Task[None]]] = []

    def open_further(self, sock: socket.socket) -> None:
        """Serve at this socket too."""
        door = _Door(config(self._app, lifespan="off"))
        self._further.append((door, asyncio.get_running_loop().create_task(door.serve([sock]))))

    def stop(self) -> None:
        """Accept no more connections and close those that are open; asked twice, do not wait for them."""
        self.force_exit = self.should_exit
        if self.force_exit:
            logging.getLogger("uvicorn.error").disabled = True  # it would log all that it abandons
        self.should_exit = True
        for door, _ in self._further:
            door.force_exit, door.should_exit = self.force_exit, True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the tables, then the further servers."""
        await super().startup(sockets)
        for sock in self._waiting:
            self.open_further(sock)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the further servers first: with this one the tables stop."""
        for door, _ in self._further:
            door.should_exit = True  # also one that was opened since they were told to stop
        await asyncio.gather(*(serving for _, serving in self._further), return_exceptions=True)
        await super().shutdown(sockets)


def config(app: Starlette, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
    """How the web server is to run."""
    return uvicorn.Config(
        app,
        lifespan=lifespan,
        ws=Wire,
        ws_max_size=65_536,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def _say_where(wishes: Wishes, address: str, path: Path, context: Context) -> None:
    if wishes.port is None and not address.endswith(f":{PORT}"):
        print(f"Port {PORT} is taken; the next free one is used.")
    print(f"Chabudai is at {address}/ (Ctrl-C stops it)")
    print(f"Tables are kept in {path}")
    print(f"For whoever runs it: {address}/admin?token={context.admin_token}", flush=True)


def own_card_data(path: Path | None) -> dict[str, dict[str, Rows]]:
    """Card data of this server by game: each table of the file goes to the games that declare it."""
    if path is None:
        return {}
    tables = read_data(path)
    found: dict[str, dict[str, Rows]] = {}
    for game in games().values():
        mine = {table.name: tables[table.name] for table in game.tables if table.name in tables}
        if mine:
            try:
                setup = game.setup(max(game.players), data=mine)
            except BadTable as error:
                raise BadTable(f"{path}: {error}") from error
            found[game.name] = {name: setup.tables[name] for name in mine}
    for name in tables:
        if not any(name in mine for mine in found.values()):
            known = ", ".join(table.name for game in games().values() for table in game.tables)
            raise BadTable(f"{path}: no game has a table {name!r}; the tables are: {known}")
    return found


def _data_folder() -> Path:
    """Where programs of this user keep their files."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "chabudai"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "chabudai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chabudai"


class _ToTelemetry(logging.Handler):
    """Brings what libraries log into the telemetry."""

    def __init__(self, telemetry: Telemetry) -> None:
        super().__init__(logging.WARNING)
        self.telemetry = telemetry

    def emit(self, record: logging.LogRecord) -> None:
        self.telemetry.warn("library", logger=record.name, message=record.getMessage())


@contextmanager
def _library_logs_in(telemetry: Telemetry) -> Iterator[None]:
    """Meanwhile, what libraries log goes to the telemetry and nowhere else."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = [_ToTelemetry(telemetry)]
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
