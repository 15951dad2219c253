"""A server for tests, in a thread or in a process that can be killed, and clients that talk to it over real sockets."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from chabudai.kernel.rng import Rng
from chabudai.server.address import TrustedProxies
from chabudai.server.app import make_app
from chabudai.server.bind import Binding, listening_socket
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.context import Context
from chabudai.server.http.signing import Signer
from chabudai.server.limits import Limits
from chabudai.server.serve import uvicorn_config
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.session.settings import MOMENT_SECONDS, PAUSE_SECONDS
from chabudai.web.fragments import FRAGMENTS_KEPT, Fragment

GAME = "ameno_kirifuda"
TIMEOUT = 30.0
"""Seconds to wait before a test fails."""

HONEST, ATTACKER = "127.0.0.1", "127.0.0.2"
"""The addresses that clients connect from: attackers have their own."""

NO_LIMITS = Limits(
    messages_per_second=10_000.0,
    message_burst=10_000,
    messages_per_second_per_address=10_000.0,
    message_burst_per_address=10_000,
    requests_per_second_per_address=100_000.0,
    request_burst_per_address=100_000,
    connections_per_address=4000,
    viewers_per_table_per_address=100,
    new_tables_per_minute=10_000.0,
    new_tables_per_minute_per_address=10_000.0,
    loads_per_minute=10_000.0,
    loads_per_minute_per_address=10_000.0,
    new_guests_per_minute=10_000.0,
    hints_per_minute=1000.0,
    hints_per_minute_per_address=1000.0,
    reviews_per_minute=1000.0,
    reviews_per_minute_per_address=1000.0,
    uploads_per_minute_per_address=1000.0,
    chat_lines_per_minute_per_address=1000.0,
    reports_per_minute=1000.0,
    reports_per_minute_per_address=1000.0,
)
"""Limits that no test reaches by accident."""


class RunningServer:
    """A running server: its address and, if it runs in a thread, its context and its log output."""

    def __init__(self, address: str, context: Context | None = None, telemetry: StringIO | None = None) -> None:
        self.address = address
        self._context = context
        self.telemetry = telemetry

    @property
    def context(self) -> Context:
        assert self._context is not None
        return self._context

    def guest(self, name: str = "", language: str = "en", source: str = HONEST) -> "GuestClient":
        """Return a guest who connects from this address."""
        return GuestClient(self.address, name, language, source)

    def browser(self, source: str = HONEST, **settings: Any) -> httpx.Client:
        """Return a client without a guest cookie, which connects from this address."""
        transport = httpx.HTTPTransport(local_address=source, verify=False)
        return httpx.Client(base_url=self.address, timeout=TIMEOUT, transport=transport, **settings)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Get a path without a guest cookie."""
        with self.browser() as browser:
            return browser.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def run_server(
    path: Path,
    limits: Limits = NO_LIMITS,
    bind: Callable[[int], Binding] | None = None,
    key: bytes = b"k" * 32,
    proxies: str = "",
) -> Iterator[RunningServer]:
    """Run a server in a thread, with its database in this folder."""
    output = StringIO()
    telemetry = Telemetry(output)
    listener = listening_socket("127.0.0.1", 0)
    port = listener.getsockname()[1]
    store = SqliteStore(path / "tables.sqlite")
    tables = Tables(store, BotPool(1, telemetry, limits), telemetry, limits)
    binding = bind(port) if bind else Binding("127.0.0.1", port)
    context = Context(tables, Signer(key), telemetry, limits, binding, proxies=TrustedProxies.parse(proxies))
    server = uvicorn.Server(uvicorn_config(make_app(context)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield RunningServer(f"http://127.0.0.1:{port}", context, output)
    finally:
        server.should_exit = True
        thread.join(TIMEOUT)
        assert not thread.is_alive()
        assert '"level":"error"' not in output.getvalue(), output.getvalue()


class ServerProcess:
    """A server in its own process, with the usual limits unless it is given others, as in the file of `--limits`."""

    def __init__(self, path: Path, limits: str = "") -> None:
        self.path = path
        self.limits = path / "limits.toml"
        self.limits.write_text(limits)
        # Reserves the port while the server is down.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = int(self._reserved.getsockname()[1])
        self.popen: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> RunningServer:
        return RunningServer(f"http://127.0.0.1:{self.port}")

    def start(self, inherited: Sequence[socket.socket] = ()) -> None:
        """Start the server; with inherited sockets, as a restart does."""
        command = [sys.executable, "-m", "chabudai", "serve", "--db", str(self.path / "t.sqlite")]
        command += ["--limits", str(self.limits), "--port", str(self.port)]
        # The server must import the same build as the tests.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        descriptors = [sock.fileno() for sock in inherited]
        if descriptors:
            environment["CHABUDAI_SOCKETS"] = ",".join(map(str, descriptors))
        with (self.path / "log").open("ab") as log:
            self.popen = subprocess.Popen(command, stdout=log, stderr=log, env=environment, pass_fds=descriptors)
        try:
            with self.server.browser() as client:
                wait_until(lambda: self._is_healthy(client))
        except BaseException:
            self.kill()
            raise

    @property
    def runs(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    def kill(self) -> None:
        assert self.popen is not None
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> int:
        assert self.popen is not None
        self.popen.terminate()
        return self.popen.wait(TIMEOUT)

    def _is_healthy(self, client: httpx.Client) -> bool:
        try:
            return client.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False


class GuestClient:
    """A guest, known by a cookie, who requests JSON."""

    def __init__(self, address: str, name: str = "", language: str = "en", source: str = HONEST) -> None:
        self.address = address
        self.source = source
        headers = {"Accept": "application/json", "Accept-Language": language}
        self.http = RunningServer(address).browser(source, headers=headers)
        self.language = language
        self.http.get("/")
        if name:
            self.http.post("/me", json={"name": name})

    def make_table(self, **fields: object) -> str:
        response = self.http.post("/tables", json={"pace": "at_once", **fields})
        assert response.status_code == 200, response.text
        return str(response.json()["table"])

    def invitation(self, table: str) -> str:
        """Return the path of an invitation to a table."""
        link = self.http.get(f"/table/{table}/invite").json()["link"]
        return "/" + str(link).split("/", 3)[3]

    def join(self, invitation: str, **fields: object) -> Any:
        response = self.http.post(invitation, json=fields)
        assert response.status_code == 200, response.text
        return response.json()

    def connect(self, table: str, form: str = "json", **further: Any) -> "SocketClient":
        further.setdefault("source_address", (self.source, 0))
        return connect_with_cookies(self.address, table, dict(self.http.cookies), self.language, form, **further)


def connect_with_cookies(
    address: str, table: str, cookies: Mapping[str, str], language: str = "en", form: str = "json", **further: Any
) -> "SocketClient":
    """Connect to a table as the guest with these cookies."""
    live = f"{address.replace('http', 'ws', 1)}/table/{table}/live?form={form}"
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Accept-Language": language}
    return SocketClient(
        connect(live, additional_headers=headers, max_size=None, max_queue=None, legacy=True, **further)
    )


class FragmentReader:
    """Joins fragments into sections, as a page does."""

    def __init__(self) -> None:
        self._kept: dict[int, str] = {}
        self._next = 0

    def section(self, fragments: list[Fragment]) -> str:
        """Return the section made of these fragments."""
        return "".join(self._text(fragment) for fragment in fragments)

    def _text(self, fragment: Fragment) -> str:
        if isinstance(fragment, int):
            return self._kept[fragment]
        self._kept[self._next] = fragment
        self._next += 1
        self._kept.pop(self._next - FRAGMENTS_KEPT - 1, None)
        return fragment


class SocketClient:
    """A socket to a table; stores all messages, the replies by command id, and the latest update in `now`."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}
        self.replies: dict[str | None, dict[str, Any]] = {}
        self.fragments = FragmentReader()

    def read(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Read the next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["t"] == "sections":
            message["sections"] = {
                name: self.fragments.section(fragments) for name, fragments in message["sections"].items()
            }
        self.messages.append(message)
        if message["t"] in ("scene", "sections"):
            self.now = message
        if message["t"] in ("done", "refused"):
            self.replies[message["id"]] = message
        return message

    def read_until(self, condition: Callable[[], object]) -> None:
        """Read messages until a condition holds."""
        end = time.monotonic() + TIMEOUT
        while not condition():
            self.read(max(0.01, end - time.monotonic()))

    def wait_for(self, kind: str) -> dict[str, Any]:
        """Read until a message of this kind arrives."""
        while (message := self.read())["t"] != kind:
            pass
        return message

    def send(self, do: str, **fields: object) -> str:
        """Send a command and return its id."""
        command = {"id": str(uuid.uuid4()), "do": do, **fields}
        self.socket.send(json.dumps(command))
        return str(command["id"])

    def do(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a command and wait for its reply."""
        command = self.send(do, **fields)
        self.read_until(lambda: command in self.replies)
        return self.replies[command]

    def ready(self) -> "SocketClient":
        """Wait for the first update."""
        self.read_until(lambda: self.now)
        return self

    def wait_for_turn(self, timeout: float = TIMEOUT) -> bool:
        """Return True once it is this guest's turn; False if the game is over.

        With a `timeout` other than the default, also return False when no message arrives for this many seconds.
        """
        self.ready()
        while not self.now["turn"] and self.now["status"] != "over":
            try:
                self.read(timeout)
            except TimeoutError:
                if timeout == TIMEOUT:
                    raise
                break
        return bool(self.now["turn"])

    def choices(self) -> list[int]:
        """Return the legal actions."""
        return [choice["action"] for choice in self.now["scene"]["choices"] if choice.get("why") is None]

    def choose(self, number: int = 0) -> int:
        """Make a move by its index among the legal ones, modulo their count; return the number of its log entry."""
        choices = self.choices()
        reply = self.do("choose", action=choices[number % len(choices)])
        assert reply["t"] == "done", reply
        seq = int(reply["seq"])
        self.read_until(lambda: self.now["seq"] >= seq)
        return seq

    def has_received(self, kind: str) -> bool:
        """Check whether a message of this kind has arrived."""
        return any(message["t"] == kind for message in self.messages)

    def close_code(self) -> int:
        """Read until the connection is closed and return the close code."""
        try:
            while True:
                self.read()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006

    def drain(self) -> None:
        """Read everything that has arrived."""
        try:
            while True:
                self.read(0.05)
        except (TimeoutError, ConnectionClosed):
            pass

    def close(self) -> None:
        self.socket.close()


# ---- Tables and players ----------------------------------------------------------------------------------------------


def new_table(server: RunningServer, seats: list[str], **fields: object) -> tuple[GuestClient, str, SocketClient]:
    """Open a table; return its host, its id, and the host's socket."""
    host = server.guest("Aoi")
    table = host.make_table(game=GAME, players=len(seats), seats=seats, **fields)
    return host, table, host.connect(table).ready()


def seat_friend(
    server: RunningServer, host: GuestClient, table: str, name: str = "Ben"
) -> tuple[GuestClient, SocketClient]:
    """Seat another guest by invitation; return the guest and the guest's socket."""
    friend = server.guest(name)
    friend.join(host.invitation(table), name=name)
    return friend, friend.connect(table).ready()


def take_bot_seat(guest: SocketClient, *voters: SocketClient, seat: int | None = None) -> None:
    """Take over the seat of a bot during a game, with the consent of the people at the table."""
    asked = guest.send("sit", seat=seat)
    for voter in voters:
        while not voter.now["ask"]:
            voter.read()
        voter.do("agree", yes=True)
    guest.read_until(lambda: asked in guest.replies and guest.now["mine"])
    assert guest.replies[asked]["t"] == "done"


def refusal(reply: dict[str, object]) -> object:
    """Return the reason in a reply, which must be a refusal."""
    assert reply["t"] == "refused", reply
    return reply["why"]


def keep_moments_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show moments until everybody has confirmed them, and let bots move without a pause."""
    monkeypatch.setitem(MOMENT_SECONDS, "fast", 600.0)
    monkeypatch.setitem(PAUSE_SECONDS, "fast", 0.0)


def two_players_at_a_moment(server: RunningServer) -> tuple[str, SocketClient, SocketClient]:
    """Play until two people see a moment; return the table's id, and the sockets of the next player and the other.

    Call `keep_moments_open` first.
    """
    host, table, mine = new_table(server, ["me", "open", "random"], pace="fast", takeover=0)
    _, theirs = seat_friend(server, host, table)
    task = server.context.tables.tasks[table]
    while True:
        if task.session.autoplay.shows_moment:
            # The table waits until everybody has confirmed the moment.
            for to_move, other in ((mine, theirs), (theirs, mine)):
                if to_move.now["mine"][0] in task.table.waiting():
                    to_move.read_until(lambda: to_move.now["moment"] and to_move.now["turn"])  # noqa: B023
                    return table, to_move, other
            for person in (mine, theirs):
                person.do("seen")
            wait_until(lambda: not task.session.autoplay.confirmed)
        for person in (mine, theirs):
            if person.wait_for_turn(0.01) and not person.now["moment"]:
                person.choose()


def play_to_end(connections: Sequence[SocketClient], rng: Rng) -> None:
    """Play random moves for these players until the game is over."""
    while any(connection.ready().now["status"] != "over" for connection in connections):
        for connection in connections:
            if connection.wait_for_turn(TIMEOUT if len(connections) == 1 else 0.005):
                connection.choose(rng.below(1000))


def wait_for_player_to_move(*connections: SocketClient) -> SocketClient:
    """Wait until it is the turn of one of these players, and return that player's socket."""
    end = time.monotonic() + TIMEOUT
    while True:
        for connection in connections:
            if connection.wait_for_turn(0.01):
                return connection
        assert time.monotonic() < end, "nobody had a turn"


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, "the condition never held"
        time.sleep(0.01)
