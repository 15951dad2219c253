"""The web server: all addresses, and what goes for each of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chabudai.kernel.errors import ChabudaiError
from chabudai.server import file_pages
from chabudai.server.admin_pages import AdminPages
from chabudai.server.answers import refusal
from chabudai.server.caller import Recognition
from chabudai.server.desk import Desk
from chabudai.server.house_pages import HousePages
from chabudai.server.live import Live
from chabudai.server.refusal import Refused
from chabudai.server.replay_pages import ReplayPages
from chabudai.server.table_pages import TablePages

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


def make_app(desk: Desk) -> Starlette:
    """The web application of a house."""

    @asynccontextmanager
    async def open_house(app: Starlette) -> AsyncIterator[None]:
        await desk.house.open_doors()
        yield
        await desk.house.close_doors()

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, ChabudaiError)
        return refusal(request, error)

    async def not_found(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return refusal(request, Refused("no_such_page", status=status))

    async def fail(request: Request, error: Exception) -> Response:
        desk.journal.fault("a request failed", error, path=request.url.path)
        return refusal(request, Refused("failed", status=500))

    return Starlette(
        routes=[
            *HousePages(desk).routes(),
            *TablePages(desk).routes(),
            *ReplayPages(desk).routes(),
            *AdminPages(desk).routes(),
            *file_pages.routes(),
            WebSocketRoute("/table/{table}/live", Live(desk).connect),
        ],
        middleware=[
            Middleware(_Headers),
            Middleware(GZipMiddleware, minimum_size=500),
            Middleware(Recognition, desk=desk, refuse=refusal),
        ],
        exception_handlers={
            ChabudaiError: refuse,
            HTTPException: not_found,
            Exception: fail,
        },
        lifespan=open_house,
    )


class _Headers:
    """Adds what every answer has: where a page may load from, and that nobody may frame it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers)
