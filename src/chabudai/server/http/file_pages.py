"""Files that never change at their address, which holds a mark of their contents: they may be kept for ever."""

import mimetypes

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.games.registry import games
from chabudai.server.refusal import ServerRefused
from chabudai.web import addresses, art

_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_FOR_NOW = {"Cache-Control": "no-cache"}


def routes() -> list[Route]:
    """The addresses."""
    return [Route("/static/{mark}/{name}", static), Route("/art/{mark}/{name}", drawn), Route("/favicon.ico", icon)]


async def static(request: Request) -> Response:
    """A file of the pages: styles, scripts, icons."""
    name = request.path_params["name"]
    if not _is_there(name):
        raise ServerRefused("no_such_page", status=404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _answer(request, addresses.static(name), addresses.STATIC.joinpath(name).read_bytes(), kind)


def _is_there(name: str) -> bool:
    try:
        return "/" not in name and not name.startswith(".") and addresses.STATIC.joinpath(name).is_file()
    except OSError:  # a name that no file can have, since it is too long
        return False


async def drawn(request: Request) -> Response:
    """The pictures or the palette of a game."""
    name, _, kind = request.path_params["name"].rpartition(".")
    game = games().get(name)
    if game is None or kind not in ("svg", "css"):
        raise ServerRefused("no_such_page", status=404)
    if kind == "svg":
        return _answer(request, addresses.symbols(game), art.symbols(game).encode(), "image/svg+xml")
    return _answer(request, addresses.style(game), art.stylesheet(game).encode(), "text/css")


async def icon(request: Request) -> Response:
    """Where browsers look that have not read the page."""
    return Response(status_code=308, headers={"Location": addresses.static("icon.svg")} | _FOR_NOW)


def _answer(request: Request, address: str, content: bytes, kind: str) -> Response:
    """The file; under an older mark it is not kept, since it is another one by now."""
    headers = _FOR_EVER if request.url.path == address else _FOR_NOW
    return Response(content, headers=headers, media_type=kind)
