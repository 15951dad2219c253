"""Follows a link to a table on a server: an invitation, a seat that is moved here, or the table itself."""

import http.client
import json
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from chabudai.kernel.errors import ChabudaiError
from chabudai.terminal.app.guests import cookie_for, keep_cookie

COOKIE = "chabudai_guest"
_PATIENCE = 15.0
"""Seconds after which a server that does not answer is given up."""


class CannotJoin(ChabudaiError):
    """A link that leads to no table."""


class Seat(NamedTuple):
    """A table on a server, and the cookie by which it knows this person."""

    server: str
    """As in `http://host:8000`."""
    table: str
    cookie: str
    language: str

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"{self.server.replace('http', 'ws', 1)}/table/{self.table}/live?form=json"

    def headers(self) -> dict[str, str]:
        """What each request says of this person."""
        return {"Cookie": f"{COOKIE}={self.cookie}; lang={self.language}", "Accept-Language": self.language}


def follow(link: str, name: str, language: str) -> Seat:
    """Go where a link leads, and sit down if it says so."""
    parts = _address(link)
    kind, _, rest = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not rest or kind not in ("join", "seat", "table"):
        raise CannotJoin(
            f"{link} leads to no table: an invitation is like http://host:8000/join/…, a table like http://host:8000/table/…"
        )
    seat = Seat(f"{parts.scheme}://{parts.netloc}", "", cookie_for(f"{parts.scheme}://{parts.netloc}"), language)
    if kind == "table":
        seat, _ = _ask(seat, "GET", "/healthz")
        return seat._replace(table=rest)
    seat, answer = _ask(seat, "POST", f"/{kind}/{rest}", {"name": name} if name else {})
    return seat._replace(table=str(answer.get("table", "")))


def _address(link: str) -> SplitResult:
    try:
        return urlsplit(link if "://" in link else f"http://{link}")
    except ValueError:
        return urlsplit("")


def _ask(seat: Seat, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[Seat, dict[str, object]]:
    """Ask a server; the answer, and the seat with the cookie that it may have given."""
    parts = urlsplit(seat.server)
    make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = make(parts.netloc, timeout=_PATIENCE)
        headers = seat.headers() | {"Accept": "application/json", "Content-Type": "application/json"}
        connection.request(method, path, None if fields is None else json.dumps(fields), headers)
        answer = connection.getresponse()
        text = answer.read()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CannotJoin(f"cannot reach {seat.server}: {getattr(error, 'strerror', None) or error}") from error
    given = SimpleCookie(answer.headers.get("Set-Cookie", ""))
    if COOKIE in given:
        seat = seat._replace(cookie=given[COOKIE].value)
        keep_cookie(seat.server, seat.cookie)
    try:
        told = json.loads(text)
    except ValueError:
        told = {}
    told = told if isinstance(told, dict) else {}
    if 300 <= answer.status < 400:
        where = answer.headers.get("Location", "")
        raise CannotJoin(f"{seat.server} answers {answer.status} {answer.reason}: go to {where!r} instead")
    if answer.status >= 400:
        raise CannotJoin(str(told.get("why") or f"{seat.server} answers {answer.status} {answer.reason}"))
    return seat, told
