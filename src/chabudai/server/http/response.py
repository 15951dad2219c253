"""Builds responses: pages, JSON, redirects and errors."""

from collections.abc import Mapping

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.http.request import wants_json
from chabudai.server.identity import has_identity, identity_of
from chabudai.server.refusal import http_status, public_error, reason_text
from chabudai.session.refusal import Refused
from chabudai.web.pages.error_page import ErrorKind, ErrorPage, error_page

_KINDS: Mapping[str, ErrorKind] = {
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
    "link_revoked": "not_yours",
    "removed": "not_yours",
    "bad_link": "not_yours",
    "failed": "failed",
}
"""The kind of error page by the message id of the refusal; otherwise it follows from the status."""


def html_response(html: str, status: int = 200) -> Response:
    """Return a page, never cached."""
    return Response(html, status, {"Cache-Control": "no-store"}, "text/html")


def json_response(content: object, status: int = 200) -> Response:
    """Return JSON, never cached."""
    return Response(msgspec.json.encode(content), status, {"Cache-Control": "no-store"}, "application/json")


def redirect(connection: HTTPConnection, address: str, **fields: object) -> Response:
    """Redirect to an address; a client that asks for JSON gets the address and further fields instead."""
    if wants_json(connection):
        return json_response(fields | {"address": address})
    return Response(status_code=303, headers={"Location": address, "Cache-Control": "no-store"})


def error_response(connection: HTTPConnection, error: ChabudaiError) -> Response:
    """Return the reason for an error, as a page or as JSON."""
    if not has_identity(connection):
        return Response("Something went wrong.\n", 500, media_type="text/plain")
    identity = identity_of(connection)
    error = public_error(error)
    status = http_status(error)
    reason = reason_text(error, identity.language)
    if wants_json(connection) or connection.scope["type"] == "websocket":
        return json_response({"why": reason}, status)
    kind: ErrorKind = "too_many" if status in (429, 503) else "refused"
    record = ""
    if isinstance(error, Refused):
        kind = _KINDS.get(error.message_id, kind)
        record = str(error.values.get("record", ""))
    return html_response(error_page(ErrorPage(visitor=identity.visitor, kind=kind, why=reason, record=record)), status)
