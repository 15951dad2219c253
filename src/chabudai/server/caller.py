"""Who asks: the guest behind a request, by signed cookie, and how they like to be answered."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chabudai.scene.words import LANGUAGES
from chabudai.server.context import Context
from chabudai.server.refusal import ServerRefused
from chabudai.session.decide import Who
from chabudai.session.refusal import Refused, sentences
from chabudai.web.pages.document import Theme, Visitor

COOKIE = "chabudai_guest"
_YEARS = 5 * 365 * 86_400


@dataclass(frozen=True)
class Caller:
    """A guest who asks for something."""

    guest: str
    name: str
    language: str
    theme: Theme
    cookie: str = ""
    """The cookie to be set, for a guest who has just got their id."""

    @property
    def visitor(self) -> Visitor:
        """The caller as pages know them."""
        return Visitor(self.name, self.language, self.theme)

    @property
    def who(self) -> Who:
        """The caller as `decide` knows them."""
        return Who(self.guest, self.called())

    def called(self) -> str:
        """What to call a guest at a table who has given no name."""
        number = int.from_bytes(hashlib.sha256(self.guest.encode()).digest()[:4]) % 900 + 100
        return self.name or sentences(ServerRefused.package, self.language)["table"]["guest"].format(number=number)


def caller(connection: HTTPConnection) -> Caller:
    """Who asks."""
    return cast(Caller, connection.scope["chabudai.caller"])


def recognised(connection: HTTPConnection) -> bool:
    """Whether it is known who asks; not if something failed before that."""
    return "chabudai.caller" in connection.scope


class Recognition:
    """Finds out who asks before anything else; turns away those who are banned, and the pages of other sites."""

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
        caller = await self._recognise(connection)
        scope["chabudai.caller"] = caller
        refused = self._refusal(connection, caller)
        if refused is not None:
            # For a socket this is an answer to its first request, and the connection ends.
            await self.refuse(connection, refused)(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                secure = "; Secure" if connection.url.scheme in ("https", "wss") else ""
                cookie = f"{COOKIE}={caller.cookie}; Path=/; Max-Age={_YEARS}; HttpOnly; SameSite=Lax{secure}"
                message["headers"] = [*message.get("headers", []), (b"set-cookie", cookie.encode())]
            await send(message)

        sets_cookie = caller.cookie and not _kept_for_all(connection)
        await self.app(scope, receive, with_cookie if sets_cookie else send)

    async def _recognise(self, connection: HTTPConnection) -> Caller:
        language, theme = language_of(connection), _theme_of(connection)
        guest = self.context.signer.open("guest", connection.cookies.get(COOKIE, ""))
        if guest:
            return Caller(guest, await self.context.guests.name(guest), language, theme)
        guest = secrets.token_urlsafe(12)
        return Caller(guest, "", language, theme, self.context.signer.sign("guest", guest))

    def _refusal(self, connection: HTTPConnection, caller: Caller) -> Refused | None:
        if caller.guest in self.context.tables.banned:
            return ServerRefused("banned", status=403)
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD")
        if changes and not _from_own_page(connection):
            return ServerRefused("foreign_page", status=403)
        if changes and caller.cookie:
            try:
                self.context.new_guests.take(connection.client.host if connection.client else "")
            except Refused as refused:
                return refused
        return None


def language_of(connection: HTTPConnection) -> str:
    """The language that was chosen, else the first of those the browser asks for that we speak."""
    wished = [connection.cookies.get("lang", "")]
    wished += [part.split(";")[0].strip()[:2] for part in connection.headers.get("accept-language", "").split(",")]
    return next((language for language in wished if language in LANGUAGES), LANGUAGES[0])


def _theme_of(connection: HTTPConnection) -> Theme:
    match connection.cookies.get("theme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return "auto"


def _from_own_page(connection: HTTPConnection) -> bool:
    """Whether a request comes from one of our pages, or from no page at all: a program sends no Origin."""
    origin = connection.headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == connection.headers.get("host")
    return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _kept_for_all(connection: HTTPConnection) -> bool:
    """Whether the answer may be kept by caches between us and the guest: then it has no cookie in it."""
    return connection.url.path.startswith(("/static/", "/art/"))
