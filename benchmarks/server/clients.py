"""Simulates people at any number of tables in one process: they connect, sit down and choose at random over sockets.

A move is a choice that a client sends. It counts when its answer arrives, which means that it is on disk. Forced moves
that the server plays and chance outcomes do not count. Two more delays are measured: until the first player who must
choose next sees that it is their turn, and until all four players see the move.
"""

import asyncio
import itertools
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from chabudai.games.registry import games
from chabudai.web.fragments import FRAGMENTS_KEPT

Form = Literal["json", "html"]

PEOPLE = 4
"""The number of people at each table."""

_LEGAL_ACTION = re.compile(r'<button [^>]*?data-action="(\d+)"(?! aria-disabled)')
_CHOICE_SECTIONS = ("hand", "mid", "offers", "prompt")
"""The sections of the page that show choices."""


class _Choice(msgspec.Struct):
    action: int
    why: str | None = None


class _Scene(msgspec.Struct):
    choices: list[_Choice]


class _Message(msgspec.Struct):
    """The parts of a message that a client needs. The scene stays undecoded until it is the client's turn."""

    t: str
    id: str | None = None
    seq: int = 0
    turn: bool = False
    status: str = ""
    why: str = ""
    scene: msgspec.Raw = msgspec.Raw()
    sections: dict[str, list[str | int]] = {}


_decode = msgspec.json.Decoder(_Message).decode
_decode_scene = msgspec.json.Decoder(_Scene).decode


@dataclass
class LoadCounts:
    """What the clients count and measure; delays are in seconds."""

    moves: int = 0
    frames: int = 0
    received: int = 0
    """Bytes, before compression."""
    answered: list[float] = field(default_factory=list)
    """From sending a move to its answer."""
    asked: list[float] = field(default_factory=list)
    """From sending a move until the first player who must choose next sees that it is their turn."""
    shown: list[float] = field(default_factory=list)
    """From sending a move until all four players see it."""

    def clear(self) -> None:
        """Start counting from zero."""
        self.moves = self.frames = self.received = 0
        for delays in (self.answered, self.asked, self.shown):
            delays.clear()


class Client:
    """One of the four people at a table."""

    def __init__(self, socket: ClientConnection, form: Form) -> None:
        self.socket = socket
        self.form = form
        self.latest = _Message("")
        """The latest message that showed the table."""
        self.last_choice_seq = 0
        """The number of the log entry of this client's last choice."""
        self.sections: dict[str, str] = {}
        """The HTML of the page, by section."""
        self._fragments: list[str] = [""] * FRAGMENTS_KEPT
        self._fragment_count = 0
        """The number of fragments received over this connection."""

    def take(self, message: _Message) -> None:
        """Store the table that this message shows."""
        self.latest = message
        for name, fragments in message.sections.items():
            self.sections[name] = "".join([self._text(fragment) for fragment in fragments])

    def _text(self, fragment: str | int) -> str:
        if isinstance(fragment, int):
            return self._fragments[fragment % FRAGMENTS_KEPT]
        self._fragments[self._fragment_count % FRAGMENTS_KEPT] = fragment
        self._fragment_count += 1
        return fragment

    def choices(self) -> list[int]:
        """Return the actions that can be chosen now."""
        if self.form == "json":
            return [choice.action for choice in _decode_scene(self.latest.scene).choices if choice.why is None]
        return [
            int(action) for name in _CHOICE_SECTIONS for action in _LEGAL_ACTION.findall(self.sections.get(name, ""))
        ]


class UnexpectedRefusal(Exception):
    """The server refused a command that should be allowed."""


