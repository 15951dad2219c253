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
    """A link does not lead to a table, or the server cannot be reached or refuses the request."""


class SeatLink(NamedTuple):
    """A table on a server, with the cookie that identifies the player there."""

    server: str
    """Scheme, host and port, such as `http://host:8000`."""
    table: str
    cookie: str
    language: str

    @property
    def socket_url(self) -> str:
        """The URL of the table's WebSocket."""
        return f"{self.server.replace('http', 'ws', 1)}/table/{self.table}/live?form=json"

    def headers(self) -> dict[str, str]:
        """Return the headers that identify the player and their language."""
        return {"Cookie": f"{COOKIE}={self.cookie}; lang={self.language}", "Accept-Language": self.language}


def follow_link(url: str, name: str, language: str) -> SeatLink:
    """Follow a link to a table.

    A link that transfers a seat takes that seat. An invitation takes a seat only while the table waits for players;
    later, it only lets the player watch.
    """
    parts = _split(url)
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not rest or kind not in ("join", "seat", "table"):
        raise CannotJoin(
            f"{url} is not a link to a table: it must look like http://host:8000/join/…, /seat/… or /table/…"
        )
    link = SeatLink(f"{parts.scheme}://{parts.netloc}", "", cookie_for(f"{parts.scheme}://{parts.netloc}"), language)
    if kind == "table":
        # Check that the server can be reached, and store its cookie if it sets one.
        link, _ = _request(link, "GET", "/healthz")
        return link._replace(table=rest)
    link, body = _request(link, "POST", f"/{kind}/{rest}", {"name": name} if name else {})
    return link._replace(table=str(body.get("table", "")))


def _split(url: str) -> SplitResult:
    """Split a URL, which may lack `http://`; return an empty one if it is invalid."""
    try:
        return urlsplit(url if "://" in url else f"http://{url}")
    except ValueError:
        return urlsplit("")


def _request(
    link: SeatLink, method: str, path: str, fields: dict[str, str] | None = None
) -> tuple[SeatLink, dict[str, object]]:
    """Send a request; return the link, updated with any new cookie, and the JSON of the response."""
    parts = urlsplit(link.server)
    connection_class = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = connection_class(parts.netloc, timeout=_TIMEOUT)
        headers = link.headers() | {"Accept": "application/json", "Content-Type": "application/json"}
        connection.request(method, path, None if fields is None else json.dumps(fields), headers)
        response = connection.getresponse()
        text = response.read()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CannotJoin(f"cannot reach {link.server}: {getattr(error, 'strerror', None) or error}") from error
    cookies = SimpleCookie(response.headers.get("Set-Cookie", ""))
    if COOKIE in cookies:
        link = link._replace(cookie=cookies[COOKIE].value)
        save_cookie(link.server, link.cookie)
    try:
        body = json.loads(text)
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    if 300 <= response.status < 400:
        location = response.headers.get("Location", "")
        raise CannotJoin(f"{link.server} responded {response.status} {response.reason}: use {location!r} instead")
    if response.status >= 400:
        raise CannotJoin(str(body.get("why") or f"{link.server} responded {response.status} {response.reason}"))
    return link, body
