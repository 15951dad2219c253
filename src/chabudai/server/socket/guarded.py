"""A WebSocket that a client cannot use to take the server's time or memory.

Every frame counts as a message: the application also receives pings, pongs and fragments, as packets without content,
and reads the next frames when it has time for them. A client that does not read is disconnected.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from websockets.frames import Frame

from chabudai.server.admission import leave
from chabudai.server.socket.compression import CompressedWebSocket

_SLICE = 1024
"""Bytes that are decoded together. They may contain more than a hundred frames."""

_MAX_AFTER_CLOSE = 16
"""Slices that are decoded after we have sent a close frame, at most."""

_LAST_FRAMES = 64
"""Frames that are still decoded after a client has disconnected."""

_CLOSE_SECONDS = 5.0
"""The time in which a client must reply to our close frame."""

_STALLED_SECONDS = 20.0
"""A client that does not read for this long, although something waits to be sent, is disconnected."""

_MAX_UNSENT = 1_000_000
"""Bytes. A client for whom more waits to be sent is disconnected immediately."""


def is_control(packet: Mapping[str, Any]) -> bool:
    """Check whether a packet stands for a frame without a message."""
    return "control" in packet


class GuardedWebSocket(CompressedWebSocket):
    """uvicorn's WebSocket, which decodes a few frames at a time and does not wait for clients that do not read."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.close_timeout = _CLOSE_SECONDS
        self._undecoded = bytearray()
        self._slices_after_close = 0
        self._stalled: asyncio.TimerHandle | None = None

    # ---- In ---------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Decode data as far as the application has received what came before."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._undecoded += data
        self._decode()

    async def receive(self) -> Any:
        """Return the next packet, and decode more data when there are no others."""
        packet = await self.queue.get()
        if self.queue.empty():
            self._decode()
        return packet

    def _decode(self) -> None:
        """Decode until there is a packet for the application, and read on if there is none."""
        while self._undecoded and self._may_decode():
            self._decode_slice()
        if not self.transport.is_closing() and self.read_paused == self._may_decode():
            self.read_paused = not self.read_paused
            if self.read_paused:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def _may_decode(self) -> bool:
        """Check whether to decode more. After our close frame we only wait for the client's, and not for long."""
        if self.disconnected or self.conn.parser_exc is not None:
            return False
        return self._slices_after_close < _MAX_AFTER_CLOSE if self.close_sent else self.queue.empty()

    def _decode_slice(self) -> None:
        if self.close_sent:
            self._slices_after_close += 1
        data = bytes(self._undecoded[:_SLICE])
        del self._undecoded[:_SLICE]
        super().data_received(data)

    def _count(self) -> None:
        """Let the application count a frame that carries no message."""
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "control": True})  # type: ignore[arg-type]

    def handle_ping(self) -> None:
        """Reply to a ping, and count it."""
        self._count()
        if not self.transport.is_closing():
            super().handle_ping()
            self._check_unsent()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong that we did not ask for."""
        if self.pending_ping_payload is None or bytes(event.data) != self.pending_ping_payload:
            self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Count a fragment."""
        if not event.fin:
            self._count()
        super().handle_cont(event)

    # ---- Out --------------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Give a client that does not read some time."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(_STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._stop_timer()

    def _check_unsent(self) -> None:
        if self.transport.get_write_buffer_size() > _MAX_UNSENT:
            self.transport.abort()

    # ---- End --------------------------------------------------------------------------------------------------------

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Drop a client that does not read, although the connection is to be closed."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Drop a client that does not reply to a ping. Whatever waits to be sent would never be read."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Decode the last messages, unless there are too many."""
        self._stop_timer()
        while self._undecoded and self.queue.qsize() < _LAST_FRAMES and self.conn.parser_exc is None:
            self._decode_slice()
        self._undecoded.clear()
        super().connection_lost(exc)
        leave(self.config, self.client)

    def _stop_timer(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
