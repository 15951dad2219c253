"""Serves the WebSocket connections: receives commands, and sends replies and updates."""

import asyncio
import inspect
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.context import Context
from chabudai.server.identity import Identity, identity_of
from chabudai.server.refusal import ServerRefused, http_status, public_error, reason_text
from chabudai.server.socket import messages
from chabudai.server.socket.guarded import is_control
from chabudai.server.socket.handlers import HANDLERS, AsyncHandler, Call, Handler
from chabudai.server.socket.messages import ServerMessage
from chabudai.server.socket.updates import pending_updates
from chabudai.server.socket.viewer import Form, SocketViewer
from chabudai.server.table_task import TableTask
from chabudai.session.commands import CommandId, TableCommand
from chabudai.session.decide import may_watch
from chabudai.session.refusal import Refused
from chabudai.session.table import Table

_ABUSE_LIMIT = 100
"""Close the socket after this many more throttled than accepted messages, or this many unread replies."""

_PENALTY = (0.5, 1.5)
"""After a message over the limit of its address, the next one is read after a random time in this range, in seconds."""

_DECODER: msgspec.json.Decoder[TableCommand] = msgspec.json.Decoder(TableCommand)

RESTART = 1012
TRY_LATER = 1013
"""Close codes that tell clients to reconnect."""


