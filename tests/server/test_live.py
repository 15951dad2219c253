"""The sending side of a socket: a slow reader gets the newest state only, and every answer."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import ChabudaiError
from chabudai.server import entries
from chabudai.server.desk import Desk
from chabudai.server.entries import Entry
from chabudai.server.house import House
from chabudai.server.journal import Journal
from chabudai.server.limits import Limits
from chabudai.server.listening import Listening
from chabudai.server.live import Live
from chabudai.server.messages import Done
from chabudai.server.plan import Plan
from chabudai.server.room import Room
from chabudai.server.sealing import Seal
from chabudai.server.sqlite_store import SqliteStore
from chabudai.server.thinking import Thinkers
from chabudai.server.viewer import Viewer


class SlowSocket:
    """A socket whose reader takes a message only when told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))
        await self.reads.wait()


@asynccontextmanager
async def slow_reader(folder: Path) -> AsyncIterator[tuple[Room, Viewer, SlowSocket]]:
    """Somebody who plays alone at a table, and has not yet read the first that they were sent."""
    journal = Journal(io.StringIO())
    house = House(SqliteStore(folder / "t.sqlite"), Thinkers(1, journal), journal, Limits(), ["club"])
    desk = Desk(house, Seal(b"k" * 32), journal, Limits(), Listening("127.0.0.1", 8000))
    game = find_game("kasane")
    plan = Plan(game=game.name, players=3, options=game.setup(3).options, pace="at_once")
    seats: list[Entry] = [entries.Sat(seat, "g", "Gen") for seat in range(3)]
    room = await house.open(entries.Opened(plan, game.rules_version, "g"), seats)
    viewer, socket = Viewer("g", "Gen", "en", "json"), SlowSocket()
    room.enter(viewer)
    sender = asyncio.create_task(Live(desk)._send_on(cast(WebSocket, socket), room, viewer))
    async with asyncio.timeout(60):
        while not socket.sent:
            await asyncio.sleep(0.01)
        yield room, viewer, socket
    sender.cancel()
    room.exit(viewer)
    await house.close_doors()


def test_what_changes_while_an_answer_is_sent_is_shown_once_it_is_on_disk(tmp_path: Path) -> None:
    async def whole() -> None:
        async with slow_reader(tmp_path) as (room, viewer, socket):
            viewer.send(Done("0", room.table.seq))
            socket.reads.set()
            while len(socket.sent) < 2:
                await asyncio.sleep(0)
            socket.reads.clear()
            viewer.send(Done("1", room.table.seq))
            while len(socket.sent) < 3:
                await asyncio.sleep(0)
            # The second answer is on its way to a slow reader as something happens that is not on disk yet.
            room._on_disk.clear()
            viewer.look()
            socket.reads.set()
            await asyncio.sleep(0.05)
            assert [message["t"] for message in socket.sent] == ["scene", "done", "done"]
            room.table.seq += 1
            room._on_disk.set()
            while len(socket.sent) < 4:
                await asyncio.sleep(0.01)
            assert socket.sent[-1]["t"] == "scene"

    asyncio.run(whole())


def test_a_slow_reader_gets_the_newest_state_only_and_every_answer(tmp_path: Path) -> None:
    async def whole() -> list[dict[str, Any]]:
        async with slow_reader(tmp_path) as (room, viewer, socket):
            for number in range(6):
                (seat,) = room.table.waiting()
                answer: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
                room.choose("g", seat, room.table.state.legal(seat)[0], str(number), answer.set_result)
                assert isinstance(await answer, int)
                viewer.send(Done(str(number), room.table.seq))
            assert len(socket.sent) == 1
            socket.reads.set()
            # What was done is answered, and then shown.
            while socket.sent[-1]["t"] != "scene" or socket.sent[-1]["seq"] != room.table.seq:
                await asyncio.sleep(0.01)
            return socket.sent

    sent = asyncio.run(whole())
    assert [message["id"] for message in sent if message["t"] == "done"] == ["0", "1", "2", "3", "4", "5"]
    scenes = [message for message in sent if message["t"] == "scene"]
    assert [scene["seq"] for scene in scenes] == [scenes[0]["seq"], sent[-1]["seq"]]
