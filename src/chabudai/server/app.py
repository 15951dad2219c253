"""The web application: all routes, with the middleware and error handlers that they share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.context import Context
from chabudai.server.http import file_pages
from chabudai.server.http.admin_pages import AdminPages
from chabudai.server.http.card_data_pages import CardDataPages
from chabudai.server.http.lobby_pages import LobbyPages
from chabudai.server.http.replay_pages import ReplayPages
from chabudai.server.http.request import is_secure
from chabudai.server.http.response import error_response
from chabudai.server.http.table_pages import TablePages
from chabudai.server.http.throttling import ThrottleMiddleware
from chabudai.server.identity import IdentityMiddleware
from chabudai.server.refusal import ServerRefused
from chabudai.server.socket.connections import Connections

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


_ONLY_ENCRYPTED = (b"strict-transport-security", b"max-age=31536000")
"""Sent over TLS: for a year, browsers use nothing else for this site."""


def make_app(context: Context) -> Starlette:
    """Build the web application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await context.tables.start()
        yield
        await context.tables.stop()

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, ChabudaiError)
        return error_response(request, error)

    async def not_found(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return error_response(request, ServerRefused("no_such_page", status=status))

    async def abort(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # the client has gone, so nobody reads this

    async def fail(request: Request, error: Exception) -> Response:
        context.telemetry.fault("request failed", error, path=request.scope["path"])
        return error_response(request, ServerRefused("failed", status=500))

    app = Starlette(
        routes=[
            *LobbyPages(context).routes(),
            *CardDataPages().routes(),
            *TablePages(context).routes(),
            *ReplayPages(context).routes(),
            *AdminPages(context).routes(),
            *file_pages.routes(),
            WebSocketRoute("/table/{table}/live", Connections(context).connect),
        ],
        middleware=[
            Middleware(_SecurityHeaders),
            Middleware(ThrottleMiddleware, context=context),
            Middleware(GZipMiddleware, minimum_size=500),
            Middleware(IdentityMiddleware, context=context, refuse=error_response),
        ],
        exception_handlers={
            ChabudaiError: refuse,
            HTTPException: not_found,
            ClientDisconnect: abort,
            Exception: fail,
        },
        lifespan=lifespan,
    )
    app.state.context = context
    return app


class _SecurityHeaders:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                further = [*_HEADERS, _ONLY_ENCRYPTED] if is_secure(HTTPConnection(scope)) else _HEADERS
                message["headers"] = [*message.get("headers", []), *further]
            await send(message)

        await self.app(scope, receive, with_headers)
