"""How messages are packed on the wire: by what was sent before, since a table changes little from move to move."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

PACKING = {"level": 5, "memLevel": 5}
"""Measured on whole games: with the wide window updates are a third to half the size, at about half the time, that
uvicorn's own settings (a window of 4 KB, level 6) give. Level 4 is a little faster, but with it a final scoring may be
over 4 KB; higher levels cost more than they save."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a window of 32 KB (144 KB of memory a connection), so that it holds the last tables."""

    def __init__(self, *arguments: Any, **further: Any) -> None:
        super().__init__(*arguments, **further)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=15, client_max_window_bits=12, compress_settings=PACKING
            )
        ]

    def connection_lost(self, exc: Exception | None) -> None:
        """The window goes with the connection: what else there is refers to itself, and waits to be tidied up."""
        super().connection_lost(exc)
        self.conn.extensions = []
