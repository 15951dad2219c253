"""The real server in this process, on virtual time: requests and sockets that a fuzzer drives without a network."""

import contextlib
import dataclasses
from collections import deque
from collections.abc import AsyncIterator, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

import msgspec

from chabudai.server.http import lobby_pages, table_pages
from chabudai.server.limits import Limits
from chabudai.session.table import CannotRestore, restore_table
from chabudai.web.gallery import gallery_page
from chabudai.web.pages.document import Visitor
from simulation.network import scope_of
from simulation.patches import simulated
from simulation.process import ServerProcess
from simulation.shadow import _differences
from simulation.slow_disk import DiskFaults
from simulation.store import DirectAccess, Disk
from simulation.world import Violation, World

_MUCH: dict[str, Any] = {name: 10**9 for name in vars(Limits()) if "per_" in name or "burst" in name}
GENEROUS = dataclasses.replace(Limits(), **_MUCH)
"""Limits that refuse nothing because there is too much of it."""

_PATIENCE = 600.0
"""Virtual seconds in which every request must get its response."""

_FRAMES = 20

RawHeaders = Sequence[tuple[bytes, bytes]]

_draw_qr = table_pages.qr


@contextlib.contextmanager
def running_server(seed: int, limits: Limits, disk: Disk) -> Iterator["FuzzedServer"]:
    """Run a server that keeps its tables on this disk."""
    world = World(seed)
    with (
        simulated(world) as secrets,
        mock.patch.object(table_pages, "qr", _draw_qr),
        mock.patch.object(lobby_pages, "gallery_page", _start_of_gallery),
    ):
        secrets.begin(world.random("secrets"))
        server = FuzzedServer(world, limits, disk)
        try:
            yield server
        finally:
            server.process.kill()


async def _start_of_gallery(visitor: Visitor) -> AsyncIterator[str]:
    """Draw only the beginning of the gallery, and without a thread: all of it takes seconds."""
    yield next(iter(gallery_page(visitor)))


@dataclass
class Response:
    """What the server has replied."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def header(self, name: str) -> str:
        return next((value.decode("latin-1") for key, value in self.headers if key == name.encode()), "")


class FuzzedServer:
    """A server process, and the checks after every input."""

    def __init__(self, world: World, limits: Limits, disk: Disk) -> None:
        self.world = world
        self.disk = disk
        self.process = ServerProcess(world, disk, 1, limits, DiskFaults(slow=0.0), stalls=0.0, dies=0.0)
        self.process.tables.store._access = DirectAccess()  # type: ignore[attr-defined]
        self.context = self.process.context
        self.app: Any = self.process.app
        self.settle()

    # ---- Time -------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let the server do everything that is due now; fail if it has noticed a bug."""
        self.process.step()
        faults = self.context.telemetry.counts["faults"]
        if faults:
            raise Violation(f"{faults} faults")

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        end = self.world.now + seconds
        while (at := self.process.next_time()) is not None and at <= end:
            self.world.now = max(at, self.world.now)
            self.settle()
        self.world.now = end

    # ---- Requests ---------------------------------------------------------------------------------------------------

    def cookie(self, guest: str) -> tuple[bytes, bytes]:
        """Return the header with a guest's cookie."""
        return b"cookie", f"chabudai_guest={self.context.signer.sign('guest', guest)}".encode()

    def request(
        self,
        method: str,
        path: str,
        headers: RawHeaders = (),
        body: Sequence[bytes] = (b"",),
        *,
        query: bytes = b"",
        address: str = "192.0.2.1",
        host: bool = True,
        aborts: bool = False,
    ) -> Response:
        """Make a request and check the response. If the client aborts, it goes away before the end of the body."""
        scope = _scope("http", method, path, headers, query, address, host=host)
        response = Response()
        inbox = deque({"type": "http.request", "body": part, "more_body": True} for part in body)
        if aborts:
            inbox.append({"type": "http.disconnect"})
        else:
            inbox[-1]["more_body"] = False

        async def receive() -> dict[str, Any]:
            return inbox.popleft() if inbox else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                response.status, response.headers = message["status"], list(message["headers"])
            else:
                response.body += message.get("body", b"")

        task = self.process.run(self.app(scope, receive, send))
        deadline = self.world.now + _PATIENCE
        while not task.done():
            self.settle()
            if not task.done():
                at = self.process.next_time()
                if at is None or at > deadline:
                    raise Violation("no response")
                self.world.now = max(at, self.world.now)
        if task.exception() is not None:
            raise task.exception()
        _check_response(response)
        return response

    def post_json(self, path: str, guest: str, fields: object) -> Any:
        """Post a valid form as JSON, and return the JSON of the response."""
        headers = [
            self.cookie(guest),
            (b"accept", b"application/json"),
            (b"content-type", b"application/json"),
        ]
        response = self.request("POST", path, headers, [msgspec.json.encode(fields)])
        if response.status != 200:
            raise Violation(f"{path}: {response.status} {response.body.decode()}")
        return msgspec.json.decode(response.body)

    # ---- Tables -----------------------------------------------------------------------------------------------------

    def check_logs(self) -> None:
        """Check that every log restores to the table in memory."""
        for table_id in self.disk.logs:
            try:
                restored = restore_table(table_id, self.disk.read_log(table_id))
            except CannotRestore as error:
                raise Violation(f"the log of table {table_id} cannot be restored: {error}") from error
            task = self.process.tables.tasks.get(table_id)
            if task is not None:
                if task.failed:
                    raise Violation(f"table {table_id} has failed")
                differences = _differences(task.table, restored)
                if differences:
                    raise Violation(f"table {table_id} differs from its log: {differences[0]}")

    def check_play(self, game: str) -> None:
        """Check that a new table can be opened and played at."""
        made = self.post_json("/tables", "checker", {"game": game, "pace": "at_once"})["table"]
        socket = FuzzedSocket(self, "checker", made)
        table = self.process.tables.tasks[made].table
        moves = 0
        for _ in range(200):
            self.advance(1.0)
            choices = table.state.legal(0) if table.status == "playing" and table.state.waiting & 1 else []
            if choices:
                socket.expect_done({"do": "choose", "action": choices[0], "id": f"check {table.seq}"})
                moves += 1
            if moves == 2:
                break
        else:
            raise Violation("nobody can play at a new table")
        socket.expect_done({"do": "close", "id": "end"})
        socket.disconnect()


