"""The sending side of a socket: a slow reader gets the newest state only, and every answer."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.caller import Caller
from chabudai.server.socket.connections import Connection
from chabudai.server.socket.messages import Done, Refused
from chabudai.server.socket.viewer import Viewer
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.commands import Choose
from chabudai.session.decide import Who
from chabudai.session.log import read
from server.contexts import alone_at_a_table, context_of

GEN = Caller("g", "Gen", "en", "auto")


class ChattySocket:
    """A socket of somebody who sends without an end, and reads nothing."""

    def __init__(self) -> None:
        self.query_params = {"form": "json"}
        self.received = 0
        self.closed: list[int] = []

    async def receive(self) -> dict[str, str]:
        self.received += 1
        return {"type": "websocket.receive", "text": f'{{"id": "{self.received}", "do": "seen"}}'}

    async def close(self, code: int) -> None:
        self.closed.append(code)


class Burst:
    """A socket that brings all of its messages at once, and then ends."""

    def __init__(self, *messages: dict[str, str]) -> None:
        self.query_params = {"form": "json"}
        self._messages = [json.dumps({"id": str(number), **message}) for number, message in enumerate(messages)]

    async def receive(self) -> dict[str, str]:
        if not self._messages:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": self._messages.pop(0)}

    async def send_text(self, text: str) -> None:
        pass

    async def close(self, code: int) -> None:
        pass


class SlowSocket:
    """A socket whose reader takes a message only when told to."""

    def __init__(self) -> None:
        self.query_params = {"form": "json"}
        self.sent: list[dict[str, Any]] = []
        self.reads = asyncio.Event()
        self.closed: list[int] = []

    async def close(self, code: int) -> None:
        self.closed.append(code)

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))
        await self.reads.wait()


@asynccontextmanager
async def slow_reader(folder: Path) -> AsyncIterator[tuple[TableTask, Viewer, SlowSocket]]:
    """Somebody who plays alone at a table, and has not yet read the first that they were sent."""
    async with context_of(folder) as context:
        task = await alone_at_a_table(context)
        socket = SlowSocket()
        connection = Connection(context, cast(WebSocket, socket), GEN, task)
        viewer = connection.viewer
        task.enter(viewer)
        sender = asyncio.create_task(connection._send_on())
        while not socket.sent:
            await asyncio.sleep(0.01)
        yield task, viewer, socket
        sender.cancel()
        task.exit(viewer)


def test_what_changes_while_an_answer_is_sent_is_shown_once_it_is_on_disk(tmp_path: Path) -> None:
    async def whole() -> None:
        async with slow_reader(tmp_path) as (task, viewer, socket):
            viewer.send(Done("0", task.table.seq))
            socket.reads.set()
            while len(socket.sent) < 2:
                await asyncio.sleep(0)
            socket.reads.clear()
            viewer.send(Done("1", task.table.seq))
            while len(socket.sent) < 3:
                await asyncio.sleep(0)
            # The second answer is on its way to a slow reader as something happens that is not on disk yet.
            task._on_disk.clear()
            viewer.look()
            socket.reads.set()
            await asyncio.sleep(0.05)
            assert [message["t"] for message in socket.sent] == ["scene", "done", "done"]
            task.table.seq += 1
            task._on_disk.set()
            while len(socket.sent) < 4:
                await asyncio.sleep(0.01)
            assert socket.sent[-1]["t"] == "scene"

    asyncio.run(whole())


def test_a_slow_reader_gets_the_newest_state_only_and_every_answer(tmp_path: Path) -> None:
    async def whole() -> list[dict[str, Any]]:
        async with slow_reader(tmp_path) as (task, viewer, socket):
            for number in range(6):
                (seat,) = task.table.waiting()
                answer: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
                choose = Choose(str(number), task.table.state.legal(seat)[0], seat)
                task.post(Who("g"), choose, answer.set_result)
                assert isinstance(await answer, int)
                viewer.send(Done(str(number), task.table.seq))
            assert len(socket.sent) == 1
            socket.reads.set()
            # What was done is answered, and then shown.
            while socket.sent[-1]["t"] != "scene" or socket.sent[-1]["seq"] != task.table.seq:
                await asyncio.sleep(0.01)
            return socket.sent

    sent = asyncio.run(whole())
    assert [message["id"] for message in sent if message["t"] == "done"] == ["0", "1", "2", "3", "4", "5"]
    scenes = [message for message in sent if message["t"] == "scene"]
    assert [scene["seq"] for scene in scenes] == [scenes[0]["seq"], sent[-1]["seq"]]


def test_the_connection_of_one_who_reads_no_answers_ends(tmp_path: Path) -> None:
    async def whole() -> None:
        async with context_of(tmp_path) as context:
            task = await alone_at_a_table(context)
            socket = ChattySocket()
            connection = Connection(context, cast(WebSocket, socket), GEN, task)
            await connection._receive()
            assert socket.closed == [1008]
            assert len(connection.viewer.replies) < socket.received < 1000

    asyncio.run(whole())


def test_what_may_not_be_on_disk_is_not_said_to_be_done(tmp_path: Path) -> None:
    async def whole() -> None:
        async with context_of(tmp_path) as context:
            task = await alone_at_a_table(context)
            socket = SlowSocket()
            connection = Connection(context, cast(WebSocket, socket), GEN, task)
            socket.reads.set()
            connection.viewer.answer(Done("lost", 1))
            connection.viewer.answer(Refused("refused", "Not now."))
            await task.stop()
            await connection._send_on()
            assert [message["id"] for message in socket.sent] == ["refused"]
            assert socket.closed == [1012]

    asyncio.run(whole())


def test_a_burst_is_carried_out_in_order_even_if_the_connection_ends_with_it(tmp_path: Path) -> None:
    """As a page sends everything again that was not answered, and is cut off once more."""

    async def whole() -> None:
        async with context_of(tmp_path) as context:
            task = await alone_at_a_table(context)
            before = task.table.seq
            sent = [
                {"do": "set", "name": "A"},
                {"do": "set", "name": "B"},
                {"do": "chat", "text": "x"},
                {"do": "set", "pace": "fast"},
                {"do": "set", "pace": "slow"},
            ]
            await Connection(context, cast(WebSocket, Burst(*sent)), GEN, task).serve()
            await asyncio.sleep(0.1)
            await task.on_disk()
            rows = [row for row in await context.tables.store.log(task.table.id) if row.seq > before]
            entries = [read(row.entry, task.table.game) for row in rows]
            told = [entry for entry in entries if isinstance(entry, log.Named | log.Said | log.Changed)]
            assert told == [
                log.Named("g", "A"),
                log.Named("g", "B"),
                log.Said("g", "B", 0, "x"),
                log.Changed(pace="fast"),
                log.Changed(pace="slow"),
            ]

    asyncio.run(whole())
