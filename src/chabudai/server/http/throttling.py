"""Middleware that limits the requests of each address, before anything else looks at them."""

import asyncio
import random

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from chabudai.server.address import FORWARDING_HEADERS, Sender, address_key
from chabudai.server.context import Context
from chabudai.server.http.request import wants_json
from chabudai.server.http.turns import Turns
from chabudai.server.identity import language_of
from chabudai.server.refusal import ServerRefused, reason_text

_FILE_COST = 1.0

_COSTS = (
    ("/static/", _FILE_COST),
    ("/art/", _FILE_COST),
    ("/gallery", 40.0),
    ("/rules/", 5.0),
    ("/replay/", 3.0),
    ("/records", 5.0),
    ("/tables", 5.0),
)
"""What a page costs, by the beginning of its path, in requests: about one for each millisecond of work."""

_OTHER_COST = 2.0

_PENALTY = (1.0, 3.0)
"""A request over the limit is refused after a random time in this range, in seconds. So a client that waits for the
answer hardly takes any of the server's time."""


_PAGES_AT_ONCE = 4
"""Pages that are made at the same time for one address. So those of others never wait for many of them."""


class ThrottleMiddleware:
    """Refuses requests of addresses that send too many."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self.context = context
        self._warned = False
        self._turns = Turns(_PAGES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        self._warn_of_proxy(connection)
        address, cost = address_key(connection), _cost(scope["path"])
        try:
            self.context.throttle.requests.take(Sender("", address), cost)
        except ServerRefused as refused:
            self.context.telemetry.counts["requests_throttled"] += 1
            await asyncio.sleep(random.uniform(*_PENALTY))
            await _refusal(connection, refused)(scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and cost > _FILE_COST:
            async with self._turns.take(address):
                await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _warn_of_proxy(self, connection: HTTPConnection) -> None:
        """Log once that a proxy seems to be there which is not trusted: all its clients then share their limits."""
        if not self._warned and not self.context.proxies.hosts:
            header = next((header for header in FORWARDING_HEADERS if header in connection.headers), None)
            if header is not None:
                self._warned = True
                client = connection.client.host if connection.client else ""
                self.context.telemetry.warn(
                    "header of a proxy ignored; if it is your proxy, trust it with --proxy", header=header, peer=client
                )


def _cost(path: str) -> float:
    return next((cost for beginning, cost in _COSTS if path.startswith(beginning)), _OTHER_COST)


def _refusal(connection: HTTPConnection, refused: ServerRefused) -> Response:
    """Return a short response: a whole page would cost too much."""
    reason = reason_text(refused, language_of(connection))
    headers = {"Retry-After": "10", "Cache-Control": "no-store"}
    if wants_json(connection) or connection.scope["type"] == "websocket":
        return JSONResponse({"why": reason}, refused.status, headers)
    return PlainTextResponse(f"{reason}\n", refused.status, headers)
