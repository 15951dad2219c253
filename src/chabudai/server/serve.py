"""`chabudai serve`: starts the server, prints its URLs, and runs until a signal stops it."""

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
from chabudai.kernel.card_data import read_data
from chabudai.kernel.errors import BadTable
from chabudai.kernel.setup import Rows
from chabudai.server.address import TrustedProxies
from chabudai.server.admission import AdmittingConfig
from chabudai.server.app import make_app
from chabudai.server.bind import Binding, CannotListen, base_url, listening_socket, network_hosts
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.context import Context
from chabudai.server.gc_schedule import collect_when_quiet
from chabudai.server.http.guarded import GuardedHttp
from chabudai.server.http.signing import load_admin_token, load_signer
from chabudai.server.limits import Limits, read_limits
from chabudai.server.restart import block_signals, inherited_sockets, restart, unblock_signals
from chabudai.server.socket.guarded import GuardedWebSocket
from chabudai.server.storage.database import CannotOpenDatabase
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.translation.catalog import translated

HOST = "127.0.0.1"
PORT = 8000


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command line.

    Without a host, the server listens on this machine only, and can open to the local network later. Without a port, it
    takes the default one or, if that is taken, the next free one. `proxy` lists the trusted proxies, separated by
    commas; without it, `FORWARDED_ALLOW_IPS` does.
    """

    host: str | None = None
    port: int | None = None
    db: Path | None = None
    data: Path | None = None
    open: bool = False
    limits: Path | None = None
    proxy: str | None = None
    language: str = "en"
    """The language of what is printed."""


def serve(options: ServeOptions, limits: Limits | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C; SIGUSR2 restarts in place."""
    path = options.db or _data_folder() / "tables.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpenDatabase(f"cannot store tables in {path.parent}: {error.strerror}") from error
    data = load_card_data(options.data)
    limits = limits or (Limits() if options.limits is None else read_limits(options.limits))
    proxy = options.proxy if options.proxy is not None else os.environ.get("FORWARDED_ALLOW_IPS", "")
    proxies = TrustedProxies.parse(proxy)
    inherited = inherited_sockets()
    sockets = inherited or [_first_socket(options)]
    # The writer thread needs little time, but needs it soon: with Python's default of 5 ms, every move would wait.
    sys.setswitchinterval(0.0005)
    telemetry = Telemetry()
    with library_logs_to(telemetry), asyncio.Runner(loop_factory=event_loop) as runner:
        restart_sockets = runner.run(_serve(options, sockets, bool(inherited), path, data, limits, proxies, telemetry))
    block_signals()
    if restart_sockets:
        restart(restart_sockets)
    unblock_signals()


def _first_socket(options: ServeOptions) -> socket.socket:
    host = options.host or HOST
    return listening_socket(host, PORT) if options.port is None else listening_socket(host, options.port, attempts=1)


def event_loop() -> asyncio.AbstractEventLoop:
    """Return uvloop's event loop where it is installed, since it is faster."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _serve(
    options: ServeOptions,
    sockets: list[socket.socket],
    restarted: bool,
    path: Path,
    data: dict[str, dict[str, Rows]],
    limits: Limits,
    proxies: TrustedProxies,
    telemetry: Telemetry,
) -> list[socket.socket]:
    """Serve these sockets and, if asked later, the local network. Return the sockets to keep for a restart, if any."""
    host, port = sockets[0].getsockname()[:2]
    store = SqliteStore(path)  # before the key: leave no key next to a file that is not our database
    signer = load_signer(path.with_name(f"{path.name}.key"))
    bot_pool = BotPool(max(1, (os.cpu_count() or 2) - 1), telemetry, limits)
    tables = Tables(store, bot_pool, telemetry, limits, data)

    async def listen_on_network() -> list[str]:
        hosts = []
        for network_host in network_hosts():
            try:
                sock = listening_socket(network_host, port, attempts=1)
            except CannotListen as error:
                telemetry.warn("cannot listen", error=str(error))
                continue
            sockets.append(sock)
            server.serve_also(sock)
            hosts.append(network_host)
        return hosts

    listening_hosts = [sock.getsockname()[0] for sock in sockets[1:]]
    binding = Binding(host, port, listen_on_network if options.host is None else None, listening_hosts)
    context = Context(tables, signer, telemetry, limits, binding, load_admin_token(_admin_file(path)), proxies)
    server = _MainHttpServer(make_app(context), sockets[1:])
    restart_sockets: list[socket.socket] = []

    def stop(*_: object) -> None:
        if restart_sockets:
            restart_sockets.clear()  # during a restart: stop for good
        else:
            server.stop()

    def stop_to_restart(*_: object) -> None:
        if not server.should_exit:
            restart_sockets.extend(sock.dup() for sock in sockets)  # uvicorn closes its own
            server.stop()

    loop = asyncio.get_running_loop()
    background = [
        loop.create_task(bot_pool.warm_up()),
        loop.create_task(collect_when_quiet(lambda: telemetry.counts["messages"])),
    ]
    if not restarted:
        own_url = base_url(host, port)
        _print_urls(options, own_url, path, context)
        if options.open:
            loop.call_later(0.3, webbrowser.open, own_url)
    for stop_signal in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop_signal, stop)
    if hasattr(signal, "SIGUSR2"):  # not on Windows
        signal.signal(signal.SIGUSR2, stop_to_restart)
    unblock_signals()
    try:
        await server.serve(sockets[:1])
    finally:
        for task in background:
            task.cancel()
        telemetry.info("restarting" if restart_sockets else "stopped")
    return restart_sockets


class _HttpServer(uvicorn.Server):
    """One of several HTTP servers for the same tables. `_serve` handles signals for all of them."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `_serve`."""
        yield


