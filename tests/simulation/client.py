"""A simulated client: keeps its cookie, reconnects, and resends what was not answered, as docs/protocol.md asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import msgspec

from simulation.frames import Ask, Frame, is_uncertain, is_unread
from simulation.network import HttpCall, SocketLink, scope_of
from simulation.process import ServerProcess
from simulation.world import World

_NOT_RESENT = ("seen", "reveal", "hint", "agree")
"""Commands that make no entry, and are pointless after a new connection."""


class Surroundings(Protocol):
    """What a client knows of the rest of the world."""

    world: World
    process: ServerProcess | None

    def check_frame(self, link: SocketLink, text: str) -> Any:
        """Check a message of the server, and decode it."""

    def check_response(self, client: "Client", path: str, body: bytes) -> None:
        """Check an HTTP response of the server."""

    def on_presence(self, link: SocketLink) -> None:
        """Note that the server's end of a connection was opened or closed."""

    def on_message(self, link: SocketLink, text: str) -> None:
        """Note that a message has reached the server."""

    def table_name(self, table_id: str) -> str:
        """Return how the story names a table."""

    def when_up(self, act: Callable[[], None]) -> None:
        """Do something when the server is up again."""

    def entered(self, client: "Client") -> None:
        """Note that a client has got its cookie."""

    def scene_of(self, client: "Client") -> bytes:
        """Return the scene that a client sees who is shown a page."""

    def take_seat_over(self, person: Any, table: str, seat: int, path: str) -> None:
        """Let another device of a person take their seat over."""

    def on_transfer(self, table: str, seat: int, client: "Client") -> None:
        """Note that a player gives their seat to another device."""


@dataclass
class Command:
    """A command that was sent."""

    id: str
    do: str
    table: str
    fields: Mapping[str, object]
    sent: float
    """The server's uptime when it was last sent."""
    answered: bool = False
    uncertain: bool = False
    """Whether the last reply left open if it was carried out."""
    resent: int = 0
    answers: Ask | None = None
    """The question that it answers, if any."""

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {value}" for name, value in self.fields.items())
        return f'"{self.do}{f" ({facts})" if facts else ""}" [{self.id}]'

    def text(self) -> str:
        return msgspec.json.encode({"id": self.id, "do": self.do, **self.fields}).decode()


@dataclass
class Connection:
    """What a client knows about one of its connections."""

    table: str
    floor: int
    """The number of the last entry that was shown; none before it may be shown."""
    since: float
    """The server's uptime when the client connected."""
    frame: Frame | None = None
    """The latest update."""


