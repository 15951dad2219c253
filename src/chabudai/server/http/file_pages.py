"""Serves static files. Their URLs contain a hash of the contents, so clients may cache them forever."""

import mimetypes

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.games.registry import games
from chabudai.server.refusal import ServerRefused
from chabudai.web import art, urls

_CACHE_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_REVALIDATE = {"Cache-Control": "no-cache"}


def routes() -> list[Route]:
    """Return the routes."""
    return [Route("/static/{hash}/{name}", static), Route("/art/{hash}/{name}", game_art), Route("/favicon.ico", icon)]


async def static(request: Request) -> Response:
    """Serve a style sheet, script or icon of the pages."""
    name = request.path_params["name"]
    if not _exists(name):
        raise ServerRefused("no_such_page", status=404)
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _file_response(request, urls.static_url(name), urls.STATIC.joinpath(name).read_bytes(), media_type)


def _exists(name: str) -> bool:
    try:
        return "/" not in name and not name.startswith(".") and urls.STATIC.joinpath(name).is_file()
    except OSError:  # the name is too long for a file
        return False


async def game_art(request: Request) -> Response:
    """Serve the pictures or the style sheet of a game."""
    name, _, extension = request.path_params["name"].rpartition(".")
    game = games().get(name)
    if game is None or extension not in ("svg", "css"):
        raise ServerRefused("no_such_page", status=404)
    if extension == "svg":
        return _file_response(request, urls.symbols_url(game), art.symbols(game).encode(), "image/svg+xml")
    return _file_response(request, urls.style_url(game), art.stylesheet(game).encode(), "text/css")


async def icon(request: Request) -> Response:
    """Redirect browsers that look for the icon at its default address."""
    return Response(status_code=308, headers={"Location": urls.static_url("icon.svg")} | _REVALIDATE)


def _file_response(request: Request, address: str, content: bytes, media_type: str) -> Response:
    """Return a file. An address with an outdated hash must not be cached, since the contents have changed."""
    headers = _CACHE_FOREVER if request.scope["path"] == address else _REVALIDATE
    return Response(content, headers=headers, media_type=media_type)
