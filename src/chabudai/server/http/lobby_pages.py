"""The pages around the tables: the lobby, one's own games, the rules, the gallery."""

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Match, Route

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.errors import UnknownGame
from chabudai.kernel.options import Option
from chabudai.scene.words import LANGUAGES
from chabudai.server.caller import caller
from chabudai.server.context import Context
from chabudai.server.http.lobby_rows import my_games, table_row
from chabudai.server.http.request import fields, text, wants_json
from chabudai.server.http.response import as_json, lead_to, page
from chabudai.server.refusal import ServerRefused
from chabudai.session.names import clean_name
from chabudai.session.refusal import Refused
from chabudai.session.settings import bot_levels
from chabudai.web import gallery
from chabudai.web.pages import lobby, mine, rules_page
from chabudai.web.pages.lobby import Lobby
from chabudai.web.pages.rules_page import RulesPage

_TABLES = 30
_OWN = 8
_YEAR = 365 * 86_400


class LobbyPages:
    """What one sees before and after a game."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/", self.lobby),
            Route("/mine", self.mine),
            Route("/me", self.me, methods=["POST"]),
            Route("/rules/{game}", self.rules),
            Route("/gallery", self.gallery),
        ]

    async def lobby(self, request: Request) -> Response:
        """The games, open tables, and one's own."""
        who = caller(request)
        listed = await self.context.tables.store.listed(_TABLES)
        own = await my_games(self.context, who)
        tables = [table_row(listing, who) for listing in listed if who.guest not in listing.guests]
        if wants_json(request):
            about = [
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
            return as_json(
                {
                    "games": about,
                    "levels": bot_levels(),
                    "tables": tables,
                    "mine": own.running,
                    "finished": own.finished,
                }
            )
        return page(
            lobby.page(
                Lobby(
                    visitor=who.visitor,
                    games=list(games().values()),
                    levels=bot_levels(),
                    tables=tables,
                    running=own.running,
                    finished=own.finished[:_OWN],
                    people=self.context.connections,
                )
            )
        )

    async def mine(self, request: Request) -> Response:
        """One's own games."""
        who = caller(request)
        before = _time(request.query_params.get("before", "inf"))
        shown = await my_games(self.context, who, before)
        if wants_json(request):
            return as_json({"running": shown.running, "finished": shown.finished, "older": shown.older})
        return page(mine.page(shown))

    async def me(self, request: Request) -> Response:
        """Keep a guest's name, language or theme, and go back to where they were."""
        who = caller(request)
        found = await fields(request)
        if "name" in found:
            name = clean_name(text(found, "name"))
            if not name:
                raise Refused("no_name", status=400)
            await self.context.guests.rename(who.guest, name)
        answer = lead_to(request, _back(request))
        for field, allowed in (("lang", LANGUAGES), ("theme", ("auto", "light", "dark"))):
            if field in found:
                value = text(found, field)
                if value not in allowed:
                    raise ServerRefused("bad_form", detail=field, status=400)
                answer.set_cookie(field, value, max_age=_YEAR, samesite="lax", httponly=True)
        return answer

    async def rules(self, request: Request) -> Response:
        """The rules of a game."""
        try:
            game = find_game(request.path_params["game"])
        except UnknownGame:
            raise ServerRefused("no_such_game", status=404) from None
        data = self.context.tables.data.get(game.name)
        setup = game.setup(max(game.players), data=data) if data else None
        return page(rules_page.page(RulesPage(visitor=caller(request).visitor, game=game, setup=setup)))

    async def gallery(self, request: Request) -> Response:
        """Every element of every game."""
        # Drawn in a thread and sent piece by piece: the first game is there at once.
        pieces = gallery.page(caller(request).visitor)
        return StreamingResponse(pieces, headers={"Cache-Control": "no-store"}, media_type="text/html")


def _option(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "meaning": option.meaning,
        "default": option.default,
        "values": list(option.values),
        "range": option.range,
        "players": option.players,
    }


def _time(given: str) -> float:
    """A time in seconds since 1970."""
    try:
        return float(given)
    except ValueError:
        raise ServerRefused("no_such_page", status=404) from None


def _back(request: Request) -> str:
    """The page of ours that the request came from; the lobby, if it is none that can be asked for."""
    referer = request.headers.get("referer", "")
    host = request.headers.get("host", "")
    _, found, address = referer.partition(f"//{host}/")
    if not found or address.startswith("/"):
        return "/"
    # What a form that was refused led to is answered to forms alone.
    asked = {"type": "http", "method": "GET", "path": f"/{address.partition('?')[0]}"}
    is_page = any(route.matches(asked)[0] is Match.FULL for route in request.app.routes)
    return f"/{address}" if is_page else "/"