class ClientTable:
    """A table with four people, who make one move after the other."""

    def __init__(
        self,
        guests: "Guests",
        number: int,
        form: Form,
        counts: LoadCounts,
        game_names: Sequence[str],
        *,
        forced: bool = True,
    ) -> None:
        self.guests = guests
        self.number = number
        self.game_names = game_names
        """The games to play, in turn."""
        self.forced = forced
        """Whether the server plays forced moves."""
        self.form = form
        self.counts = counts
        self.id = ""
        self.clients: list[Client] = []
        self.spectators: list[ClientConnection] = []
        """The connections of spectators."""
        self.changed = asyncio.Event()
        self.sent: tuple[int, bytes] | None = None
        """The seat that sent the last move, and the command as it was sent."""
        self._refusal = ""
        self._readers: list[asyncio.Task[None]] = []
        self._unanswered: dict[str, float] = {}
        """When each unanswered move was sent, by the id of its command."""
        self._unseen: list[tuple[int, float]] = []
        """The moves that not all four have seen yet: the number of its log entry, and when it was sent."""
        self._unasked: tuple[int, float] | None = None
        """The number of the last log entry before the latest move, and when the move was sent.

        None after a player has seen that it is their turn, and while several players must choose.
        """
        self._ids = itertools.count()
        self._rng = random.Random(number)

    async def sit_down(self) -> None:
        """Make a table of the next game, seat all four, and wait until the game begins."""
        self.id = await self.guests.make_table(self.game_names[self.number % len(self.game_names)])
        await self.connect()
        for seat, client in enumerate(self.clients):
            if seat:
                await self._send(client, "sit", seat=seat)
            if not self.forced:
                await self._send(client, "set", forced=False)
        while not all(client.latest.status == "playing" for client in self.clients):
            await self._wait_for_change()

    async def connect(self) -> None:
        """Connect all four to the table."""
        self._unasked = None
        self.clients = [
            Client(await self.guests.connect(self.id, seat, self.form), self.form) for seat in range(PEOPLE)
        ]
        loop = asyncio.get_running_loop()
        self._readers = [loop.create_task(self._listen(client)) for client in self.clients]
        while not all(client.latest.status for client in self.clients):
            await self._wait_for_change()

    async def disconnect(self) -> None:
        """Close all connections."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(
            *self._readers, *(client.socket.close() for client in self.clients), return_exceptions=True
        )

    async def move(self) -> None:
        """Make one move and wait for the answer. If the game is over, start the next one at a new table first."""
        while not (asked := self._to_choose()):
            if all(client.latest.status == "over" for client in self.clients):
                await self.disconnect()
                self.number += 1
                await self.sit_down()
                continue
            await self._wait_for_change()
        client = asked[0]
        command = await self._send(client, "choose", action=self._rng.choice(client.choices()))
        while command in self._unanswered:
            await self._wait_for_change()
        self.counts.moves += 1

    async def wait_until_shown(self) -> None:
        """Wait until all four have seen all moves."""
        while self._unseen:
            await self._wait_for_change()

    async def resend_move(self) -> None:
        """Resend the last move if it was not answered, and wait for the answer."""
        if self._unanswered and self.sent is not None:
            seat, text = self.sent
            await self.clients[seat].socket.send(text, text=True)
            while self._unanswered:
                await self._wait_for_change()

    def _to_choose(self) -> list[Client]:
        """Return the people who must choose, and who have been shown so since their last choice."""
        return [client for client in self.clients if client.latest.turn and client.latest.seq >= client.last_choice_seq]

    async def _wait_for_change(self) -> None:
        await self.changed.wait()
        self.changed.clear()
        if self._refusal:
            raise UnexpectedRefusal(f"table {self.number}: {self._refusal}")

    async def _send(self, client: Client, do: str, **fields: int) -> str:
        command = f"{self.number}-{next(self._ids)}"
        text = msgspec.json.encode({"id": command, "do": do, **fields})
        if do == "choose":
            began = self._unanswered[command] = time.perf_counter()
            if self._to_choose() == [client]:
                self._unasked = (client.latest.seq, began)
            self.sent = (self.clients.index(client), text)
        await client.socket.send(text, text=True)
        return command

    async def _listen(self, client: Client) -> None:
        async for text in client.socket:
            message = _decode(text)
            now = time.perf_counter()
            match message.t:
                case "scene" | "sections":
                    client.take(message)
                    self.counts.frames += 1
                    self.counts.received += len(text)
                    self._record_shown(now)
                    self._record_asked(message, now)
                case "done" if message.id in self._unanswered:
                    began = self._unanswered.pop(message.id)
                    self.counts.answered.append(now - began)
                    client.last_choice_seq = message.seq
                    self.on_acknowledged(message.id, message.seq)
                    self._unseen.append((message.seq, began))
                    self._record_shown(now)
                case "refused" | "closed":
                    self._refusal = message.why
            self.changed.set()

    def on_acknowledged(self, command: str, seq: int) -> None:
        """Handle the answer to a move; subclasses override this."""

    def _record_asked(self, message: _Message, now: float) -> None:
        if message.turn and self._unasked is not None and message.seq > self._unasked[0]:
            self.counts.asked.append(now - self._unasked[1])
            self._unasked = None

    def _record_shown(self, now: float) -> None:
        """Record the delay of every move that all four have now seen."""
        seen = min(client.latest.seq for client in self.clients)
        while self._unseen and self._unseen[0][0] <= seen:
            self.counts.shown.append(now - self._unseen.pop(0)[1])


class Guests:
    """Four guests, who connect to tables of a server together."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._http = [httpx.AsyncClient(base_url=address, timeout=60) for _ in range(PEOPLE)]

    async def arrive(self) -> None:
        """Get a cookie for each guest."""
        for http in self._http:
            (await http.get("/", headers={"Accept": "application/json"})).raise_for_status()

    async def make_table(self, game: str) -> str:
        """Make a table whose host is the first guest; return its id."""
        form = {"game": game, "players": PEOPLE, "pace": "at_once", "listed": True, "seats": ["me", *["open"] * 3]}
        response = await self._http[0].post("/tables", json=form, headers={"Accept": "application/json"})
        response.raise_for_status()
        return str(response.json()["table"])

    async def connect(self, table: str, guest: int, form: Form) -> ClientConnection:
        """Connect a guest to a table; compressed as HTML, like a browser, and uncompressed as JSON."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http[guest].cookies.items())
        address = f"{self.address.replace('http', 'ws', 1)}/table/{table}/live?form={form}"
        compression = "deflate" if form == "html" else None
        return await connect(
            address,
            additional_headers={"Cookie": cookies, "Accept-Language": "en"},
            compression=compression,
            max_size=None,
            ping_interval=None,
            open_timeout=60,
            proxy=None,
        )


async def seat_tables(
    address: str, tables: int, form: Form, game_names: Sequence[str] = (), *, forced: bool = True
) -> tuple[list[ClientTable], LoadCounts]:
    """Fill this many tables and start their games: the named games in turn, or all of ours."""
    game_names = game_names or list(games())
    guests = Guests(address)
    await guests.arrive()
    counts = LoadCounts()
    seated = [ClientTable(guests, number, form, counts, game_names, forced=forced) for number in range(tables)]
    limit = asyncio.Semaphore(8)

    async def sit(table: ClientTable) -> None:
        async with limit:
            await table.sit_down()

    await asyncio.gather(*(sit(table) for table in seated))
    return seated, counts


async def play(tables: Sequence[ClientTable], seconds: float, moves_per_second: float | None) -> None:
    """Play at all tables: as fast as possible, or at an even pace with this many moves per second at all tables."""
    end = time.perf_counter() + seconds

    async def saturate(table: ClientTable) -> None:
        while time.perf_counter() < end:
            await table.move()

    async def pace(table: ClientTable, number: int, interval: float) -> None:
        due = time.perf_counter() + interval * number / len(tables)
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await table.move()
            due += interval

    async with asyncio.timeout(seconds + 60):
        if moves_per_second is None:
            await asyncio.gather(*(saturate(table) for table in tables))
        else:
            interval = len(tables) / moves_per_second
            await asyncio.gather(*(pace(table, number, interval) for number, table in enumerate(tables)))
