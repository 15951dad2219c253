"""Answers to requests: pages, JSON, redirections, and kind refusals."""

from collections.abc import Mapping

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.caller import caller, recognised
from chabudai.server.http.request import wants_json
from chabudai.server.refusal import for_people, why
from chabudai.session.refusal import Refused
from chabudai.web.pages import error as error_page
from chabudai.web.pages.error import ErrorPage, Kind

_KINDS: Mapping[str, Kind] = {
    "no_such_table": "not_found",
    "no_such_game": "not_found",
    "no_such_page": "not_found",
    "closed": "closed",
    "full": "full",
    "old_version": "old_version",
    "not_invited": "not_yours",
    "foreign_page": "not_yours",
    "banned": "not_yours",
    "not_admin": "not_yours",
    "link_used": "not_yours",
    "bad_link": "not_yours",
    "failed": "failed",
}


def page(html: str, status: int = 200) -> Response:
    """A page, which is made anew each time."""
    return Response(html, status, {"Cache-Control": "no-store"}, "text/html")


def as_json(content: object, status: int = 200) -> Response:
    """An answer for a program."""
    return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store"}, "application/json")


def lead_to(connection: HTTPConnection, address: str, **told: object) -> Response:
    """What was asked for is at this address; a program is told so, and what else there is to tell."""
    if wants_json(connection):
        return as_json(told | {"address": address})
    return Response(status_code=303, headers={"Location": address, "Cache-Control": "no-store"})


def refusal(connection: HTTPConnection, error: ChabudaiError) -> Response:
    """Why something was not done, for a person or a program."""
    if not recognised(connection):
        return Response("Something went wrong.\n", 500, media_type="text/plain")
    who = caller(connection)
    error = for_people(error)
    status = error.status if isinstance(error, Refused) else 400
    reason = why(error, who.language)
    if wants_json(connection) or connection.scope["type"] == "websocket":
        return as_json({"why": reason}, status)
    kind: Kind = "too_many" if status in (429, 503) else "refused"
    record = ""
    if isinstance(error, Refused):
        kind = _KINDS.get(error.sentence, kind)
        record = str(error.values.get("record", ""))
    return page(error_page.page(ErrorPage(visitor=who.visitor, kind=kind, why=reason, record=record)), status)
