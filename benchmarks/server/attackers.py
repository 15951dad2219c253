"""Three attacks on a server on this machine, from the address 127.0.0.2: messages, expensive pages, and bots.

Each sends all that one core can. When a connection or a request fails, it tries again.
"""

import asyncio
import itertools
import json
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.records.play import Play

SOURCE = "127.0.0.2"
_ERRORS = (OSError, EOFError, httpx.HTTPError, WebSocketException, asyncio.TimeoutError, asyncio.LimitOverrunError)
_RECORDS = Path(__file__).parents[2] / "tests" / "games"


class Attack:
    """An attack on the server at a port, and what it counts."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.counts: Counter[str] = Counter()

    async def repeat(self, act: Callable[[], Awaitable[None]]) -> None:
        """Act again and again, even if the server refuses or disconnects."""
        while True:
            try:
                await act()
            except _ERRORS as error:
                # Floods of bare connections are the proxy's to stop, so this attack leaves them out.
                self.counts[type(error).__name__] += 1
                await asyncio.sleep(0.1)

    async def guest(self) -> httpx.AsyncClient:
        """Return the HTTP client of a new guest, with their cookie."""
        transport = httpx.AsyncHTTPTransport(local_address=SOURCE)
        http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}",
            transport=transport,
            timeout=30,
            headers={"Accept": "application/json"},
        )
        await http.get("/")
        return http

    async def table(self, http: httpx.AsyncClient, **fields: object) -> str:
        """Make a table of a random game; return its id."""
        game = random.choice(list(games()))
        form = {"game": game, "pace": "at_once", **fields}
        response = await http.post("/tables", json=form)
        self.counts[f"tables: {response.status_code}"] += 1
        response.raise_for_status()
        return str(response.json()["table"])

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(SOURCE, 0))

    # ---- Messages ---------------------------------------------------------------------------------------------------

    async def messages(self) -> None:
        """Flood tables with messages of all kinds, over up to 300 sockets at once."""
        guests = [await self.guest() for _ in range(30)]
        tables: dict[int, str] = {}

        async def flood(number: int) -> None:
            http = guests[number % len(guests)]
            if number % len(guests) not in tables:
                tables[number % len(guests)] = await self.table(http, seats=None)
            await self._flood(http, tables[number % len(guests)])

        await asyncio.gather(*(self.repeat(lambda number=number: flood(number)) for number in range(300)))  # type: ignore[misc]

    async def _flood(self, http: httpx.AsyncClient, table: str) -> None:
        reader, writer = await self.dial()
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        head = (
            f"GET /table/{table}/live?form=html HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: {cookies}\r\n\r\n"
        )
        writer.write(head.encode())
        try:
            async with asyncio.timeout(30):
                reply = await reader.readuntil(b"\r\n\r\n")
            self.counts[f"sockets: {reply[9:12].decode()}"] += 1
            if b" 101 " not in reply:
                return
            discard = asyncio.create_task(self._discard(reader))
            try:
                while not discard.done():
                    writer.write(self._batch())
                    self.counts["messages"] += 60
                    await writer.drain()
                    await asyncio.sleep(0)
            finally:
                discard.cancel()
        finally:
            writer.close()

    def _batch(self) -> bytes:
        """Return 60 frames: commands, pings, and nonsense."""
        commands: list[dict[str, object]] = [
            {"do": "seen"},
            {"do": "reveal", "seat": random.randrange(4)},
            {"do": "chat", "text": "x" * 200},
            {"do": "set", "pace": random.choice(["slow", "fast"])},
            {"do": "set", "name": f"Eve {random.randrange(100)}"},
            {"do": "undo"},
        ]
        frames = []
        for number, command in enumerate(itertools.islice(itertools.cycle(commands), 40)):
            text = json.dumps({"id": f"{random.getrandbits(60)}{number}", **command})
            frames.append(Frame(Opcode.TEXT, text.encode()).serialize(mask=True))
        frames += [Frame(Opcode.PING, b"ping").serialize(mask=True)] * 10
        frames += [Frame(Opcode.TEXT, b"[" * 100).serialize(mask=True)] * 10
        return b"".join(frames)

    async def _discard(self, reader: asyncio.StreamReader) -> None:
        with suppress(*_ERRORS):
            while await reader.read(65_536):
                pass

    # ---- Pages ------------------------------------------------------------------------------------------------------

    async def pages(self) -> None:
        """Request expensive pages, over up to 700 connections at once, with eight requests at a time on each."""
        paths = ["/gallery", "/", "/mine", "/records", *(f"/rules/{game}" for game in games())]
        http = await self.guest()
        for record in (*(next((_RECORDS / game / "records.jsonl").open("rb")) for game in games()), long_record()):
            response = await http.post("/records", content=record, headers={"Content-Type": "application/json"})
            self.counts[f"uploads: {response.status_code}"] += 1
            if response.status_code == 200:
                replay = f"/replay/{response.json()['game']}"
                last = (await http.get(replay)).json()["last"]
                paths += [f"{replay}?step={step}" for step in (0, 20, last)]

        async def request() -> None:
            reader, writer = await self.dial()
            try:
                while True:
                    for _ in range(8):
                        path = random.choice(paths)
                        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n\r\n"
                        writer.write(head.encode())
                    for _ in range(8):
                        self.counts[await _response(reader)] += 1
            finally:
                writer.close()

        await asyncio.gather(*(self.repeat(request) for _ in range(700)))

    # ---- Bots -------------------------------------------------------------------------------------------------------

    async def bots(self) -> None:
        """Play at up to 300 tables with strong bots at once, and ask for hints and reviews."""
        guests = [await self.guest() for _ in range(40)]
        record_lines = [line for game in games() for line in (_RECORDS / game / "records.jsonl").open("rb")]

        async def play(number: int) -> None:
            http = guests[number % len(guests)]
            table = await self.table(http, first_game=False, **{f"seat.{seat}": "expert" for seat in range(1, 6)})
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            address = f"ws://127.0.0.1:{self.port}/table/{table}/live?form=json"
            async with connect(
                address, additional_headers={"Cookie": cookies}, local_addr=(SOURCE, 0), proxy=None, max_size=None
            ) as socket:
                await self._play(socket)

        async def review() -> None:
            http = random.choice(guests)
            headers = {"Content-Type": "application/json"}
            response = await http.post("/records", content=random.choice(record_lines), headers=headers)
            self.counts[f"uploads: {response.status_code}"] += 1
            if response.status_code == 200:
                response = await http.get(f"/replay/{response.json()['game']}/review")
                self.counts[f"reviews: {response.status_code}"] += 1

        tasks = [self.repeat(lambda number=number: play(number)) for number in range(300)]  # type: ignore[misc]
        await asyncio.gather(*tasks, *(self.repeat(review) for _ in range(10)))

    async def _play(self, socket: ClientConnection) -> None:
        numbers = itertools.count()
        async for text in socket:
            message = json.loads(text)
            self.counts[f"received: {message['t']}"] += 1
            if message["t"] == "scene" and message["turn"]:
                for _ in range(2):
                    await socket.send(json.dumps({"id": f"h{next(numbers)}", "do": "hint"}))
                choices = [choice["action"] for choice in message["scene"]["choices"] if choice.get("why") is None]
                if choices:
                    choose = {"id": f"c{next(numbers)}", "do": "choose", "action": random.choice(choices)}
                    await socket.send(json.dumps(choose))
            elif message["t"] == "scene" and message["status"] == "over":
                return


def long_record() -> bytes:
    """Play one of the longest matches at random; return its record."""
    game = find_game("thousand_cats")
    setup = game.setup(4, {"rules": "advanced", "target": 200})
    rng = Rng(1)
    play = Play(game, setup, Seeded(Rng(1)))
    play.settle()
    while not play.state.over():
        (seat, *_) = members(play.state.waiting)
        legal = play.state.legal(seat)
        play.commit(seat, legal[rng.below(len(legal))])
        play.settle()
    return play.record().as_line()


async def _response(reader: asyncio.StreamReader) -> str:
    """Read a response to its end; return its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = head[9:12].decode()
    for line in head.lower().split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"content-length":
            await reader.readexactly(int(value))
            return status
        if name == b"transfer-encoding":
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
            return status
    return status


def run(kind: str, port: int, seconds: float, core: int) -> None:
    """Attack for some seconds on one core, and print what happened."""
    os.sched_setaffinity(0, {core})
    os.nice(5)  # the honest player shares this core and must not wait for the attacker
    attack = Attack(port)

    async def main() -> None:
        attacks = {"messages": attack.messages, "pages": attack.pages, "bots": attack.bots}
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await attacks[kind]()

    began, cpu = time.monotonic(), time.process_time()
    asyncio.run(main())
    share = (time.process_time() - cpu) / (time.monotonic() - began)
    facts = ", ".join(f"{name} {count:,}" for name, count in sorted(attack.counts.items()))
    print(f"  the attacker used {share:.0%} of its core: {facts}", flush=True)
