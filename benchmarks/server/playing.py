"""People at tables, as many as wanted, in one process: they connect, sit down and choose at random, over real sockets.

A move is a choice that a person sends; it counts when its answer has come, which says that it is on disk. Moves that
play themselves, and what chance brings, are not counted. Besides it is told how long it took until the first of those
who are to choose next had been shown so, and until all four at the table had been shown the move.
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
from chabudai.web.pieces import KEPT

Form = Literal["json", "html"]

PEOPLE = 4
"""At each table."""

_LEGAL = re.compile(r'<button [^>]*?data-action="(\d+)"(?! aria-disabled)')
_CHOICES = ("hand", "mid", "offers", "prompt")
"""The sections that show what can be chosen."""


class _Choice(msgspec.Struct):
    action: int
    why: str | None = None


class _Scene(msgspec.Struct):
    choices: list[_Choice]


class _Message(msgspec.Struct):
    """As much of a message as a player needs: what is looked at only in one's turn stays as it is."""

    t: str
    id: str | None = None
    seq: int = 0
    turn: bool = False
    status: str = ""
    why: str = ""
    scene: msgspec.Raw = msgspec.Raw()
    sections: dict[str, list[str | int]] = {}


_read = msgspec.json.Decoder(_Message).decode
_read_scene = msgspec.json.Decoder(_Scene).decode


@dataclass
class Tally:
    """What was counted: moves, frames and bytes, and the seconds from each move to what came of it."""

    moves: int = 0
    frames: int = 0
    received: int = 0
    answered: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    """Until the first of those who are to choose next had been shown so."""
    shown: list[float] = field(default_factory=list)

    def clear(self) -> None:
        """Begin to count."""
        self.moves = self.frames = self.received = 0
        for delays in (self.answered, self.asked, self.shown):
            delays.clear()


class Person:
    """One of the four at a table."""

    def __init__(self, socket: ClientConnection, form: Form) -> None:
        self.socket = socket
        self.form = form
        self.now = _Message("")
        self.chose = 0
        """The entry of the log that their last choice made."""
        self.sections: dict[str, str] = {}
        self._pieces: list[str] = [""] * KEPT
        self._next = 0

    def take(self, message: _Message) -> None:
        """Look at the table as it is now."""
        self.now = message
        for name, pieces in message.sections.items():
            self.sections[name] = "".join([self._text(piece) for piece in pieces])

    def _text(self, piece: str | int) -> str:
        if isinstance(piece, int):
            return self._pieces[piece % KEPT]
        self._pieces[self._next % KEPT] = piece
        self._next += 1
        return piece

    def choices(self) -> list[int]:
        """What can be chosen now."""
        if self.form == "json":
            return [choice.action for choice in _read_scene(self.now.scene).choices if choice.why is None]
        return [int(found) for name in _CHOICES for found in _LEGAL.findall(self.sections.get(name, ""))]


class Trouble(Exception):
    """Something that was refused, though nothing should be."""


