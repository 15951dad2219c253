"""The network between people and the server: links that delay, keep the order within a connection, and may be cut."""

from collections import deque
from collections.abc import Callable, Mapping, MutableMapping
from random import Random
from typing import Any, Protocol

from simulation.process import HOST, ServerProcess
from simulation.world import World

_WINDOW = 65_536
"""Bytes that may be on their way to a client that does not read, before the server has to wait."""

_KEEPALIVE = (20.0, 40.0)
"""Seconds until the server notices that a client does not respond, as with uvicorn's pings."""


class SocketUser(Protocol):
    """The client's side of a WebSocket connection."""

    def on_frame(self, link: "SocketLink", frame: Any) -> None:
        """Take a message of the server, as `FrameCheck` decoded it."""

    def on_close(self, link: "SocketLink", code: int) -> None:
        """Learn that the connection has ended, or that none was made."""


FrameCheck = Callable[["SocketLink", str], Any]
"""Called with every message that the server sends, at once; decodes the message for the client."""


class _Wire:
    """One direction of a connection: everything arrives in the order in which it was sent."""

    def __init__(self, world: World, random: Random, delay: float) -> None:
        self._world = world
        self._random = random
        self._delay = delay
        self._last = 0.0

    def send(self, act: Callable[..., None], *arguments: object) -> None:
        """Let something happen at the other end."""
        self._last = max(self._last, self._world.now + self._random.uniform(0.5, 2.0) * self._delay)
        self._world.after(self._last - self._world.now, act, *arguments)


class _Link:
    """A request or a connection, from the client's call to its end."""

    def __init__(self, world: World, process: ServerProcess, random: Random, scope: dict[str, Any]) -> None:
        self.world = world
        self.process = process
        self.random = random
        delay = random.choice((0.001, 0.02, 0.02, 0.1))
        self.to_server = _Wire(world, random, delay)
        self.to_client = _Wire(world, random, delay)
        self.scope = scope
        self.server_open = False
        """Whether the server considers this open."""
        self.client_open = True
        """Whether the client does."""
        self._inbox: deque[dict[str, Any]] = deque()
        self._waiter: Any = None
        self.to_server.send(self._arrive)

    def _arrive(self) -> None:
        """Reach the server, if it still runs."""
        if not (self.process.alive and self.process.ready):
            self.to_client.send(self.client_lost)
            return
        self.server_open = True
        self.process.links[self] = None
        task = self.process.run(self.process.app(self.scope, self._receive, self._send))
        task.add_done_callback(self._ended)

    def _ended(self, task: Any) -> None:
        self.process.links.pop(self, None)
        self.server_open = False
        if not task.cancelled() and task.exception() is not None and self.process.alive:
            error = task.exception()
            self.process._errors.append(f"{self.scope['path']}: {type(error).__name__}: {error}")
        self.to_client.send(self.client_lost)

    async def _receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._waiter = self.process.loop.create_future()
            await self._waiter
        return self._inbox.popleft()

    def _deliver(self, message: dict[str, Any]) -> None:
        """Let the server receive a message."""
        if self.process.alive and self.server_open:
            self._inbox.append(message)
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        raise NotImplementedError

    def client_lost(self) -> None:
        """Tell the client that the connection is lost."""
        raise NotImplementedError

    def server_died(self) -> None:
        """Close the client's end some time after the server was killed."""
        self.server_open = False
        self.to_client.send(self.client_lost)

    def server_closes(self, code: int) -> None:
        """Let a server that stops close the connection."""