class _MainHttpServer(_HttpServer):
    """The HTTP server that starts and stops the tables, with an additional server for each additional socket."""

    def __init__(self, app: Starlette, additional: Sequence[socket.socket] = ()) -> None:
        super().__init__(uvicorn_config(app))
        self._app = app
        self._waiting = list(additional)
        """Sockets to serve after the tables have started."""
        self._additional: list[tuple[_HttpServer, asyncio.Task[None]]] = []

    def serve_also(self, sock: socket.socket) -> None:
        """Serve an additional socket."""
        server = _HttpServer(uvicorn_config(self._app, lifespan="off"))
        self._additional.append((server, asyncio.get_running_loop().create_task(server.serve([sock]))))

    def stop(self) -> None:
        """Stop accepting connections and close the open ones; on the second call, without waiting for them."""
        self.force_exit = self.should_exit
        if self.force_exit:
            logging.getLogger("uvicorn.error").disabled = True  # it would log every request that it abandons
        self.should_exit = True
        for server, _ in self._additional:
            server.force_exit, server.should_exit = self.force_exit, True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the tables, then the additional servers."""
        await super().startup(sockets)
        for sock in self._waiting:
            self.serve_also(sock)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the additional servers first, since the tables stop together with this one."""
        for server, _ in self._additional:
            server.should_exit = True  # even one that was started after `stop`
        await asyncio.gather(*(task for _, task in self._additional), return_exceptions=True)
        await super().shutdown(sockets)


def uvicorn_config(app: Starlette, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
    """Return the configuration of an HTTP server."""
    context: Context = app.state.context
    config = AdmittingConfig(
        app,
        lifespan=lifespan,
        http=GuardedHttp,
        ws=GuardedWebSocket,
        ws_max_size=65_536,
        # Without a trusted proxy, nobody can forge an address.
        proxy_headers=bool(context.proxies.hosts),
        forwarded_allow_ips=context.proxies.hosts,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    config.admission = context.admission
    return config


def _print_urls(options: ServeOptions, own_url: str, path: Path, context: Context) -> None:
    if options.port is None and not own_url.endswith(f":{PORT}"):
        print(translated(f"Port {PORT} is taken; using the next free one.", options.language))
    print(translated(f"Chabudai is at {own_url}/ (press Ctrl-C to stop)", options.language))
    print(translated(f"Tables are stored in {path}", options.language))
    # What a service prints goes to a log, where the token must not appear.
    token = f"?token={context.admin_token}" if sys.stdout.isatty() else f" (its token is in {_admin_file(path)})"
    print(translated(f"Admin page: {own_url}/admin{token}", options.language), flush=True)


def _admin_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.admin")


def load_card_data(path: Path | None) -> dict[str, dict[str, Rows]]:
    """Read this server's card data, by game: each game gets those tables of the file that the game declares."""
    if path is None:
        return {}
    tables = read_data(path)
    data_by_game: dict[str, dict[str, Rows]] = {}
    for game in games().values():
        game_tables = {table.name: tables[table.name] for table in game.tables if table.name in tables}
        if game_tables:
            try:
                setup = game.setup(max(game.players), data=game_tables)
            except BadTable as error:
                raise BadTable(f"{path}: {error}") from error
            data_by_game[game.name] = {name: setup.tables[name] for name in game_tables}
    for name in tables:
        if not any(name in game_tables for game_tables in data_by_game.values()):
            names = ", ".join(table.name for game in games().values() for table in game.tables)
            raise BadTable(f"{path}: no game has a table {name!r}; the tables are: {names}")
    return data_by_game


def _data_folder() -> Path:
    """Return the folder for this user's application data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "chabudai"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "chabudai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "chabudai"


class _TelemetryHandler(logging.Handler):
    """Forwards the warnings of libraries to the telemetry."""

    def __init__(self, telemetry: Telemetry) -> None:
        super().__init__(logging.WARNING)
        self.telemetry = telemetry

    def emit(self, record: logging.LogRecord) -> None:
        self.telemetry.warn("library", logger=record.name, message=record.getMessage())


@contextmanager
def library_logs_to(telemetry: Telemetry) -> Iterator[None]:
    """Send the log messages of libraries to the telemetry and nowhere else."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = [_TelemetryHandler(telemetry)]
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
