"""Turns the fields of a form or of JSON into the first entries of a table, and checks all of them."""

import secrets
from collections.abc import Mapping

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.setup import Rows
from chabudai.scene.game import Game
from chabudai.server.http.request import Fields, flag_field, number_field, text_field
from chabudai.server.identity import Identity
from chabudai.server.refusal import ServerRefused
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.names import check_name
from chabudai.session.opening import decided_chance, open_guided_table, open_table
from chabudai.session.settings import STAND_IN, TableRunSettings, check_level

ME, OPEN = "me", "open"
"""What a form says about a seat that is not for a bot."""


def table_from_form(
    fields: Fields, identity: Identity, server_data: Mapping[str, dict[str, Rows]]
) -> tuple[log.Opened, list[Entry]]:
    """Return the first entries of a table with these fields (docs/protocol.md).

    `server_data` is the server's own card data, by game; fields may contain other card data.
    """
    game = find_game(text_field(fields, "game"))
    settings = {
        "aids": flag_field(fields, "aids", True),
        "pace": text_field(fields, "pace", "normal"),
        "limit": number_field(fields, "limit", 0),
        "takeover": number_field(fields, "takeover", 120),
        "listed": flag_field(fields, "listed", False),
    }
    try:
        run_settings = msgspec.convert(settings, TableRunSettings)
    except msgspec.ValidationError as error:
        raise ServerRefused("bad_form", detail=str(error), status=400) from error
    if flag_field(fields, "first_game", False):
        return _first_game(game, identity, run_settings)
    players = number_field(fields, "players", max(game.players))
    setup = game.setup(players, _options(game, fields, players), _data(fields) or server_data.get(game.name))
    chance = decided_chance(game, setup, _decided(game, fields, players), Rng(secrets.randbelow(SEEDS)))
    return open_table(game, setup, identity.guest, chance, **run_settings), _seat_entries(fields, identity, players)


def _first_game(game: Game, identity: Identity, run_settings: TableRunSettings) -> tuple[log.Opened, list[Entry]]:
    """Return the first entries of the guided game: the learner in one seat, bots in the others."""
    if game.first_game is None:
        raise ServerRefused("no_first_game", status=404)
    opened = open_guided_table(game, identity.guest, **run_settings)
    seats: list[Entry] = [
        log.Sat(seat, identity.guest, identity.display_name()) if seat == LEARNER else log.BotSeated(seat, STAND_IN)
        for seat in range(opened.settings.players)
    ]
    return opened, seats


def _options(game: Game, fields: Fields, players: int) -> Mapping[str, object]:
    """Return the chosen options: an object in JSON, or one form field for each.

    A form has a field for every option. Those that do not apply to this number of players are ignored.
    """
    value = fields.get("options")
    if value is not None:
        if not isinstance(value, dict):
            raise ServerRefused("bad_form", detail="options", status=400)
        return value
    return {
        option.name: option.parse(text_field(fields, f"option.{option.name}"))
        for option in game.options
        if f"option.{option.name}" in fields and players in (option.players or game.players)
    }


def _decided(game: Game, fields: Fields, players: int) -> dict[str, list[str]]:
    """Return what the players decided before the game: an object in JSON, or form fields; "" is left to chance."""
    value = fields.get("chance")
    if value is None:
        return {
            choice.chance: [
                text_field(fields, f"chance.{choice.chance}.{place}") for place in range(choice.places(players))
            ]
            for choice in game.opening_choices
        }
    try:
        return msgspec.convert(value, dict[str, list[str]])
    except msgspec.ValidationError as error:
        raise ServerRefused("bad_form", detail=str(error), status=400) from error


def _data(fields: Fields) -> dict[str, object] | None:
    """Return card data of the table's own: an object, which a form sends as JSON."""
    data = fields.get("data") or None
    if isinstance(data, str):
        try:
            data = msgspec.json.decode(data)
        except (msgspec.MsgspecError, RecursionError):
            raise ServerRefused("bad_form", detail="data", status=400) from None
    if data is not None and not isinstance(data, dict):
        raise ServerRefused("bad_form", detail="data", status=400)
    return data


def _seat_entries(fields: Fields, identity: Identity, players: int) -> list[Entry]:
    """Return the entries that fill the seats. Several seats on one device each have their own name."""
    choices, names = _seat_choices(fields, players), _names(fields, players)
    own_seats = [seat for seat, choice in enumerate(choices) if choice == ME]
    if not own_seats and OPEN not in choices:
        raise ServerRefused("me_first", status=400)
    seats: list[Entry] = []
    for seat, choice in enumerate(choices):
        if choice == ME:
            suffix = f" {own_seats.index(seat) + 1}" if seat != own_seats[0] else ""
            seats.append(log.Sat(seat, identity.guest, names[seat] or f"{identity.display_name()}{suffix}"))
        elif choice != OPEN:
            check_level(choice)
            seats.append(log.BotSeated(seat, choice))
    return seats


def _seat_choices(fields: Fields, players: int) -> list[str]:
    default = [ME] + [STAND_IN] * (players - 1)
    value = fields.get("seats")
    if value is None:
        return [text_field(fields, f"seat.{seat}", default[seat]) for seat in range(players)]
    if not isinstance(value, list) or len(value) != players or not all(isinstance(choice, str) for choice in value):
        raise ServerRefused("bad_form", detail="seats", status=400)
    return value


def _names(fields: Fields, players: int) -> list[str]:
    value = fields.get("names", {})
    if not isinstance(value, dict):
        raise ServerRefused("bad_form", detail="names", status=400)
    names = [value.get(str(seat), fields.get(f"name.{seat}", "")) for seat in range(players)]
    if not all(isinstance(name, str) for name in names):
        raise ServerRefused("bad_form", detail="names", status=400)
    return [check_name(name) if name.strip() else "" for name in names if isinstance(name, str)]
