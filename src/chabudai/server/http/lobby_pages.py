"""The pages around the tables: the lobby, the guest's own games, the rules, the gallery."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Match, Route

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.options import Option
from chabudai.scene.words import LANGUAGES
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import my_games, table_row
from chabudai.server.http.request import is_secure, read_fields, text_field, wants_json
from chabudai.server.http.response import html_response, json_response, redirect
from chabudai.server.identity import identity_of
from chabudai.server.refusal import ServerRefused
from chabudai.server.renaming import rename_guest
from chabudai.session.decide import may_watch
from chabudai.session.names import check_name
from chabudai.session.refusal import Refused
from chabudai.session.settings import bot_levels
from chabudai.web.gallery import gallery_page
from chabudai.web.pages.lobby_page import LobbyPage, lobby_page
from chabudai.web.pages.my_games_page import my_games_page
from chabudai.web.pages.rules_page import RulesPage, rules_page

_TABLES = 30
_FINISHED_GAMES = 8
"""How many open tables, and how many of the guest's finished games, the lobby shows."""

_COOKIE_SECONDS = 365 * 86_400


class LobbyPages:
    """The routes for pages before and after a game."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/", self.lobby),
            Route("/mine", self.mine),
            Route("/me", self.me, methods=["POST"]),
            Route("/rules/{game}", self.rules),
            Route("/gallery", self.gallery),
        ]

    async def lobby(self, request: Request) -> Response:
        """Show the games, the open tables and the guest's own tables."""
        identity = identity_of(request)
        listed = await self.context.tables.store.listed_tables(_TABLES)
        own_games = await my_games(self.context, identity)
        others = [listing for listing in listed if identity.guest not in listing.guests]
        tables = [await table_row(self.context, listing, identity) for listing in others]
        if wants_json(request):
            game_facts = [
                {
                    "name": game.name,
                    "title": game.title,
                    "native_title": game.native_title,
                    "players": list(game.players),
                    "options": [_option(option) for option in game.options],
                    "first_game": game.first_game is not None,
                }
                for game in games().values()
            ]
            return json_response(
                {
                    "games": game_facts,
                    "levels": bot_levels(),
                    "tables": tables,
                    "mine": own_games.running,
                    "finished": own_games.finished,
                }
            )
        return html_response(
            lobby_page(
                LobbyPage(
                    visitor=identity.visitor,
                    games=list(games().values()),
                    levels=bot_levels(),
                    tables=tables,
                    running=own_games.running,
                    finished=own_games.finished[:_FINISHED_GAMES],
                    people=self.context.connections,
                )
            )
        )

    async def mine(self, request: Request) -> Response:
        """Show the guest's own games."""
        identity = identity_of(request)
        before = _timestamp(request.query_params.get("before", "inf"))
        page = await my_games(self.context, identity, before)
        if wants_json(request):
            return json_response({"running": page.running, "finished": page.finished, "older": page.older})
        return html_response(my_games_page(page))

    async def me(self, request: Request) -> Response:
        """Store a guest's name, language or theme, and redirect to the previous page."""
        identity = identity_of(request)
        fields = await read_fields(request)
        if "name" in fields:
            name = check_name(text_field(fields, "name"))
            await rename_guest(self.context, identity.sender, identity.display_name(), name)
        response = redirect(request, _previous_page(request))
        for field, allowed in (("lang", LANGUAGES), ("theme", ("auto", "light", "dark"))):
            if field in fields:
                value = text_field(fields, field)
                if value not in allowed:
                    raise ServerRefused("bad_form", detail=field, status=400)
                response.set_cookie(
                    field,
                    value,
                    max_age=_COOKIE_SECONDS,
                    samesite="lax",
                    httponly=True,
                    secure=is_secure(request),
                )
        return response

    async def rules(self, request: Request) -> Response:
        """Show the rules of a game; with `table`, those of a table, which may have card data of its own."""
        try:
            game = find_game(request.path_params["game"])
        except UnknownGame:
            raise ServerRefused("no_such_game", status=404) from None
        identity = identity_of(request)
        data = self.context.tables.data.get(game.name)
        setup = game.setup(max(game.players), data=data) if data else None
        if "table" in request.query_params:
            task = await self.context.tables.find(request.query_params["table"], identity.sender)
            if not may_watch(task.table, identity.guest):
                raise Refused("not_invited")
            if task.table.game is game:
                setup = task.table.state.setup if task.table.state.setup.overridden else None
        return html_response(rules_page(RulesPage(visitor=identity.visitor, game=game, setup=setup)))

    async def gallery(self, request: Request) -> Response:
        """Show every element of every game."""
        # Drawn in a thread and streamed, so that the first game appears immediately.
        parts = gallery_page(identity_of(request).visitor)
        return StreamingResponse(parts, headers={"Cache-Control": "no-store"}, media_type="text/html")


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "meaning": option.meaning,
        "default": option.default,
        "values": list(option.values),
        "range": option.range,
        "players": option.players,
    }


def _timestamp(value: str) -> float:
    """Parse a time in seconds since 1970."""
    try:
        return float(value)
    except ValueError:
        raise ServerRefused("no_such_page", status=404) from None


def _previous_page(request: Request) -> str:
    """Return the address of our page that the request came from; the lobby if that page cannot be shown again."""
    referer = request.headers.get("referer", "")
    host = request.headers.get("host", "")
    _, separator, address = referer.partition(f"//{host}/")
    if not separator or address.startswith("/"):
        return "/"
    # The page of a refused form has an address that accepts only POST.
    scope = {"type": "http", "method": "GET", "path": f"/{address.partition('?')[0]}"}
    is_page = any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    return f"/{address}" if is_page else "/"