class PlayedTable:
    """A table with four people, who play one move after the other."""

    def __init__(
        self, house: "Guests", number: int, form: Form, tally: Tally, names: Sequence[str], *, forced: bool = True
    ) -> None:
        self.house = house
        self.number = number
        self.names = names
        self.forced = forced
        """Whether moves without a choice play themselves."""
        self.form = form
        self.tally = tally
        self.id = ""
        self.people: list[Person] = []
        self.watchers: list[ClientConnection] = []
        """Others who look on."""
        self.changed = asyncio.Event()
        self.sent: tuple[int, bytes] | None = None
        """Who made the last move, and the command."""
        self._trouble = ""
        self._readers: list[asyncio.Task[None]] = []
        self._unanswered: dict[str, float] = {}
        self._unseen: list[tuple[int, float]] = []
        self._unasked: tuple[int, float] | None = None
        """The last entry before the last move that others wait for, and when that was sent; till somebody is asked."""
        self._ids = itertools.count()
        self._rng = random.Random(number)

    async def sit_down(self) -> None:
        """A new table of the game whose turn it is, with all four connected."""
        self.id = await self.house.table(self.names[self.number % len(self.names)])
        await self.connect()
        for seat, person in enumerate(self.people):
            if seat:
                await self._send(person, "sit", seat=seat)
            if not self.forced:
                await self._send(person, "set", forced=False)
        while not all(person.now.status == "playing" for person in self.people):
            await self._change()

    async def connect(self) -> None:
        """Let all four look at the table."""
        self._unasked = None
        self.people = [Person(await self.house.connect(self.id, seat, self.form), self.form) for seat in range(PEOPLE)]
        loop = asyncio.get_running_loop()
        self._readers = [loop.create_task(self._listen(person)) for person in self.people]
        while not all(person.now.status for person in self.people):
            await self._change()

    async def disconnect(self) -> None:
        """Let all connections end."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, *(person.socket.close() for person in self.people), return_exceptions=True)

    async def move(self) -> None:
        """Let one who is to choose do so, and wait for the answer; after the end of a game a new one begins."""
        while not (asked := self._all_asked()):
            if all(person.now.status == "over" for person in self.people):
                await self.disconnect()
                self.number += 1
                await self.sit_down()
                continue
            await self._change()
        person = asked[0]
        command = await self._send(person, "choose", action=self._rng.choice(person.choices()))
        while command in self._unanswered:
            await self._change()
        self.tally.moves += 1

    async def send_again(self) -> None:
        """Send the last move again, if it was not answered, and wait for the answer."""
        if self._unanswered and self.sent is not None:
            seat, text = self.sent
            await self.people[seat].socket.send(text, text=True)
            while self._unanswered:
                await self._change()

    def _all_asked(self) -> list[Person]:
        """Those who are to choose, and have been shown so since their last choice."""
        return [person for person in self.people if person.now.turn and person.now.seq >= person.chose]

    async def _change(self) -> None:
        await self.changed.wait()
        self.changed.clear()
        if self._trouble:
            raise Trouble(f"table {self.number}: {self._trouble}")

    async def _send(self, person: Person, do: str, **fields: int) -> str:
        command = f"{self.number}-{next(self._ids)}"
        text = msgspec.json.encode({"id": command, "do": do, **fields})
        if do == "choose":
            began = self._unanswered[command] = time.perf_counter()
            if self._all_asked() == [person]:
                self._unasked = (person.now.seq, began)
            self.sent = (self.people.index(person), text)
        await person.socket.send(text, text=True)
        return command

    async def _listen(self, person: Person) -> None:
        async for text in person.socket:
            message = _read(text)
            now = time.perf_counter()
            match message.t:
                case "scene" | "sections":
                    person.take(message)
                    self.tally.frames += 1
                    self.tally.received += len(text)
                    self._saw(now)
                    self._was_asked(message, now)
                case "done" if message.id in self._unanswered:
                    began = self._unanswered.pop(message.id)
                    self.tally.answered.append(now - began)
                    person.chose = message.seq
                    self.acknowledged(message.id, message.seq)
                    self._unseen.append((message.seq, began))
                    self._saw(now)
                case "refused" | "closed":
                    self._trouble = message.why
            self.changed.set()

    def acknowledged(self, command: str, seq: int) -> None:
        """The answer to a move has come; for those who take note of it."""

    def _was_asked(self, message: _Message, now: float) -> None:
        if message.turn and self._unasked is not None and message.seq > self._unasked[0]:
            self.tally.asked.append(now - self._unasked[1])
            self._unasked = None

    def _saw(self, now: float) -> None:
        """Take note of the moves that by now all four have seen."""
        seen = min(person.now.seq for person in self.people)
        while self._unseen and self._unseen[0][0] <= seen:
            self.tally.shown.append(now - self._unseen.pop(0)[1])


class Guests:
    """Four guests, who sit together at all tables of a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._http = [httpx.AsyncClient(base_url=address, timeout=60) for _ in range(PEOPLE)]

    async def arrive(self) -> None:
        """Get a cookie for each."""
        for http in self._http:
            (await http.get("/", headers={"Accept": "application/json"})).raise_for_status()

    async def table(self, game: str) -> str:
        """A new table; the first guest is its host."""
        wish = {"game": game, "players": PEOPLE, "pace": "at_once", "listed": True, "seats": ["me", *["open"] * 3]}
        answer = await self._http[0].post("/tables", json=wish, headers={"Accept": "application/json"})
        answer.raise_for_status()
        return str(answer.json()["table"])

    async def connect(self, table: str, guest: int, form: Form) -> ClientConnection:
        """The socket of a guest to a table. A browser compresses what it sends and gets; programs need not."""
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


async def seated(
    address: str, tables: int, form: Form, names: Sequence[str] = (), *, forced: bool = True
) -> tuple[list[PlayedTable], Tally]:
    """So many tables at which everybody sits and a game has begun: of these games in turn, or of all of ours."""
    names = names or list(games())
    guests = Guests(address)
    await guests.arrive()
    tally = Tally()
    played = [PlayedTable(guests, number, form, tally, names, forced=forced) for number in range(tables)]
    at_once = asyncio.Semaphore(8)

    async def sit(table: PlayedTable) -> None:
        async with at_once:
            await table.sit_down()

    await asyncio.gather(*(sit(table) for table in played))
    return played, tally


async def play(tables: Sequence[PlayedTable], seconds: float, moves_a_second: float | None) -> None:
    """Play at all tables: as fast as may be, or so many moves a second, spread evenly."""
    end = time.perf_counter() + seconds

    async def saturate(table: PlayedTable) -> None:
        while time.perf_counter() < end:
            await table.move()

    async def pace(table: PlayedTable, number: int, every: float) -> None:
        due = time.perf_counter() + every * number / len(tables)
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await table.move()
            due += every

    async with asyncio.timeout(seconds + 60):
        if moves_a_second is None:
            await asyncio.gather(*(saturate(table) for table in tables))
        else:
            every = len(tables) / moves_a_second
            await asyncio.gather(*(pace(table, number, every) for number, table in enumerate(tables)))