class Connections:
    """Accepts and counts connections."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def connect(self, socket: WebSocket) -> None:
        """Serve a connection until it ends."""
        identity = identity_of(socket)
        await socket.accept()
        try:
            with self._counted(identity):
                await Connection(self.context, socket, identity, await self._find_task(socket, identity)).serve()
        except ChabudaiError as error:
            shown_error = public_error(error)
            reason = reason_text(shown_error, identity.language)
            later = http_status(shown_error) in (429, 503)
            with suppress(WebSocketDisconnect):
                await _send(socket, messages.RefusedMessage(None, reason) if later else messages.ClosedMessage(reason))
                await _close(socket, TRY_LATER if later else 1000)

    @contextmanager
    def _counted(self, identity: Identity) -> Iterator[None]:
        """Count a connection while it lasts, or refuse if there are too many."""
        if self.context.connections >= self.context.limits.connections:
            raise ServerRefused("house_full", status=503)
        self.context.throttle.connections.take(identity.sender)
        self.context.connections += 1
        try:
            yield
        finally:
            self.context.connections -= 1
            self.context.throttle.connections.release(identity.sender)

    async def _find_task(self, socket: WebSocket, identity: Identity) -> TableTask:
        task = await self.context.tables.find(socket.path_params["table"], identity.sender)
        if identity.guest in self.context.tables.banned:  # since the handshake
            raise ServerRefused("banned", status=403)
        if not may_watch(task.table, identity.guest):
            raise Refused("removed" if identity.guest in task.table.removed else "not_invited")
        if not _belongs(task.table, identity.guest):
            self._check_spectators(task, identity.address)
        return task

    def _check_spectators(self, task: TableTask, address: str) -> None:
        """Refuse another spectator from an address if too many watch the table, or too many from there."""
        limits = self.context.limits
        spectators = [viewer for viewer in task.viewers if not _belongs(task.table, viewer.guest)]
        if len(spectators) >= limits.viewers_per_table:
            raise ServerRefused("too_many_viewers", status=503)
        if sum(viewer.address == address for viewer in spectators) >= limits.viewers_per_table_per_address:
            raise ServerRefused("too_many_viewers_here", status=503)


def _belongs(table: Table, guest: str) -> bool:
    """Check whether a guest is the host or has a seat, and is no mere spectator."""
    return guest == table.opened.host or bool(table.seats_of(guest))


class Connection:
    """One WebSocket connection: a viewer of a table."""

    def __init__(self, context: Context, socket: WebSocket, identity: Identity, task: TableTask) -> None:
        self.context = context
        self.socket = socket
        self.task = task
        form: Form = "json" if socket.query_params.get("form") == "json" else "html"
        seq = task.table.seq
        self.viewer = SocketViewer(
            identity.guest,
            identity.language,
            name=identity.display_name(),
            address=identity.address,
            form=form,
            connected_seq=seq,
            news_seq=_latest_seq_known(socket, seq),
            announced_seq=seq,  # earlier changes are in the log
        )
        self._running: dict[asyncio.Task[None], None] = {}
        """The tasks of commands with asynchronous handlers; an ordered set."""

    async def serve(self) -> None:
        """Receive and send until the connection ends."""
        self.task.add_viewer(self.viewer)
        sender = asyncio.get_running_loop().create_task(self._run_sender())
        try:
            # When the sender ends, it closes the socket, which ends the receiver too.
            await self._receive_loop()
        finally:
            sender.cancel()
            self.task.remove_viewer(self.viewer)
            await asyncio.gather(sender, return_exceptions=True)

    # ---- Out --------------------------------------------------------------------------------------------------------

    async def _run_sender(self) -> None:
        """Send until the connection ends; after a failure the client reconnects."""
        try:
            await self._send_loop()
        except WebSocketDisconnect:
            pass
        except Exception as error:
            self.context.telemetry.fault("showing table failed", error, table=self.task.table.id)
            await _close(self.socket, RESTART)

    async def _send_loop(self) -> None:
        """Send all replies in order, and the table as it is by then: changes in between are skipped."""
        viewer, task = self.viewer, self.task
        viewer.wake.set()
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            on_disk = await task.on_disk()
            for message in viewer.take_replies():
                # If the entries may be lost, send no confirmation: the client resends the command.
                if on_disk or isinstance(message, messages.RefusedMessage):
                    await _send(self.socket, message)
            # Check again, since sending may have taken a while.
            on_disk = await task.on_disk()
            closed = task.table.status == "closed"
            removed = viewer.guest in task.table.removed
            if on_disk and not removed and viewer.stale and (viewer.show_when != "not yet" or closed):
                for text in self._update_texts():
                    await _send_text(self.socket, text)
            if not on_disk:
                await _close(self.socket, RESTART)
                return
            if viewer.banned or removed or (closed and not viewer.pending and not viewer.replies):
                gone = Refused("removed") if removed else task.table.closed_refusal()
                reason = ServerRefused("banned") if viewer.banned else gone
                await _send(self.socket, messages.ClosedMessage(reason.text(viewer.language)))
                await _close(self.socket, 1000)
                return

    def _update_texts(self) -> list[str]:
        """Encode the updates for the viewer. If the viewer could wait, report the time to the render queue."""
        started, in_turn = perf_counter(), self.viewer.show_when == "in turn"
        texts = [_encode(message) for message in pending_updates(self.task, self.viewer)]
        if in_turn:
            self.task.render_queue.add_render_time(perf_counter() - started)
        return texts

    # ---- In ---------------------------------------------------------------------------------------------------------

    async def _receive_loop(self) -> None:
        """Receive commands. The next ones are read while a command is carried out, since some wait for people."""
        viewer = self.viewer
        rate = self.context.throttle.messages
        throttled = 0
        try:
            while True:
                packet = await self.socket.receive()
                if packet["type"] == "websocket.disconnect":
                    return
                if throttled >= _ABUSE_LIMIT or len(viewer.replies) >= _ABUSE_LIMIT:
                    await _close(self.socket, 1008)
                    return
                over_limit = rate.count(viewer.sender)
                throttled = throttled + 1 if over_limit == "guest" else max(0, throttled - 1)
                text = packet.get("text") or packet.get("bytes") or ""
                if not is_control(packet):
                    self._take(text, over_limit)
                if over_limit == "address":
                    # Read no further for a while: to refuse every message would take time from other addresses.
                    await asyncio.sleep(random.uniform(*_PENALTY))
        finally:
            # Let the last commands start: some can be finished without their sender.
            await asyncio.sleep(0)
            for task in self._running:
                task.cancel()

    def _take(self, text: str | bytes, over_limit: str) -> None:
        """Start to carry out the command in a message, or refuse it."""
        viewer, limits = self.viewer, self.context.limits
        if over_limit:
            self._refuse_message(_id_of(text), "too_fast" if over_limit == "guest" else "too_fast_here")
        elif _size(text) > limits.message_bytes:
            self._refuse_message(None, "too_large")
        elif viewer.pending >= limits.pending_commands:
            self._refuse_message(_id_of(text), "too_many_at_once")
        else:
            viewer.pending += 1
            self._start(text)

    def _refuse_message(self, command_id: str | None, message_id: str) -> None:
        """Refuse a message without looking at its command."""
        reason = reason_text(ServerRefused(message_id), self.viewer.language)
        self.viewer.send(messages.RefusedMessage(command_id, reason))

    def _start(self, text: str | bytes) -> None:
        """Start to carry out a command, in the order of arrival."""
        self.context.telemetry.counts["messages"] += 1
        try:
            command = _decode_command(text)
        except Refused as refused:
            self._refuse(refused, _id_of(text))
            return
        loop = asyncio.get_running_loop()
        handler = HANDLERS[type(command)]
        # The event loop starts tasks and callbacks in the order of their creation, so commands start in order.
        if inspect.iscoroutinefunction(handler):
            task = loop.create_task(self._run_async(handler, command))
            self._running[task] = None
            task.add_done_callback(lambda done: self._running.pop(done, None))
        elif self._running:
            loop.call_soon(self._run, handler, command)
        else:
            self._run(handler, command)

    def _run(self, handler: Handler, command: TableCommand) -> None:
        """Carry out a command that waits only for its table."""
        try:
            seq = handler(self._call(command), command)
        except Exception as error:
            self._refuse(error, command.id)
        else:
            if isinstance(seq, int):
                self.viewer.reply(messages.DoneMessage(command.id, seq))

    async def _run_async(self, handler: AsyncHandler, command: TableCommand) -> None:
        """Carry out a command that waits for something other than its table."""
        try:
            seq = await handler(self._call(command), command)
        except Exception as error:
            self._refuse(error, command.id)
        else:
            self.viewer.reply(messages.DoneMessage(command.id, seq))

    def _call(self, command: TableCommand) -> Call:
        def reply(result: int | ChabudaiError) -> None:
            if isinstance(result, int):
                self.viewer.reply(messages.DoneMessage(command.id, result))
            else:
                self._refuse(result, command.id)

        return Call(self.context, self.task, self.viewer, reply)

    def _refuse(self, error: Exception, command_id: str | None) -> None:
        """Tell the client why a command failed; log the error if it is a bug."""
        try:
            if not isinstance(error, ChabudaiError):
                raise error
            reason = reason_text(public_error(error), self.viewer.language)
            self.context.telemetry.counts["refusals"] += 1
        except Exception as fault:
            self.context.telemetry.fault("command failed", fault, table=self.task.table.id)
            reason = reason_text(ServerRefused("failed"), self.viewer.language)
        self.viewer.reply(messages.RefusedMessage(command_id, reason))


def _latest_seq_known(socket: WebSocket, seq: int) -> int:
    """Return the last entry that a client knows about by its own account; without one, the last there is."""
    since = socket.query_params.get("since", "")
    return min(int(since), seq) if since.isdecimal() and len(since) <= 12 else seq


class _OnlyId(msgspec.Struct):
    """Enough of a command to refuse it even if the rest is invalid."""

    id: CommandId


def _decode_command(text: str | bytes) -> TableCommand:
    """Decode the command in a message, or refuse it."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ServerRefused("not_understood", detail=str(error)) from error


def _id_of(text: str | bytes) -> str | None:
    """Return the id in a message, even if the rest is invalid."""
    try:
        return msgspec.json.decode(text, type=_OnlyId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _size(text: str | bytes) -> int:
    return len(text if isinstance(text, bytes) else text.encode())


async def _send(socket: WebSocket, message: ServerMessage) -> None:
    await _send_text(socket, _encode(message))


async def _send_text(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as error:
        # Closed meanwhile, by us or because the client violated the protocol.
        raise WebSocketDisconnect from error


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError):  # already closed
        await socket.close(code)


def _encode(message: ServerMessage) -> str:
    return msgspec.json.encode(message).decode()
