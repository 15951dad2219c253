"""An HTTP connection that a client cannot keep open without using it."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from chabudai.server.admission import AdmittingConfig, leave

_HEAD_SECONDS = 10.0
"""The time in which a client must send the head of a request."""

_BODY_SECONDS = 60.0
"""The time in which a client must send the body of a request."""

_STALLED_SECONDS = 20.0
"""A client that does not read for this long, although something waits to be sent, is disconnected."""


class GuardedHttp(H11Protocol):
    """uvicorn's HTTP connection with timeouts for requests and for clients that do not read."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._admitted = False
        self._upgraded = False
        self._part = ""
        """The part of a request that the timer waits for: its head, its body, or nothing."""
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start a connection, unless the address has too many."""
        super().connection_made(transport)
        assert isinstance(self.config, AdmittingConfig)
        self._admitted = self.config.admission.admit(self.client[0] if self.client else "")
        if self._admitted:
            self._wait_for("head", _HEAD_SECONDS)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive data, and set the timer for what is still missing."""
        super().data_received(data)
        if self._upgraded:
            return
        if self.conn.their_state is h11.IDLE:
            # The keep-alive timeout applies until the next request begins.
            self._wait_for("head" if self.timeout_keep_alive_task is None else "", _HEAD_SECONDS)
        else:
            self._wait_for("body" if self.conn.their_state is h11.SEND_BODY else "", _BODY_SECONDS)

    def _wait_for(self, part: str, seconds: float) -> None:
        if part != self._part:
            self._part = part
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(seconds, self.transport.abort) if part else None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket."""
        self._upgraded = True
        self._wait_for("", 0.0)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Give a client that does not read some time."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(_STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._stop_stalled()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection."""
        self._wait_for("", 0.0)
        self._stop_stalled()
        super().connection_lost(exc)
        if self._admitted:
            leave(self.config, self.client)

    def _stop_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
