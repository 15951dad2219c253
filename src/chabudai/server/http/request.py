"""Reads requests: their bodies and fields, and the format they want the response in."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec
from python_multipart.multipart import parse_options_header
from starlette.requests import HTTPConnection, Request

from chabudai.server.refusal import ServerRefused

Fields = Mapping[str, object]


def wants_json(connection: HTTPConnection) -> bool:
    """Check whether the client asks for JSON."""
    return "application/json" in connection.headers.get("accept", "")


def is_secure(connection: HTTPConnection) -> bool:
    """Check whether the connection is encrypted, at least as far as the proxy."""
    return connection.scope["scheme"] in ("https", "wss")


def site_url(request: Request) -> str:
    """Return the URL of this server as the client knows it, without a path."""
    return f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def request_host(request: Request) -> str:
    """Return the name or IP address in the request's `Host`, without the port; empty if it is malformed."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def is_json(request: Request) -> bool:
    """Check whether the body of a request is JSON."""
    return request.headers.get("content-type", "").split(";")[0].strip() == "application/json"


async def read_body(request: Request, limit: int) -> bytes:
    """Read the body, or refuse it if it is too large."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > limit:
            raise ServerRefused("too_large", status=413)
    return bytes(content)


async def read_fields(request: Request, limit: int = 65_536) -> Fields:
    """Read the fields of a form or of a JSON object."""
    content = await read_body(request, limit)
    if is_json(request):
        try:
            return msgspec.json.decode(content or b"{}", type=dict[str, object])
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise ServerRefused("bad_form", detail=str(error), status=400) from error
    _check_charset(request)
    form = await _with_body(request, content).form(max_files=1, max_fields=200, max_part_size=limit)
    return {name: await value.read() if hasattr(value, "read") else value for name, value in form.multi_items()}


def _check_charset(request: Request) -> None:
    """Refuse a form that is not in UTF-8: some of Python's other encodings fail, or decode to invalid text."""
    _, parameters = parse_options_header(request.headers.get("content-type"))
    if parameters.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise ServerRefused("bad_form", detail="charset", status=400)


def text_field(fields: Fields, name: str, default: str = "") -> str:
    """Return a text field."""
    value = fields.get(name, default)
    if not isinstance(value, str):
        raise ServerRefused("bad_form", detail=name, status=400)
    return value


def number_field(fields: Fields, name: str, default: int) -> int:
    """Return an integer field, which may be a text of digits."""
    value = fields.get(name, default)
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 12:
        return int(value)
    if type(value) is not int:
        raise ServerRefused("bad_form", detail=name, status=400)
    return value


def flag_field(fields: Fields, name: str, default: bool) -> bool:
    """Return a field that is true or false; in a form, on or off."""
    match fields.get(name, default):
        case True | "on" | "true":
            return True
        case False | "off" | "false" | "":
            return False
    raise ServerRefused("bad_form", detail=name, status=400)


def _with_body(request: Request, content: bytes) -> Request:
    """Return a copy of the request whose body can be read again."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": content, "more_body": False}

    return Request(request.scope, receive)
