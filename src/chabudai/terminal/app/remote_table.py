"""A table on a server: handles the server's messages, and sends the player's commands (docs/protocol.md)."""

import asyncio
import time
import uuid
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from chabudai.server.socket.messages import (
    AnnouncedMessage,
    ChatMessage,
    ClosedMessage,
    DoneMessage,
    HintMessage,
    MovedMessage,
    RefusedMessage,
    SceneMessage,
)
from chabudai.session.settings import PACES, Pace
from chabudai.session.views import ViewerUpdate
from chabudai.terminal.app.invitation import SeatLink
from chabudai.terminal.app.screen_words import forced_moves_message, screen_words
from chabudai.terminal.app.table_client import TableDisplay

_Message = (
    SceneMessage
    | DoneMessage
    | RefusedMessage
    | HintMessage
    | ChatMessage
    | AnnouncedMessage
    | MovedMessage
    | ClosedMessage
)
_DECODER: msgspec.json.Decoder[_Message] = msgspec.json.Decoder(_Message)

_ANSWERED_LATER = ("undo", "sit", "remove", "report")
"""Commands that others may have to vote on, or whose reply is otherwise news."""

_MIN_DELAY, _MAX_DELAY = 0.5, 15.0
"""Seconds before reconnecting: at first, and at most."""


class _Command(NamedTuple):
    """A command that was sent."""

    do: str
    text: bytes