class FuzzedSocket:
    """A WebSocket connection to a table."""

    def __init__(
        self,
        server: FuzzedServer,
        guest: str,
        table: str,
        *,
        headers: RawHeaders = (),
        query: bytes = b"form=json",
        address: str = "192.0.2.1",
        host: bool = True,
    ) -> None:
        self.server = server
        self.guest = guest
        self.table = table
        self.open = True
        """Whether both sides consider the connection open."""
        self.frames: deque[str] = deque(maxlen=_FRAMES)
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiter: Any = None
        all_headers = [*headers, *([server.cookie(guest)] if guest else [])]
        scope = _scope("websocket", "GET", f"/table/{table}/live", all_headers, query, address, host=host)
        self.task = server.process.run(server.app(scope, self._receive, self._send))
        server.settle()
        if self.task.done():
            self.open = False
            if self.task.exception() is not None:
                raise self.task.exception()

    async def _receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._waiter = self.server.process.loop.create_future()
            await self._waiter
        return self._inbox.popleft()

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(message["text"])
        elif message["type"] in ("websocket.close", "websocket.http.response.body"):
            self.open = False
            self._deliver({"type": "websocket.disconnect", "code": 1000})
        elif message["type"] == "websocket.http.response.start":
            _check_response(Response(message["status"], list(message["headers"])))

    def _deliver(self, packet: dict[str, Any]) -> None:
        self._inbox.append(packet)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def send(self, packet: dict[str, Any]) -> None:
        """Let the server receive a packet, and carry it out as far as that takes no time."""
        if self.open:
            self._deliver({"type": "websocket.receive"} | packet)
            self.server.settle()
            if self.task.done() and self.task.exception() is not None:
                raise self.task.exception()

    def expect_done(self, command: dict[str, Any]) -> None:
        """Send a valid command, which must be carried out."""
        self.send({"text": msgspec.json.encode(command).decode()})
        self.server.advance(0.1)
        replies = [frame for text in self.frames if (frame := msgspec.json.decode(text)).get("id") == command["id"]]
        if not replies or replies[-1]["t"] != "done":
            raise Violation(f"{command} was not carried out: {replies or self.frames}")

    def disconnect(self) -> None:
        """Close the connection from the client's side."""
        if self.open:
            self.open = False
            self._deliver({"type": "websocket.disconnect", "code": 1001})
            self.server.settle()


def _scope(
    kind: str, method: str, path: str, headers: RawHeaders, query: bytes, address: str, *, host: bool
) -> dict[str, Any]:
    scope = scope_of(kind, method, path, {}, address)
    scope["headers"] = [*(scope["headers"] if host else []), *headers]
    scope["raw_path"] = path.encode("utf-8", "replace")
    scope["query_string"] = query
    return scope


def _check_response(response: Response) -> None:
    """Check a response: no server error, and nothing that a web server would refuse to send."""
    if not 200 <= response.status < 600 or (response.status >= 500 and response.status != 503):
        raise Violation(f"status {response.status}: {response.body[:500]!r}")
    for name, value in response.headers:
        if any(byte in value for byte in b"\0\r\n") or not name.islower():
            raise Violation(f"a header that cannot be sent: {name!r}: {value!r}")
