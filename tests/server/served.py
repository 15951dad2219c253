"""A server for tests, over real sockets: in a thread of this process, or as a process that can be killed."""

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
from chabudai.server.app import make_app
from chabudai.server.bind import Binding, listening_socket
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.context import Context
from chabudai.server.http.signing import Signer
from chabudai.server.limits import Limits
from chabudai.server.serve import config
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.session.settings import MOMENTS, PAUSES
from chabudai.web.pieces import KEPT, Piece

LEVELS = ["novice", "casual", "club"]
GAME = "ameno_kirifuda"
WAIT = 30.0
"""Seconds after which something that should have come is missed."""

FREE = Limits(
    messages_a_second=10_000.0,
    messages_at_once=10_000,
    new_tables_a_minute=10_000.0,
    new_guests_a_minute=10_000.0,
    hints_a_minute=1000.0,
)
"""No limits that a test would meet by accident."""


class Served:
    """A running server: its address, and in a thread also its insides."""

    def __init__(self, address: str, context: Context | None = None, telemetry: StringIO | None = None) -> None:
        self.address = address
        self._context = context
        self.telemetry = telemetry

    @property
    def context(self) -> Context:
        assert self._context is not None
        return self._context

    def guest(self, name: str = "", language: str = "en") -> "Person":
        return Person(self.address, name, language)

    def browser(self, **settings: Any) -> httpx.Client:
        """Somebody without a cookie yet."""
        return httpx.Client(base_url=self.address, timeout=WAIT, verify=False, **settings)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """What anybody gets at this address."""
        with self.browser() as browser:
            return browser.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def serving(
    path: Path, limits: Limits = FREE, listening: Callable[[int], Binding] | None = None, key: bytes = b"k" * 32
) -> Iterator[Served]:
    """A server in a thread, with its tables in this folder."""
    written = StringIO()
    telemetry = Telemetry(written)
    door = listening_socket("127.0.0.1", 0)
    port = door.getsockname()[1]
    store = SqliteStore(path / "tables.sqlite")
    tables = Tables(store, BotPool(1, telemetry), telemetry, limits)
    made = listening(port) if listening else Binding("127.0.0.1", port)
    context = Context(tables, Signer(key), telemetry, limits, made)
    server = uvicorn.Server(config(make_app(context)))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([door])), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield Served(f"http://127.0.0.1:{port}", context, written)
    finally:
        server.should_exit = True
        thread.join(WAIT)
        assert not thread.is_alive()
        assert '"level":"error"' not in written.getvalue(), written.getvalue()


