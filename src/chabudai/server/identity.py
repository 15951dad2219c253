"""Identifies the guest behind a request by a signed cookie, with their language and theme."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chabudai.scene.words import LANGUAGES, text_of
from chabudai.server.address import Sender, address_key
from chabudai.server.context import Context
from chabudai.server.http.request import is_secure
from chabudai.server.refusal import ServerRefused
from chabudai.session.decide import Actor
from chabudai.session.refusal import Refused
from chabudai.web.pages.document import Theme, Visitor

COOKIE = "chabudai_guest"
_MAX_AGE = 5 * 365 * 86_400
"""Seconds that browsers keep the cookie."""


@dataclass(frozen=True)
class Identity:
    """The guest behind a request, with their preferences."""

    guest: str
    name: str
    language: str
    theme: Theme
    cookie: str = ""
    """The cookie to set for a new guest; empty for a known one."""
    address: str = ""
    """The key of the address that they come from."""

    @property
    def visitor(self) -> Visitor:
        """The guest as pages know them."""
        return Visitor(self.name, self.language, self.theme)

    @property
    def actor(self) -> Actor:
        """The guest as `decide` knows them."""
        return Actor(self.guest, self.display_name())

    @property
    def sender(self) -> Sender:
        """The guest as limits know them."""
        return Sender(self.guest, self.address)

    def display_name(self) -> str:
        """Return the guest's name, or a numbered one if they have given none."""
        number = int.from_bytes(hashlib.sha256(self.guest.encode()).digest()[:4]) % 900 + 100
        return self.name or text_of(ServerRefused.package, self.language)["table"]["guest"].format(number=number)


def identity_of(connection: HTTPConnection) -> Identity:
    """Return the guest behind a request."""
    return cast(Identity, connection.scope["chabudai.identity"])


def has_identity(connection: HTTPConnection) -> bool:
    """Check whether the guest was identified; a request may fail before that."""
    return "chabudai.identity" in connection.scope


class IdentityMiddleware:
    """Middleware that identifies the guest.

    It refuses banned guests, too many new guests, and changes that pages of other sites ask for.
    """

    def __init__(self, app: ASGIApp, context: Context, refuse: Callable[[HTTPConnection, Refused], Response]) -> None:
        self.app = app
        self.context = context
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        identity = await self._identify(connection)
        scope["chabudai.identity"] = identity
        refused = self._refusal(connection, identity)
        if refused is not None:
            # For a WebSocket this rejects the handshake.
            await self.refuse(connection, refused)(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                secure = "; Secure" if is_secure(connection) else ""
                cookie = f"{COOKIE}={identity.cookie}; Path=/; Max-Age={_MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
                message["headers"] = [*message.get("headers", []), (b"set-cookie", cookie.encode())]
            await send(message)

        sets_cookie = identity.cookie and not _is_cacheable(connection)
        await self.app(scope, receive, with_cookie if sets_cookie else send)

    async def _identify(self, connection: HTTPConnection) -> Identity:
        language, theme, address = language_of(connection), _theme_of(connection), address_key(connection)
        guest = self.context.signer.verify("guest", connection.cookies.get(COOKIE, ""))
        if guest:
            return Identity(guest, await self.context.guests.name(guest), language, theme, address=address)
        guest = secrets.token_urlsafe(12)
        return Identity(guest, "", language, theme, self.context.signer.sign("guest", guest), address)

    def _refusal(self, connection: HTTPConnection, identity: Identity) -> Refused | None:
        if identity.guest in self.context.tables.banned:
            return ServerRefused("banned", status=403)
        may_change = connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD")
        if may_change and not _from_own_page(connection):
            return ServerRefused("foreign_page", status=403)
        if may_change:
            try:
                self.context.throttle.use_cookie(identity.sender)
            except Refused as refused:
                return refused
        return None


def language_of(connection: HTTPConnection) -> str:
    """Return the language that the guest chose, or else the first supported one that the browser asks for."""
    preferred = [connection.cookies.get("lang", "")]
    preferred += [part.split(";")[0].strip()[:2] for part in connection.headers.get("accept-language", "").split(",")]
    return next((language for language in preferred if language in LANGUAGES), LANGUAGES[0])


def _theme_of(connection: HTTPConnection) -> Theme:
    match connection.cookies.get("theme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return "auto"


def _from_own_page(connection: HTTPConnection) -> bool:
    """Check whether a request comes from one of our pages, or from no page at all: programs send no Origin."""
    origin = connection.headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc == connection.headers.get("host")
        except ValueError:
            return False
    return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _is_cacheable(connection: HTTPConnection) -> bool:
    """Check whether shared caches may store the response; then it must not set a cookie."""
    return str(connection.scope["path"]).startswith(("/static/", "/art/"))
