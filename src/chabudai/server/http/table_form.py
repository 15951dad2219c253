"""Sets a table as a form or a program asks for it: everything checked before anything is made."""

from collections.abc import Mapping

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.setup import Rows
from chabudai.scene.game import Game
from chabudai.server.caller import Caller
from chabudai.server.http.request import Fields, number, text, yes
from chabudai.server.refusal import ServerRefused
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.names import clean_name
from chabudai.session.opening import first_opening, opening
from chabudai.session.settings import STAND_IN, RunSettings, check_level

ME, OPEN = "me", "open"


def table_from_form(
    found: Fields, who: Caller, own_data: Mapping[str, dict[str, Rows]]
) -> tuple[log.Opened, list[Entry]]:
    """The first entries of a table with these fields (docs/protocol.md)."""
    game = find_game(text(found, "game"))
    fields = {
        "aids": yes(found, "aids", True),
        "pace": text(found, "pace", "normal"),
        "limit": number(found, "limit", 0),
        "takeover": number(found, "takeover", 120),
        "listed": yes(found, "listed", False),
    }
    try:
        run = msgspec.convert(fields, RunSettings)
    except msgspec.ValidationError as error:
        raise ServerRefused("bad_form", detail=str(error), status=400) from error
    if yes(found, "first_game", False):
        return _first_game(game, who, run)
    players = number(found, "players", max(game.players))
    setup = game.setup(players, _options(game, found, players), _data(found) or own_data.get(game.name))
    return opening(game, setup, who.guest, **run), _seats(found, who, players)


def _first_game(game: Game, who: Caller, run: RunSettings) -> tuple[log.Opened, list[Entry]]:
    """The guided game: the learner at one seat, bots at the others, and the same opening for everybody."""
    if game.first_game is None:
        raise ServerRefused("no_first_game", status=404)
    opened = first_opening(game, who.guest, **run)
    seats: list[Entry] = [
        log.Sat(seat, who.guest, who.called()) if seat == LEARNER else log.Bot(seat, STAND_IN)
        for seat in range(opened.settings.players)
    ]
    return opened, seats


def _options(game: Game, found: Fields, players: int) -> Mapping[str, object]:
    """The options that were given: an object in JSON; in a form a field for each.

    A form has a field for every option, also for those that can be but one thing with so few or many players: they stay
    as they are.
    """
    given = found.get("options")
    if given is not None:
        if not isinstance(given, dict):
            raise ServerRefused("bad_form", detail="options", status=400)
        return given
    return {
        option.name: option.read(text(found, f"option.{option.name}"))
        for option in game.options
        if f"option.{option.name}" in found and players in (option.players or game.players)
    }


def _data(found: Fields) -> dict[str, object] | None:
    data = found.get("data")
    if data is not None and not isinstance(data, dict):
        raise ServerRefused("bad_form", detail="data", status=400)
    return data


def _seats(found: Fields, who: Caller, players: int) -> list[Entry]:
    """Who sits where; several seats of one device have names of their own."""
    wishes, names = _wishes(found, players), _names(found, players)
    mine = [seat for seat, wish in enumerate(wishes) if wish == ME]
    if not mine and OPEN not in wishes:
        raise ServerRefused("me_first", status=400)
    seats: list[Entry] = []
    for seat, wish in enumerate(wishes):
        if wish == ME:
            number = f" {mine.index(seat) + 1}" if seat != mine[0] else ""
            seats.append(log.Sat(seat, who.guest, names[seat] or f"{who.called()}{number}"))
        elif wish != OPEN:
            check_level(wish)
            seats.append(log.Bot(seat, wish))
    return seats


def _wishes(found: Fields, players: int) -> list[str]:
    usual = [ME] + [STAND_IN] * (players - 1)
    given = found.get("seats")
    if given is None:
        return [text(found, f"seat.{seat}", usual[seat]) for seat in range(players)]
    if not isinstance(given, list) or len(given) != players or not all(isinstance(wish, str) for wish in given):
        raise ServerRefused("bad_form", detail="seats", status=400)
    return given


def _names(found: Fields, players: int) -> list[str]:
    given = found.get("names", {})
    if not isinstance(given, dict):
        raise ServerRefused("bad_form", detail="names", status=400)
    names = [given.get(str(seat), found.get(f"name.{seat}", "")) for seat in range(players)]
    if not all(isinstance(name, str) for name in names):
        raise ServerRefused("bad_form", detail="names", status=400)
    return [clean_name(name) for name in names if isinstance(name, str)]