class Process:
    """A server as a process of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # Kept for as long as this is: nobody else gets the port, also while the server is down.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = int(self._reserved.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def served(self) -> Served:
        return Served(f"http://127.0.0.1:{self.port}")

    def start(self, inherited: Sequence[socket.socket] = ()) -> None:
        """Start it; with sockets to inherit, as the program that a restart runs."""
        command = [sys.executable, "-m", "chabudai", "serve", "--db", str(self.path / "t.sqlite"), "--port"]
        # The same modules as here, also when the compiled ones are tested.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        numbers = [sock.fileno() for sock in inherited]
        if numbers:
            environment["CHABUDAI_SOCKETS"] = ",".join(map(str, numbers))
        with (self.path / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, str(self.port)], stdout=log, stderr=log, env=environment, pass_fds=numbers
            )
        try:
            with self.served.browser() as asking:
                until(lambda: self._answers(asking))
        except BaseException:
            self.kill()
            raise

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(WAIT)

    def _answers(self, asking: httpx.Client) -> bool:
        try:
            return asking.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False


class Person:
    """A guest with a cookie, who asks for JSON."""

    def __init__(self, address: str, name: str = "", language: str = "en") -> None:
        self.address = address
        headers = {"Accept": "application/json", "Accept-Language": language}
        self.http = Served(address).browser(headers=headers)
        self.language = language
        self.http.get("/")
        if name:
            self.http.post("/me", json={"name": name})

    def make(self, **fields: object) -> str:
        answer = self.http.post("/tables", json={"pace": "at_once", **fields})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["table"])

    def invite(self, table: str) -> str:
        link = self.http.get(f"/table/{table}/invite").json()["link"]
        return "/" + str(link).split("/", 3)[3]

    def join(self, invitation: str, **fields: object) -> Any:
        answer = self.http.post(invitation, json=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def connect(self, table: str, form: str = "json", **further: Any) -> "Connection":
        return connected(self.address, table, dict(self.http.cookies), self.language, form, **further)


def connected(
    address: str, table: str, cookies: Mapping[str, str], language: str = "en", form: str = "json", **further: Any
) -> "Connection":
    """A connection to a table, of whoever has these cookies."""
    live = f"{address.replace('http', 'ws', 1)}/table/{table}/live?form={form}"
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "Accept-Language": language}
    return Connection(connect(live, additional_headers=headers, max_size=None, max_queue=None, legacy=True, **further))


class Joiner:
    """Makes sections of pieces, as a page does."""

    def __init__(self) -> None:
        self._kept: dict[int, str] = {}
        self._next = 0

    def join(self, pieces: list[Piece]) -> str:
        """The section that these pieces make."""
        return "".join(self._text(piece) for piece in pieces)

    def _text(self, piece: Piece) -> str:
        if isinstance(piece, int):
            return self._kept[piece]
        self._kept[self._next] = piece
        self._next += 1
        self._kept.pop(self._next - KEPT - 1, None)
        return piece


class Connection:
    """A socket to a table; keeps what was sent, and the newest state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}
        self.answers: dict[str | None, dict[str, Any]] = {}
        self.pieces = Joiner()

    def read(self, timeout: float = WAIT) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["t"] == "sections":
            message["sections"] = {name: self.pieces.join(pieces) for name, pieces in message["sections"].items()}
        self.frames.append(message)
        if message["t"] in ("scene", "sections"):
            self.now = message
        if message["t"] in ("done", "refused"):
            self.answers[message["id"]] = message
        return message

    def until(self, wanted: Callable[[], object]) -> None:
        """Read until something is so."""
        end = time.monotonic() + WAIT
        while not wanted():
            self.read(max(0.01, end - time.monotonic()))

    def of(self, kind: str) -> dict[str, Any]:
        """The next message of this kind."""
        while (message := self.read())["t"] != kind:
            pass
        return message

    def send(self, do: str, **fields: object) -> str:
        """Send a command; returns its id."""
        command = {"id": str(uuid.uuid4()), "do": do, **fields}
        self.socket.send(json.dumps(command))
        return str(command["id"])

    def do(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        name = self.send(do, **fields)
        self.until(lambda: name in self.answers)
        return self.answers[name]

    def ready(self) -> "Connection":
        """Wait until the table is shown."""
        self.until(lambda: self.now)
        return self

    def turn(self, patience: float = WAIT) -> bool:
        """Wait until it is this one's turn; whether it is: after the end, or if patience ends before, it is not."""
        self.ready()
        while not self.now["turn"] and self.now["status"] != "over":
            try:
                self.read(patience)
            except TimeoutError:
                if patience == WAIT:
                    raise
                break
        return bool(self.now["turn"])

    def choices(self) -> list[int]:
        """What can be chosen now."""
        return [choice["action"] for choice in self.now["scene"]["choices"] if choice.get("why") is None]

    def choose(self, number: int = 0) -> int:
        """Make the choice of this number among those there are; the number of the entry that it made."""
        choices = self.choices()
        answer = self.do("choose", action=choices[number % len(choices)])
        assert answer["t"] == "done", answer
        seq = int(answer["seq"])
        self.until(lambda: self.now["seq"] >= seq)
        return seq

    def has(self, kind: str) -> bool:
        """Whether a message of this kind has come."""
        return any(frame["t"] == kind for frame in self.frames)

    def ended(self) -> int:
        """Read until the connection ends; the code that tells why."""
        try:
            while True:
                self.read()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006

    def drain(self) -> None:
        """Read all that has come."""
        try:
            while True:
                self.read(0.05)
        except (TimeoutError, ConnectionClosed):
            pass

    def close(self) -> None:
        self.socket.close()


# ---- Company ---------------------------------------------------------------------------------------------------------


def seated(served: Served, seats: list[str], **fields: object) -> tuple[Person, str, Connection]:
    """A host at a new table, connected."""
    host = served.guest("Aoi")
    table = host.make(game=GAME, players=len(seats), seats=seats, **fields)
    return host, table, host.connect(table).ready()


def friend_at(served: Served, host: Person, table: str, name: str = "Ben") -> tuple[Person, Connection]:
    friend = served.guest(name)
    friend.join(host.invite(table), name=name)
    return friend, friend.connect(table).ready()


def refused(answer: dict[str, object]) -> object:
    assert answer["t"] == "refused", answer
    return answer["why"]


def long_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moments stay until they were seen, and bots come to them without a pause."""
    monkeypatch.setitem(MOMENTS, "fast", 600.0)
    monkeypatch.setitem(PAUSES, "fast", 0.0)


def two_at_a_moment(served: Served) -> tuple[str, Connection, Connection]:
    """A table where something lies there to be looked at, by two people: who is to choose next, and the other.

    Moments are to be made to stay for long enough before (`long_moments`).
    """
    host, table, mine = seated(served, ["me", "open", "random"], pace="fast", takeover=0)
    _, theirs = friend_at(served, host, table)
    task = served.context.tables.tasks[table]
    while True:
        if task.session.autoplay.moment:
            # All stands still until everybody has seen it.
            for asked, other in ((mine, theirs), (theirs, mine)):
                if asked.now["mine"][0] in task.table.waiting():
                    asked.until(lambda: asked.now["moment"] and asked.now["turn"])  # noqa: B023
                    return table, asked, other
            for person in (mine, theirs):
                person.do("seen")
            until(lambda: not task.session.autoplay.seen)
        for person in (mine, theirs):
            if person.turn(0.01) and not person.now["moment"]:
                person.choose()


def play_on(connections: Sequence[Connection], rng: Rng) -> None:
    """Let people choose at random until the game is over."""
    while any(connection.ready().now["status"] != "over" for connection in connections):
        for connection in connections:
            if connection.turn(WAIT if len(connections) == 1 else 0.005):
                connection.choose(rng.below(1000))


def whose_turn(*connections: Connection) -> Connection:
    """Wait until one of these is to choose; which."""
    end = time.monotonic() + WAIT
    while True:
        for connection in connections:
            if connection.turn(0.01):
                return connection
        assert time.monotonic() < end, "nobody was asked to choose"


def until(wanted: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT
    while not wanted():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
