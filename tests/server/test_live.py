"""The sending side of a socket: a slow reader gets the newest state only, and every answer."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.live import Live
from chabudai.server.messages import Done, NotDone
from chabudai.server.room import Room
from chabudai.server.viewer import Viewer
from server.desks import alone_at_a_table, desk_of


class ChattySocket:
    """A socket of somebody who sends without an end, and reads nothing."""

    def __init__(self) -> None:
        self.received = 0
        self.closed: list[int] = []

    async def receive(self) -> dict[str, str]:
        self.received += 1
        return {"type": "websocket.receive", "text": f'{{"id": "{self.received}", "do": "seen"}}'}

    async def close(self, code: int) -> None:
        self.closed.append(code)


class SlowSocket:
    """A socket whose reader takes a message only when told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reads = asyncio.Event()
        self.closed: list[int] = []

    async def close(self, code: int) -> None:
        self.closed.append(code)

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))
        await self.reads.wait()


@asynccontextmanager
async def slow_reader(folder: Path) -> AsyncIterator[tuple[Room, Viewer, SlowSocket]]:
    """Somebody who plays alone at a table, and has not yet read the first that they were sent."""
    async with desk_of(folder) as desk:
        room = await alone_at_a_table(desk)
        viewer, socket = Viewer("g", "Gen", "en", "json"), SlowSocket()
        room.enter(viewer)
        sender = asyncio.create_task(Live(desk)._send_on(cast(WebSocket, socket), room, viewer))
        while not socket.sent:
            await asyncio.sleep(0.01)
        yield room, viewer, socket
        sender.cancel()
        room.exit(viewer)


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


def test_the_connection_of_one_who_reads_no_answers_ends(tmp_path: Path) -> None:
    async def whole() -> None:
        async with desk_of(tmp_path) as desk:
            room = await alone_at_a_table(desk)
            viewer, socket = Viewer("g", "Gen", "en", "json"), ChattySocket()
            await Live(desk)._receive(cast(WebSocket, socket), room, viewer)
            assert socket.closed == [1008]
            assert len(viewer.letters) < socket.received < 1000

    asyncio.run(whole())


def test_what_may_not_be_on_disk_is_not_said_to_be_done(tmp_path: Path) -> None:
    async def whole() -> None:
        async with desk_of(tmp_path) as desk:
            room = await alone_at_a_table(desk)
            viewer, socket = Viewer("g", "Gen", "en", "json"), SlowSocket()
            socket.reads.set()
            viewer.answer(Done("lost", 1))
            viewer.answer(NotDone("refused", "Not now."))
            await room.stop()
            await Live(desk)._send_on(cast(WebSocket, socket), room, viewer)
            assert [message["id"] for message in socket.sent] == ["refused"]
            assert socket.closed == [1012]

    asyncio.run(whole())
