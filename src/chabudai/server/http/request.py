"""What a request holds, and in which form it wants its answer."""

from collections.abc import Mapping

import msgspec
from starlette.requests import HTTPConnection, Request

from chabudai.server.refusal import ServerRefused

Fields = Mapping[str, object]


def wants_json(connection: HTTPConnection) -> bool:
    """Whether the answer is for a program."""
    return "application/json" in connection.headers.get("accept", "")


def sent_json(request: Request) -> bool:
    """Whether the request itself comes as JSON."""
    return request.headers.get("content-type", "").split(";")[0].strip() == "application/json"


async def body(request: Request, limit: int) -> bytes:
    """All that was sent, if it is not too much."""
    content = bytearray()
    async for piece in request.stream():
        content += piece
        if len(content) > limit:
            raise ServerRefused("too_large", status=413)
    return bytes(content)


async def fields(request: Request, limit: int = 65_536) -> Fields:
    """The fields of a form, or of an object in JSON."""
    content = await body(request, limit)
    if sent_json(request):
        try:
            return msgspec.json.decode(content or b"{}", type=dict[str, object])
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise ServerRefused("bad_form", detail=str(error), status=400) from error
    form = await _again(request, content).form(max_files=1, max_fields=200, max_part_size=limit)
    return {name: await value.read() if hasattr(value, "read") else value for name, value in form.multi_items()}


def text(found: Fields, name: str, otherwise: str = "") -> str:
    """A field that is a text."""
    value = found.get(name, otherwise)
    if not isinstance(value, str):
        raise ServerRefused("bad_form", detail=name, status=400)
    return value


def number(found: Fields, name: str, otherwise: int) -> int:
    """A field that is a whole number, or a text that stands for one."""
    value = found.get(name, otherwise)
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 12:
        return int(value)
    if type(value) is not int:
        raise ServerRefused("bad_form", detail=name, status=400)
    return value


def yes(found: Fields, name: str, otherwise: bool) -> bool:
    """A field that is true or false, in a form on or off."""
    match found.get(name, otherwise):
        case True | "on" | "true":
            return True
        case False | "off" | "false" | "":
            return False
    raise ServerRefused("bad_form", detail=name, status=400)


def _again(request: Request, content: bytes) -> Request:
    """The request with its body to be read once more."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": content, "more_body": False}

    return Request(request.scope, receive)
