"""Connections: slow readers, bursts of commands, and replies only for what is on disk."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.identity import Identity
from chabudai.server.socket.connections import Connection
from chabudai.server.socket.messages import DoneMessage, RefusedMessage
from chabudai.server.socket.viewer import SocketViewer
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.commands import ChooseCommand
from chabudai.session.decide import Actor
from chabudai.session.log import decode_entry
from server.contexts import open_context, table_for_one_person

GEN = Identity("g", "Gen", "en", "auto")


class ChattySocket:
    """The socket of a client that sends endlessly and reads nothing."""

    def __init__(self) -> None:
        self.query_params = {"form": "json"}
        self.received = 0
        self.closed: list[int] = []

    async def receive(self) -> dict[str, str]:
        self.received += 1
        return {"type": "websocket.receive", "text": f'{{"id": "{self.received}", "do": "seen"}}'}

    async def close(self, code: int) -> None:
        self.closed.append(code)


class BurstSocket:
    """A socket that delivers all its messages together and then disconnects."""

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
    """A socket whose reader reads only while `reads` is set."""

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
async def slow_reader(folder: Path) -> AsyncIterator[tuple[TableTask, SocketViewer, SlowSocket]]:
    """Open a table for one person who has not yet read the first update."""
    async with open_context(folder) as context:
        task = await table_for_one_person(context)
        socket = SlowSocket()
        connection = Connection(context, cast(WebSocket, socket), GEN, task)
        viewer = connection.viewer
        task.add_viewer(viewer)
        sender = asyncio.create_task(connection._send_loop())
        while not socket.sent:
            await asyncio.sleep(0.01)
        yield task, viewer, socket
        sender.cancel()
        task.remove_viewer(viewer)


def test_a_change_during_a_reply_is_shown_after_it_is_on_disk(tmp_path: Path) -> None:
    async def run() -> None:
        async with slow_reader(tmp_path) as (task, viewer, socket):
            viewer.send(DoneMessage("0", task.table.seq))
            socket.reads.set()
            while len(socket.sent) < 2:
                await asyncio.sleep(0)
            socket.reads.clear()
            viewer.send(DoneMessage("1", task.table.seq))
            while len(socket.sent) < 3:
                await asyncio.sleep(0)
            # While the slow reader receives the second reply, something happens that is not on disk yet.
            task._on_disk.clear()
            viewer.show_now()
            socket.reads.set()
            await asyncio.sleep(0.05)
            assert [message["t"] for message in socket.sent] == ["scene", "done", "done"]
            task.table.seq += 1
            task._on_disk.set()
            while len(socket.sent) < 4:
                await asyncio.sleep(0.01)
            assert socket.sent[-1]["t"] == "scene"

    asyncio.run(run())


def test_a_slow_reader_gets_only_the_latest_state_but_every_reply(tmp_path: Path) -> None:
    async def run() -> list[dict[str, Any]]:
        async with slow_reader(tmp_path) as (task, viewer, socket):
            for number in range(6):
                (seat,) = task.table.waiting()
                reply: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
                choose = ChooseCommand(str(number), task.table.state.legal(seat)[0], seat)
                task.post(Actor("g"), choose, reply.set_result)
                assert isinstance(await reply, int)
                viewer.send(DoneMessage(str(number), task.table.seq))
            assert len(socket.sent) == 1
            socket.reads.set()
            # Replies come before the update.
            while socket.sent[-1]["t"] != "scene" or socket.sent[-1]["seq"] != task.table.seq:
                await asyncio.sleep(0.01)
            return socket.sent

    sent = asyncio.run(run())
    assert [message["id"] for message in sent if message["t"] == "done"] == ["0", "1", "2", "3", "4", "5"]
    scenes = [message for message in sent if message["t"] == "scene"]
    assert [scene["seq"] for scene in scenes] == [scenes[0]["seq"], sent[-1]["seq"]]


def test_a_client_that_never_reads_its_replies_is_disconnected(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_context(tmp_path) as context:
            task = await table_for_one_person(context)
            socket = ChattySocket()
            connection = Connection(context, cast(WebSocket, socket), GEN, task)
            await connection._receive_loop()
            assert socket.closed == [1008]
            assert len(connection.viewer.replies) < socket.received < 1000

    asyncio.run(run())


def test_a_command_that_may_not_be_on_disk_is_not_acknowledged(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_context(tmp_path) as context:
            task = await table_for_one_person(context)
            socket = SlowSocket()
            connection = Connection(context, cast(WebSocket, socket), GEN, task)
            socket.reads.set()
            connection.viewer.reply(DoneMessage("lost", 1))
            connection.viewer.reply(RefusedMessage("refused", "Not now."))
            await task.stop()
            await connection._send_loop()
            assert [message["id"] for message in socket.sent] == ["refused"]
            assert socket.closed == [1012]

    asyncio.run(run())


def test_a_burst_of_commands_is_executed_in_order_even_if_the_client_disconnects(tmp_path: Path) -> None:
    """A page resends everything without a reply, and loses its connection again."""

    async def run() -> None:
        async with open_context(tmp_path) as context:
            task = await table_for_one_person(context)
            before = task.table.seq
            sent = [
                {"do": "set", "name": "A"},
                {"do": "set", "name": "B"},
                {"do": "chat", "text": "x"},
                {"do": "set", "pace": "fast"},
                {"do": "set", "pace": "slow"},
            ]
            await Connection(context, cast(WebSocket, BurstSocket(*sent)), GEN, task).serve()
            await asyncio.sleep(0.1)
            await task.on_disk()
            rows = [row for row in await context.tables.store.read_log(task.table.id) if row.seq > before]
            entries = [decode_entry(row.entry, task.table.game) for row in rows]
            settings_and_chat = [
                entry for entry in entries if isinstance(entry, log.GuestNamed | log.Chatted | log.SettingsChanged)
            ]
            assert settings_and_chat == [
                log.GuestNamed("g", "A"),
                log.GuestNamed("g", "B"),
                log.Chatted("g", "B", 0, "x"),
                log.SettingsChanged(pace="fast"),
                log.SettingsChanged(pace="slow"),
            ]

    asyncio.run(run())