class Client:
    """A guest's device: its cookie, its connection, and the commands without a reply."""

    def __init__(self, around: Surroundings, name: str, language: str, address: str, form: str) -> None:
        self.around = around
        self.world = around.world
        self.name = name
        self.language = language
        self.address = address
        self.form = form
        self.random: Random = self.world.random(f"device of {name}")
        self.cookie = ""
        self.guest = ""
        self.table = ""
        """The table that this client wants to be connected to."""
        self.link: SocketLink | None = None
        self.connections: dict[SocketLink, Connection] = {}
        self.sent: dict[str, Command] = {}
        self.unanswered: dict[str, Command] = {}
        self.seen: dict[str, int] = {}
        """By table: the last entry that was shown."""
        self.offline = False
        self._failures = 0

    # ---- HTTP -------------------------------------------------------------------------------------------------------

    def call(
        self, method: str, path: str, fields: object, then: Callable[[int, Any], None], *, retries: int = 100
    ) -> None:
        """Make a request, and repeat it if the connection is lost or the server asks for it."""

        def respond(status: int, headers: Mapping[str, str], body: bytes) -> None:
            cookie = headers.get("set-cookie", "")
            if cookie.startswith("chabudai_guest="):
                self.cookie = cookie.partition(";")[0]
                self.guest = self.cookie.partition("=")[2].partition(".")[0]
            if status in (0, 429, 503) and retries:
                delay = self.random.uniform(0.3, 3.0)
                self.world.after(delay, lambda: self.call(method, path, fields, then, retries=retries - 1))
                return
            self.around.check_response(self, path, body)
            is_json = "json" in headers.get("content-type", "")
            then(status, msgspec.json.decode(body) if is_json and "content-encoding" not in headers else None)

        if self.around.process is None:
            self.around.when_up(lambda: self.call(method, path, fields, then, retries=retries))
            return
        headers = {"accept": "application/json", "content-type": "application/json", "accept-language": self.language}
        if self.cookie:
            headers["cookie"] = self.cookie
        path, _, query = path.partition("?")
        scope = scope_of("http", method, path, headers, self.address, query)
        body = msgspec.json.encode(fields) if fields is not None else b""
        request = HttpCall(self.world, self.around.process, self.random, scope, body, respond)
        if self.random.random() < 0.03:
            self.world.after(self.random.uniform(0.0, 0.2), request.cut)

    # ---- The connection ---------------------------------------------------------------------------------------------

    def connect(self) -> SocketLink | None:
        """Connect to the table."""
        process = self.around.process
        if process is None or self.offline or not self.table:
            return None
        headers = {"cookie": self.cookie, "accept-language": self.language}
        scope = scope_of("websocket", "GET", f"/table/{self.table}/live", headers, self.address, f"form={self.form}")
        around = self.around
        link = SocketLink(
            self.world,
            process,
            self.random,
            scope,
            self,
            around.check_frame,
            around.on_presence,
            around.on_message,
        )
        self.connections[link] = Connection(self.table, self.seen.get(self.table, -1), self.world.uptime)
        self.link = link
        return link

    def _reconnect_later(self) -> None:
        self._failures += 1
        if self.around.process is None:
            self.around.when_up(self._reconnect)
            return
        self.world.after(self.random.uniform(0.1, 0.5) * min(self._failures, 10), self._reconnect)

    def _reconnect(self) -> None:
        if self.link is None and not self.offline and self.connect() is None and self.table:
            self._reconnect_later()

    def table_of(self, link: SocketLink) -> str:
        """Return the table to which a connection leads."""
        return str(link.scope["path"]).split("/")[2]

    def on_close(self, link: SocketLink, code: int) -> None:
        """Reconnect, unless the server says that this is pointless."""
        self.connections.pop(link, None)
        if self.link is not link:
            return
        self.link = None
        if code == 1000:
            self.table = ""
            self.on_rejected()
        elif not self.offline:
            self._reconnect_later()

    def go_to(self, table: str) -> None:
        """Leave the present table for another one."""
        if table == self.table:
            return
        if self.link is not None:
            link, self.link = self.link, None
            link.cut(silently=False)
        self.unanswered = {}
        self.table = table
        self._reconnect()

    def go_offline(self, seconds: float) -> None:
        """Lose the connection for some time."""
        self.offline = True
        if self.link is not None:
            link, self.link = self.link, None
            link.cut(silently=self.random.random() < 0.5)
        self.world.after(seconds, self._go_online)

    def _go_online(self) -> None:
        self.offline = False
        self._reconnect()

    # ---- Messages ---------------------------------------------------------------------------------------------------

    def send(self, do: str, **fields: object) -> Command | None:
        """Send a command, if connected."""
        if self.link is None or self.current is None:
            return None
        command_id = f"{self.random.getrandbits(48):x}"
        command = Command(command_id, do, self.table, fields, self.world.uptime)
        self.sent[command_id] = self.unanswered[command_id] = command
        self.world.tell("{} sends {} at {}.", self.name, command, self.around.table_name(self.table))
        if do == "reveal":
            self.link.revealed.add(int(str(fields["seat"])))
        self.link.send(command.text())
        return command

    def resend(self, command: Command) -> None:
        """Send a command again, with the same id."""
        if self.link is not None:
            command.sent = self.world.uptime
            command.resent += 1
            command.uncertain = False
            self.world.tell("{} sends {} again.", self.name, command)
            self.link.send(command.text())

    @property
    def current(self) -> Frame | None:
        """The latest update over the present connection."""
        connection = self.connections.get(self.link) if self.link is not None else None
        return connection.frame if connection is not None else None

    def on_frame(self, link: SocketLink, frame: Frame) -> None:
        """Take a message of the server."""
        connection = self.connections.get(link)
        if connection is None:
            return
        if frame.is_update:
            about = self.around.table_name(connection.table)
            self.world.expect(
                frame.seq >= connection.floor, f"{self.name} was shown entry {connection.floor}, now {frame.seq}", about
            )
            connection.floor = frame.seq
            self.seen[connection.table] = max(frame.seq, self.seen.get(connection.table, -1))
            first, connection.frame = connection.frame is None, frame
            if link is self.link:
                if first:
                    self._failures = 0
                    self._resend_unanswered()
                self.on_update(frame)
        elif frame.t in ("done", "refused") and frame.id:
            self._take_reply(frame)
        elif frame.t == "moved":
            self.on_moved(frame.to.rpartition("/")[2])

    def _resend_unanswered(self) -> None:
        for command in list(self.unanswered.values()):
            if command.do in _NOT_RESENT or command.table != self.table:
                del self.unanswered[command.id]
            else:
                self.resend(command)

    def _take_reply(self, frame: Frame) -> None:
        command = self.unanswered.get(frame.id or "")
        if frame.t == "refused":
            self.world.tell("{} is refused [{}]: {}", self.name, frame.id, frame.why)
            if is_uncertain(frame.why):
                if command is not None:
                    command.uncertain = True
                return  # mostly the connection is about to end; then the command is sent again
        if command is None:
            return
        if is_unread(frame.why) and command.resent > 0:
            self.world.after(self.random.uniform(1.0, 4.0), self._resend_later, command)
            return
        del self.unanswered[command.id]
        command.answered = True
        if frame.t == "done":
            self.world.counts["acknowledged"] += 1
            self.world.counts["acknowledged moves"] += command.do == "choose"
        self.on_reply(command, frame)

    def _resend_later(self, command: Command) -> None:
        if command.id in self.unanswered and self.current is not None:
            self.resend(command)

    # ---- For people -------------------------------------------------------------------------------------------------

    def on_update(self, frame: Frame) -> None:
        """Look at the table."""

    def on_reply(self, command: Command, frame: Frame) -> None:
        """Learn the result of a command."""

    def on_moved(self, table: str) -> None:
        """Learn that a rematch was opened."""

    def on_rejected(self) -> None:
        """Learn that the table is closed or may not be watched."""
