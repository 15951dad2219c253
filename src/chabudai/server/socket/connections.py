"""The sockets of all tables: commands in, the newest state out."""

import asyncio
import inspect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.caller import Caller, caller
from chabudai.server.context import Context
from chabudai.server.limits import Bucket
from chabudai.server.refusal import ServerRefused, for_people, why
from chabudai.server.socket import messages
from chabudai.server.socket.frames import news
from chabudai.server.socket.handlers import HANDLERS, Call, Handler, SlowHandler
from chabudai.server.socket.messages import Message, id_of, read_command
from chabudai.server.socket.viewer import Form, Viewer
from chabudai.server.table_task import TableTask
from chabudai.session.commands import Command
from chabudai.session.decide import may_watch
from chabudai.session.refusal import Refused

_FAR_TOO_MANY = 100
"""Close the socket after this many more throttled than accepted messages, or this many unread replies."""

RESTART = 1012
TRY_LATER = 1013
"""The close codes that mean: connect again."""


class Connections:
    """Accepts connections and counts them."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._by_guest: Counter[str] = Counter()

    async def connect(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        who = caller(socket)
        await socket.accept()
        try:
            with self._counted(who.guest):
                await Connection(self.context, socket, who, await self._task(socket, who)).serve()
        except ChabudaiError as error:
            refused = for_people(error)
            reason = why(refused, who.language)
            later = isinstance(refused, Refused) and refused.status in (429, 503)
            with suppress(WebSocketDisconnect):
                await _send(socket, messages.Refused(None, reason) if later else messages.Closed(reason))
                await _close(socket, TRY_LATER if later else 1000)

    @contextmanager
    def _counted(self, guest: str) -> Iterator[None]:
        """Count a connection while it lasts; refused if there are too many."""
        limits = self.context.limits
        if self.context.connections >= limits.connections or self._by_guest[guest] >= limits.connections_a_guest:
            raise ServerRefused("too_many_connections", status=503)
        self.context.connections += 1
        self._by_guest[guest] += 1
        try:
            yield
        finally:
            self.context.connections -= 1
            self._by_guest[guest] -= 1
            if not self._by_guest[guest]:
                del self._by_guest[guest]

    async def _task(self, socket: WebSocket, who: Caller) -> TableTask:
        task = await self.context.tables.find(socket.path_params["table"])
        if who.guest in self.context.tables.banned:  # since the connection was let in
            raise ServerRefused("banned", status=403)
        if not may_watch(task.table, who.guest):
            raise Refused("not_invited", status=403)
        if len(task.viewers) >= self.context.limits.viewers:
            raise ServerRefused("too_many_viewers", status=503)
        return task


class Connection:
    """One socket: a viewer of a table."""

    def __init__(self, context: Context, socket: WebSocket, who: Caller, task: TableTask) -> None:
        self.context = context
        self.socket = socket
        self.task = task
        form: Form = "json" if socket.query_params.get("form") == "json" else "html"
        self.viewer = Viewer(who.guest, who.language, name=who.called(), form=form)
        self._running: set[asyncio.Task[None]] = set()
        """Commands that take time."""

    async def serve(self) -> None:
        """Receive and send until the connection ends."""
        self.task.enter(self.viewer)
        sender = asyncio.get_running_loop().create_task(self._send())
        try:
            # When the sender ends, it closes the socket, and nothing more is received.
            await self._receive()
        finally:
            sender.cancel()
            self.task.exit(self.viewer)
            await asyncio.gather(sender, return_exceptions=True)

    # ---- Out --------------------------------------------------------------------------------------------------------

    async def _send(self) -> None:
        """Send until the connection ends; after a failure the client connects again."""
        try:
            await self._send_on()
        except WebSocketDisconnect:
            pass
        except Exception as error:
            self.context.telemetry.fault("showing a table failed", error, table=self.task.table.id)
            await _close(self.socket, RESTART)

    async def _send_on(self) -> None:
        """Send what there is: replies in order, and of the table only its newest state."""
        viewer, task = self.viewer, self.task
        viewer.wake.set()
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            kept = await task.on_disk()
            for message in viewer.take_replies():
                # What was done but may be lost is asked for again, once the client has connected again.
                if kept or isinstance(message, messages.Refused):
                    await _send(self.socket, message)
            # Sending may have taken a while, and what is shown must be on disk.
            kept = await task.on_disk()
            last = task.table.status == "closed"
            if kept and viewer.stale and (viewer.looks != "not yet" or last):
                for text in self._news():
                    await _send_text(self.socket, text)
            if not kept:
                await _close(self.socket, RESTART)
                return
            if viewer.gone or (last and not viewer.pending and not viewer.replies):
                reason = ServerRefused("banned") if viewer.gone else Refused("closed")
                await _send(self.socket, messages.Closed(reason.said(viewer.language)))
                await _close(self.socket, 1000)
                return

    def _news(self) -> list[str]:
        """The table as it is now. The render queue is told how long that took for a viewer who could wait."""
        begun, in_turn = perf_counter(), self.viewer.looks == "in turn"
        texts = [_written(message) for message in news(self.task, self.viewer)]
        if in_turn:
            self.task.render_queue.took(perf_counter() - begun)
        return texts

    # ---- In ---------------------------------------------------------------------------------------------------------

    async def _receive(self) -> None:
        """Read commands. Each is carried out while the next are read, since some wait for people."""
        limits, viewer = self.context.limits, self.viewer
        bucket = Bucket(limits.messages_a_second, limits.messages_at_once)
        refused = 0
        try:
            while True:
                packet = await self.socket.receive()
                if packet["type"] == "websocket.disconnect":
                    return
                if refused >= _FAR_TOO_MANY or len(viewer.replies) >= _FAR_TOO_MANY:
                    await _close(self.socket, 1008)
                    return
                text = packet.get("text") or packet.get("bytes") or ""
                if _size(text) > limits.message_bytes:
                    viewer.send(messages.Refused(None, why(ServerRefused("too_large"), viewer.language)))
                    continue
                if not bucket.take():
                    refused += 1
                    viewer.send(messages.Refused(id_of(text), why(ServerRefused("too_fast"), viewer.language)))
                    continue
                refused = max(0, refused - 1)
                if viewer.pending >= limits.commands_at_once:
                    viewer.send(messages.Refused(id_of(text), why(ServerRefused("too_many_at_once"), viewer.language)))
                    continue
                viewer.pending += 1
                self._take(text)
        finally:
            # Let the latest commands begin: what can be done without their sender is done.
            await asyncio.sleep(0)
            for running in self._running:
                running.cancel()

    def _take(self, text: str | bytes) -> None:
        """Carry out a command, in the order of arrival."""
        self.context.telemetry.counts["messages"] += 1
        try:
            command = read_command(text)
        except Refused as refused:
            self._refuse(refused, id_of(text))
            return
        loop = asyncio.get_running_loop()
        # The event loop starts tasks and callbacks in the order they were made, so commands begin in order.
        handler = HANDLERS[type(command)]
        if inspect.iscoroutinefunction(handler):
            running = loop.create_task(self._do_slowly(handler, command))
            self._running.add(running)
            running.add_done_callback(self._running.discard)
        elif self._running:
            loop.call_soon(self._do, handler, command)
        else:
            self._do(handler, command)

    def _do(self, handler: Handler, command: Command) -> None:
        """Carry out a command that waits for nothing but its table."""
        try:
            seq = handler(self._call(command), command)
        except Exception as error:
            self._refuse(error, command.id)
        else:
            if isinstance(seq, int):
                self.viewer.answer(messages.Done(command.id, seq))

    async def _do_slowly(self, handler: SlowHandler, command: Command) -> None:
        """Carry out a command that waits for something else than its table."""
        try:
            seq = await handler(self._call(command), command)
        except Exception as error:
            self._refuse(error, command.id)
        else:
            self.viewer.answer(messages.Done(command.id, seq))

    def _call(self, command: Command) -> Call:
        def reply(result: int | ChabudaiError) -> None:
            if isinstance(result, int):
                self.viewer.answer(messages.Done(command.id, result))
            else:
                self._refuse(result, command.id)

        return Call(self.context, self.task, self.viewer, reply)

    def _refuse(self, error: Exception, command: str | None) -> None:
        """Say why a command was not carried out; a fault of ours is logged."""
        try:
            if not isinstance(error, ChabudaiError):
                raise error
            reason = why(for_people(error), self.viewer.language)
            self.context.telemetry.counts["refusals"] += 1
        except Exception as fault:
            self.context.telemetry.fault("a command failed", fault, table=self.task.table.id)
            reason = why(ServerRefused("failed"), self.viewer.language)
        self.viewer.answer(messages.Refused(command, reason))


def _size(text: str | bytes) -> int:
    return len(text if isinstance(text, bytes) else text.encode())


async def _send(socket: WebSocket, message: Message) -> None:
    await _send_text(socket, _written(message))


async def _send_text(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as error:
        # Closed in the meantime, by us or because the client broke the protocol.
        raise WebSocketDisconnect from error


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError):  # it is closed already
        await socket.close(code)


def _written(message: Message) -> str:
    return msgspec.json.encode(message).decode()