class RemoteTable:
    """A `TableClient` for a table on a server."""

    setup = None

    def __init__(self, link: SeatLink) -> None:
        self.link = link
        self._display: TableDisplay | None = None
        self.socket: ClientConnection | None = None
        """The connection, while there is one."""
        self.unanswered: dict[str, _Command] = {}
        """Commands without a reply, by id: resent with the same ids after a reconnect."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._pace: Pace = "normal"
        """The pace last requested; before that, the default."""
        self._forced = True
        """Whether forced moves are played automatically, as last requested."""
        self._next_seat: int | None = None
        """The seat to which a shared terminal is being handed."""
        self._seq = 0
        """The last log entry that the screen shows."""
        self._server_time = (0.0, 0.0)
        """The server's time in the last update, and when it arrived by this machine's monotonic clock."""

    # ---- Messages from the server ------------------------------------------------------------------------------------

    async def run(self, display: TableDisplay) -> None:
        """Handle messages, and reconnect when the connection is lost, until the server closes or refuses the table."""
        self._display = display
        delay, lost = _MIN_DELAY, False
        while True:
            try:
                async with connect(
                    self.link.socket_url, additional_headers=self.link.headers(), max_size=None
                ) as socket:
                    self.socket, delay = socket, _MIN_DELAY
                    if lost:
                        display.say("")  # clear the message: if the table has not changed, nothing else will
                    for command in list(self.unanswered.values()):
                        await socket.send(command.text, text=True)
                    async for message in socket:
                        if self._handle(message):
                            return
            except InvalidStatus as error:
                if error.response.status_code < 500:
                    display.say(_rejection(error.response.body) or str(error))
                    return
            except (OSError, WebSocketException):
                pass
            self.socket, lost = None, True
            display.say(screen_words(self.link.language)("join.lost"))
            await asyncio.sleep(delay)
            delay = min(_MAX_DELAY, 2 * delay)

    def _handle(self, text: str | bytes) -> bool:
        """Handle a message; return True if it was the last."""
        assert self._display is not None
        match _decode(text):
            case None:
                self._display.say(screen_words(self.link.language)("join.unreadable"))
            case SceneMessage() as update:
                self._seq = update.seq
                self._server_time = (update.now, time.monotonic())
                self._next_seat = update.curtain.seat if update.curtain is not None else None
                self._display.show(ViewerUpdate(update, update.scene, update.notes))
            case DoneMessage(id):
                command = self.unanswered.pop(id, None)
                if command is not None and command.do == "report":
                    self._display.announce(screen_words(self.link.language)("people.reported"))
            case RefusedMessage(id, why):
                command = self.unanswered.pop(id or "", None)
                if command is not None and command.do in _ANSWERED_LATER:
                    self._display.announce(why)
                else:
                    self._display.show_refusal(why)
            case HintMessage(hint=hint):
                self._display.show_hint(hint)
            case ChatMessage(lines):
                for line in lines:
                    self._display.show_chat(line.name, line.text)
            case AnnouncedMessage(lines):
                for sentence in lines:
                    self._display.announce(sentence)
            case MovedMessage(to):
                self.link = self.link._replace(table=to.rsplit("/", 1)[-1])
                self.unanswered.clear()  # commands for the old table mean nothing to the new one
                self._reconnect()
            case ClosedMessage(why):
                self._display.say(why)
                return True
        return False

    # ---- Requests from the player ------------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice."""
        self._send("choose", action=action, seq=self._seq)

    def confirm_moment(self) -> None:
        """Confirm that the player has seen the moment."""
        self._send("seen", seq=self._seq)

    def hint(self) -> None:
        """Ask for a hint."""
        self._send("hint")

    def undo(self) -> None:
        """Take back the last choice, if the others agree."""
        self._send("undo")

    def vote(self, number: int, *, agree: bool) -> None:
        """Vote on what another person asks for."""
        self._send("agree", yes=agree, vote=number)

    def confirm_next_player(self) -> None:
        """Confirm that the next player has the shared terminal now."""
        if self._next_seat is not None:
            self._send("reveal", seat=self._next_seat)

    def chat(self, text: str) -> None:
        """Send a chat message."""
        self._send("chat", text=text)

    def next_pace(self) -> None:
        """Ask for the next pace; the server allows this only to the host."""
        self._pace = PACES[(PACES.index(self._pace) + 1) % len(PACES)]
        self._send("set", pace=self._pace)

    def toggle_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""
        self._forced = not self._forced
        self._send("set", forced=self._forced)
        if self._display is not None:
            self._display.say(forced_moves_message(self._forced, self.link.language))

    def set_language(self, language: str) -> None:
        """Reconnect in this language."""
        self.link = self.link._replace(language=language)
        self._reconnect()

    def save(self) -> None:
        """Show a message: the server stores the table, so there is nothing to save."""
        if self._display is not None:
            self._display.say(screen_words(self.link.language)("table.no_save"))

    def rematch(self) -> None:
        """Ask for a rematch; a message will name the new table."""
        self._send("rematch")

    def sit(self, seat: int | None) -> None:
        """Sit down, or ask the others for a bot's seat; None lets the server choose the seat."""
        self._send("sit", seat=seat)

    def leave_seat(self) -> None:
        """Give up the seat, not only leave it for a while."""
        self._send("leave")

    def remove(self, seat: int) -> None:
        """Remove the player at a seat, or ask the others to."""
        self._send("remove", seat=seat)

    def report(self, seat: int, text: str) -> None:
        """Report the player at a seat to the operator of the server."""
        self._send("report", seat=seat, text=text)

    def now(self) -> float:
        """Return the server's time, whatever the clock of this machine says."""
        server_time, arrived = self._server_time
        return server_time + time.monotonic() - arrived

    @property
    def has_chat(self) -> bool:
        """Always True: there may be other people."""
        return True

    @property
    def unsaved(self) -> bool:
        """Always False: the server stores every move."""
        return False

    def record(self) -> None:
        """Return None: the record is on the server."""

    def _send(self, do: str, **fields: object) -> None:
        """Send a command, or store it until there is a connection."""
        command_id = str(uuid.uuid4())
        command = _Command(do, msgspec.json.encode({"id": command_id, "do": do, **fields}))
        self.unanswered[command_id] = command
        if self.socket is not None:
            self._start_task(self._send_now(self.socket, command.text))

    async def _send_now(self, socket: ClientConnection, command: bytes) -> None:
        try:
            await socket.send(command, text=True)
        except WebSocketException:
            return  # the command is resent after the reconnect

    def _reconnect(self) -> None:
        """Close the connection, so that `run` opens a new one."""
        if self.socket is not None:
            self._start_task(self.socket.close())

    def _start_task(self, work: "asyncio._CoroutineLike[None]") -> None:
        """Start a task. The reference to it protects it from the garbage collector."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _decode(text: str | bytes) -> _Message | None:
    """Decode a message; return None if it is invalid, or unknown because the server is newer."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


class _Rejection(msgspec.Struct):
    """The JSON of a response that rejects the connection."""

    why: str = ""


def _rejection(body: bytes | bytearray | None) -> str:
    """Return the reason in a response that rejects the connection, or ""."""
    try:
        return msgspec.json.decode(body or b"{}", type=_Rejection).why
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