class HttpCall(_Link):
    """An HTTP request. The client gets the status, the headers and the body; status 0 if the connection was lost."""

    def __init__(
        self,
        world: World,
        process: ServerProcess,
        random: Random,
        scope: dict[str, Any],
        body: bytes,
        on_response: Callable[[int, Mapping[str, str], bytes], None],
    ) -> None:
        super().__init__(world, process, random, scope)
        self._on_response = on_response
        self._status = 0
        self._headers: dict[str, str] = {}
        self._body = b""
        self._inbox.append({"type": "http.request", "body": body, "more_body": False})

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if not self.process.alive:
            return
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            return
        self._body += message.get("body", b"")
        if not message.get("more_body"):
            self.world.record(f"{self.scope['path']} {self._status}", self._body)
            self.to_client.send(self._respond, self._status, self._headers, self._body)

    def client_lost(self) -> None:
        self._respond(0, {}, b"")

    def _respond(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        if self.client_open:
            self.client_open = False
            self._on_response(status, headers, body)

    def cut(self) -> None:
        """Lose the connection, wherever the request is."""
        if self.client_open:
            self.client_lost()


class SocketLink(_Link):
    """A WebSocket connection."""

    def __init__(
        self,
        world: World,
        process: ServerProcess,
        random: Random,
        scope: dict[str, Any],
        user: SocketUser,
        check: FrameCheck,
        on_presence: Callable[["SocketLink"], None],
        on_message: Callable[["SocketLink", str], None],
    ) -> None:
        super().__init__(world, process, random, scope)
        self.user = user
        self._check = check
        self._on_presence = on_presence
        self._on_message = on_message
        self.reading = True
        self.read_since = 0.0
        """The server's uptime when the client began to read again."""
        self.revealed: set[int] = set()
        """On a shared device: the seats that the client has asked to reveal over this connection."""
        self.page: Any = None
        """What the client has drawn, if it shows a page."""
        self._unread: deque[tuple[Any, int]] = deque()
        self._unread_bytes = 0
        self._sent_bytes = 0
        """Bytes that the client has not read yet, whether they have arrived or not."""
        self._writable: Any = None
        self._close_sent = False
        self._inbox.append({"type": "websocket.connect"})

    def _arrive(self) -> None:
        super()._arrive()
        self.process.open_sockets += self.server_open
        self._on_presence(self)

    # ---- The server's side ------------------------------------------------------------------------------------------

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if not self.process.alive:
            return
        kind = message["type"]
        frame = None
        if kind == "websocket.send":
            self.world.record(self.scope["path"], message["text"])
            frame = self._check(self, message["text"])
        while self._sent_bytes > _WINDOW and self.server_open:
            self._writable = self.process.loop.create_future()
            await self._writable
        if not self.server_open:
            raise OSError("the client has disconnected")
        if self._close_sent:
            return
        if kind == "websocket.send":
            size = len(message["text"])
            self._sent_bytes += size
            self.to_client.send(self._receive_frame, frame, size)
        elif kind == "websocket.close":
            self._close_sent = True
            self._deliver({"type": "websocket.disconnect", "code": message.get("code", 1000)})
            self.to_client.send(self._client_closed, message.get("code", 1000))
        elif kind == "websocket.http.response.start":
            self.to_client.send(self._client_closed, 1000 + message["status"])

    def _disconnect(self, code: int) -> None:
        """Let the server notice that the connection has ended."""
        if self.server_open and self.process.alive:
            self._deliver({"type": "websocket.disconnect", "code": code})
            self.server_open = False
            self.process.links.pop(self, None)
            self._make_writable()
            self._on_presence(self)

    def _ended(self, task: Any) -> None:
        super()._ended(task)
        self.process.open_sockets -= 1
        self._on_presence(self)

    def server_died(self) -> None:
        super().server_died()
        self._on_presence(self)

    def server_closes(self, code: int) -> None:
        self.to_client.send(self._client_closed, code)
        self._disconnect(code)

    def _make_writable(self) -> None:
        if self._writable is not None and not self._writable.done() and self.process.alive:
            self._writable.set_result(None)

    # ---- The client's side ------------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send a message to the server."""
        if self.client_open:
            self.to_server.send(self._receive_text, text)

    def _receive_text(self, text: str) -> None:
        if self.process.alive and self.server_open:
            self._on_message(self, text)
            self._deliver({"type": "websocket.receive", "text": text})

    def _receive_frame(self, frame: Any, size: int) -> None:
        if not self.client_open:
            return
        self._unread.append((frame, size))
        self._read()

    def _read(self) -> None:
        while self.reading and self._unread and self.client_open:
            frame, size = self._unread.popleft()
            self._sent_bytes -= size
            self._make_writable()
            self.user.on_frame(self, frame)

    def stop_reading(self, seconds: float) -> None:
        """Read nothing for some time. If that takes too long, the server gives up."""
        self.reading = False
        self.world.after(seconds, self._read_again)
        patience = self.random.uniform(*_KEEPALIVE)
        if seconds > patience:
            self.world.after(patience, self._disconnect, 1011)
            self.world.after(patience, self.to_client.send, self._client_closed, 1011)

    def _read_again(self) -> None:
        self.reading = True
        self.read_since = self.world.uptime
        self._read()

    def client_lost(self) -> None:
        self._client_closed(1006)

    def _client_closed(self, code: int) -> None:
        if self.client_open:
            self.client_open = False
            self.user.on_close(self, code)

    def cut(self, *, silently: bool) -> None:
        """Cut the connection. If this happens silently, the server notices only later."""
        if not self.client_open:
            return
        self.client_open = False
        self.world.after(0.0, self.user.on_close, self, 1006)
        delay = self.random.uniform(*_KEEPALIVE) if silently else self.random.uniform(0.0, 0.05)
        self.world.after(delay, self._disconnect, 1006)


def scope_of(
    kind: str, method: str, path: str, headers: Mapping[str, str], address: str, query: str = ""
) -> dict[str, Any]:
    """Return the ASGI scope of a request."""
    raw_headers = [(b"host", HOST.encode())]
    raw_headers += [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope: dict[str, Any] = {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": raw_headers,
        "client": (address, 50_000),
        "server": (HOST, 80),
        "state": {},
    }
    if kind == "http":
        scope["method"] = method
    else:
        scope["subprotocols"] = []
        scope["extensions"] = {"websocket.http.response": {}}
    return scope
