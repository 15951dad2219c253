"""Follows a link to a table on a server: an invitation, a link that transfers a seat, or the URL of a table."""

import http.client
import json
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from chabudai.kernel.errors import ChabudaiError
from chabudai.terminal.app.cookies import cookie_for, save_cookie

COOKIE = "chabudai_guest"
_TIMEOUT = 15.0
"""Seconds to wait for a server's response."""


class CannotJoin(ChabudaiError):
    """A link does not lead to a table."""


class SeatLink(NamedTuple):
    """A table on a server, with the cookie that identifies the player there."""

    server: str
    """Like `http://host:8000`."""
    table: str
    cookie: str
    language: str

    @property
    def socket(self) -> str:
        """The URL of the table's WebSocket."""
        return f"{self.server.replace('http', 'ws', 1)}/table/{self.table}/live?form=json"

    def headers(self) -> dict[str, str]:
        """Return the headers that identify the player and their language."""
        return {"Cookie": f"{COOKIE}={self.cookie}; lang={self.language}", "Accept-Language": self.language}


def follow_link(link: str, name: str, language: str) -> SeatLink:
    """Follow a link, taking a seat if it is an invitation or transfers a seat."""
    parts = _split(link)
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not rest or kind not in ("join", "seat", "table"):
        raise CannotJoin(
            f"{link} is not a link to a table: it must look like http://host:8000/join/… or http://host:8000/table/…"
        )
    seat = SeatLink(f"{parts.scheme}://{parts.netloc}", "", cookie_for(f"{parts.scheme}://{parts.netloc}"), language)
    if kind == "table":
        seat, _ = _request(seat, "GET", "/healthz")
        return seat._replace(table=rest)
    seat, body = _request(seat, "POST", f"/{kind}/{rest}", {"name": name} if name else {})
    return seat._replace(table=str(body.get("table", "")))


def _split(link: str) -> SplitResult:
    try:
        return urlsplit(link if "://" in link else f"http://{link}")
    except ValueError:
        return urlsplit("")


def _request(
    seat: SeatLink, method: str, path: str, fields: dict[str, str] | None = None
) -> tuple[SeatLink, dict[str, object]]:
    """Send a request; return the link, updated with any new cookie, and the JSON of the response."""
    parts = urlsplit(seat.server)
    connection_class = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = connection_class(parts.netloc, timeout=_TIMEOUT)
        headers = seat.headers() | {"Accept": "application/json", "Content-Type": "application/json"}
        connection.request(method, path, None if fields is None else json.dumps(fields), headers)
        response = connection.getresponse()
        text = response.read()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CannotJoin(f"cannot reach {seat.server}: {getattr(error, 'strerror', None) or error}") from error
    cookies = SimpleCookie(response.headers.get("Set-Cookie", ""))
    if COOKIE in cookies:
        seat = seat._replace(cookie=cookies[COOKIE].value)
        save_cookie(seat.server, seat.cookie)
    try:
        body = json.loads(text)
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    if 300 <= response.status < 400:
        where = response.headers.get("Location", "")
        raise CannotJoin(f"{seat.server} responded {response.status} {response.reason}: use {where!r} instead")
    if response.status >= 400:
        raise CannotJoin(str(body.get("why") or f"{seat.server} responded {response.status} {response.reason}"))
    return seat, body
