"""A table on a server: its messages are shown, and what the person wishes for is sent (docs/protocol.md)."""

import asyncio
import uuid

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from chabudai.server.socket.messages import Chat, Closed, Done, Hint, Moved, Refused, Scene
from chabudai.session.settings import PACES, Pace
from chabudai.session.views import Shown
from chabudai.terminal.app.invitation import Seat
from chabudai.terminal.app.table_client import Screen
from chabudai.terminal.app.words import forced_message, screen_words

_Message = Scene | Done | Refused | Hint | Chat | Moved | Closed
_READER: msgspec.json.Decoder[_Message] = msgspec.json.Decoder(_Message)

_SOON, _LATE = 0.5, 15.0
"""Seconds until a lost connection is tried again: at first, and at most."""


class RemoteTable:
    """A seat at a table on a server."""

    setup = None

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._screen: Screen | None = None
        self.socket: ClientConnection | None = None
        """The connection, as long as there is one."""
        self.unanswered: dict[str, bytes] = {}
        """Commands without an answer yet: sent again, with the same ids, after the connection was lost."""
        self._sending: set[asyncio.Task[None]] = set()
        self._pace: Pace = "normal"
        self._forced = True
        self._next: int | None = None
        """The seat whose person is to take the terminal, where several share it."""
        self._seq = 0
        """The entry of the table's log up to which the screen shows it."""

    # ---- What the server tells --------------------------------------------------------------------------------------

    async def run(self, screen: Screen) -> None:
        """Show what comes, and connect again when the connection is lost, until the server says that it is over."""
        self._screen = screen
        wait, lost = _SOON, False
        while True:
            try:
                async with connect(self.seat.socket, additional_headers=self.seat.headers(), max_size=None) as socket:
                    self.socket, wait = socket, _SOON
                    if lost:
                        screen.say("")  # the table may be as it was, and then nothing else would clear it
                    for command in list(self.unanswered.values()):
                        await socket.send(command, text=True)
                    async for message in socket:
                        if self._heard(message):
                            return
            except InvalidStatus as error:
                if error.response.status_code < 500:
                    screen.say(_why(error.response.body) or str(error))
                    return
            except (OSError, WebSocketException):
                pass
            self.socket, lost = None, True
            screen.say(screen_words(self.seat.language)("join.lost"))
            await asyncio.sleep(wait)
            wait = min(_LATE, 2 * wait)

    def _heard(self, text: str | bytes) -> bool:
        """Take in a message; whether it was the last."""
        assert self._screen is not None
        match _read(text):
            case None:
                self._screen.say(screen_words(self.seat.language)("join.unreadable"))
            case Scene() as standing:
                self._seq = standing.seq
                self._next = standing.curtain.seat if standing.curtain is not None else None
                self._screen.show(Shown(standing, standing.scene, standing.notes))
            case Done(id):
                self.unanswered.pop(id, None)
            case Refused(id, why):
                self.unanswered.pop(id or "", None)
                self._screen.refused(why)
            case Hint(hint=hint):
                self._screen.hinted(hint)
            case Chat(lines):
                for line in lines:
                    self._screen.chatted(line.name, line.text)
            case Moved(to):
                self.seat = self.seat._replace(table=to.rsplit("/", 1)[-1])
                self.unanswered.clear()  # what was wished for at the old table is nothing to the new one
                self._again()
            case Closed(why):
                self._screen.say(why)
                return True
        return False

    # ---- What the person wishes for ---------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice."""
        self._send("choose", action=action, seq=self._seq)

    def seen(self) -> None:
        """The moment has been looked at."""
        self._send("seen", seq=self._seq)

    def hint(self) -> None:
        """What would a bot do?"""
        self._send("hint")

    def undo(self) -> None:
        """Take the last choice back, if the others agree."""
        self._send("undo")

    def agree(self, *, yes: bool) -> None:
        """Whether somebody else may take a choice back."""
        self._send("agree", yes=yes)

    def reveal(self) -> None:
        """Whoever was to take the terminal has it now."""
        if self._next is not None:
            self._send("reveal", seat=self._next)

    def chat(self, text: str) -> None:
        """Say something to the others."""
        self._send("chat", text=text)

    def next_pace(self) -> None:
        """Ask for another pace; the server lets only the host decide."""
        self._pace = PACES[(PACES.index(self._pace) + 1) % len(PACES)]
        self._send("set", pace=self._pace)

    def toggle_forced(self) -> None:
        """Ask the server to play forced moves automatically, or no longer."""
        self._forced = not self._forced
        self._send("set", forced=self._forced)
        if self._screen is not None:
            self._screen.say(forced_message(self._forced, self.seat.language))

    def speak(self, language: str) -> None:
        """Connect again, in the other language."""
        self.seat = self.seat._replace(language=language)
        self._again()

    def save(self) -> None:
        """The server keeps the table."""
        if self._screen is not None:
            self._screen.say(screen_words(self.seat.language)("table.no_save"))

    def again(self) -> None:
        """Ask for the same once more; where, a message tells."""
        self._send("rematch")

    def give_up(self) -> None:
        """Leave the seat to somebody else."""
        self._send("leave")

    @property
    def talkative(self) -> bool:
        """There may be people."""
        return True

    @property
    def unsaved(self) -> bool:
        """The server keeps everything."""
        return False

    def record(self) -> None:
        """The server has it."""

    def _send(self, do: str, **fields: object) -> None:
        name = str(uuid.uuid4())
        self.unanswered[name] = msgspec.json.encode({"id": name, "do": do, **fields})
        if self.socket is not None:
            self._later(self._send_now(self.socket, self.unanswered[name]))

    async def _send_now(self, socket: ClientConnection, command: bytes) -> None:
        try:
            await socket.send(command, text=True)
        except WebSocketException:
            return  # it is sent again once the connection is back

    def _again(self) -> None:
        if self.socket is not None:
            self._later(self.socket.close())

    def _later(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


def _read(text: str | bytes) -> _Message | None:
    """What a message says; nothing if it cannot be read, as one of a newer server."""
    try:
        return _READER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


class _Refusal(msgspec.Struct):
    """What a server says when it does not let somebody in."""

    why: str = ""


def _why(body: bytes | bytearray | None) -> str:
    try:
        return msgspec.json.decode(body or b"{}", type=_Refusal).why
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
