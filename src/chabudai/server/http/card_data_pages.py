"""The routes for card data of a player's own: the form, and its check."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import UnknownGame
from chabudai.scene.card_data_form import check_fields, check_file, data_file
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.server.http.request import read_fields, text_field, wants_json
from chabudai.server.http.response import html_response, json_response
from chabudai.server.identity import identity_of
from chabudai.server.refusal import ServerRefused
from chabudai.web.pages.card_data_page import CardDataPage, card_data_page


class CardDataPages:
    """The routes for card data. The server keeps nothing: the browser does."""

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/data/{game}", self.form),
            Route("/data/{game}", self.check, methods=["POST"]),
        ]

    async def form(self, request: Request) -> Response:
        """Show the card data of a game to fill in."""
        return html_response(card_data_page(CardDataPage(visitor=identity_of(request).visitor, game=_game(request))))

    async def check(self, request: Request) -> Response:
        """Check card data: the fields of the form or, in `file`, the text of a data file."""
        game, identity = _game(request), identity_of(request)
        fields = await read_fields(request)
        game_words = words(game, identity.language)
        if "file" in fields:
            filled = check_file(game, text_field(fields, "file"), game_words)
        else:
            filled = check_fields(game, fields, game_words)
        if wants_json(request):
            answer = {"refused": filled.refused} if filled.refused else _answer(game, filled.data)
            return json_response(answer)
        page = CardDataPage(
            visitor=identity.visitor,
            game=game,
            fields=fields,
            refused=filled.refused,
            data=None if filled.refused else filled.data,
        )
        return html_response(card_data_page(page), 400 if filled.refused else 200)


def _answer(game: Game, data: dict[str, dict[str, list[int]]]) -> dict[str, object]:
    """Return checked data: the rows that differ, all their values by row for the form, and the file."""
    full = {
        f"{table.name} {name}": table.full_row(name, row)
        for table in game.tables
        for name, row in data.get(table.name, {}).items()
    }
    return {"data": data, "rows": full, "file": data_file(data)}


def _game(request: Request) -> Game:
    try:
        game = find_game(request.path_params["game"])
    except UnknownGame:
        raise ServerRefused("no_such_game", status=404) from None
    if not game.tables:
        raise ServerRefused("no_such_page", status=404)
    return game
