"""Sets a table as a form or a program asks for it: everything checked before anything is made."""

from collections.abc import Mapping, Sequence

import msgspec

from chabudai.bots.registry import RANDOM
from chabudai.games.registry import game as find_game
from chabudai.kernel.game import Game
from chabudai.kernel.setup import Rows, Setup
from chabudai.server import acts
from chabudai.server import entries as log
from chabudai.server.asking import Fields, number, text, yes
from chabudai.server.caller import Caller
from chabudai.server.driving import STAND_IN
from chabudai.server.entries import Entry
from chabudai.server.plan import Plan
from chabudai.server.refusal import Refused

ME, OPEN = "me", "open"


def opening(
    found: Fields, who: Caller, levels: Sequence[str], house_data: Mapping[str, dict[str, Rows]]
) -> tuple[log.Opened, list[Entry]]:
    """The first entries of a table with these fields (docs/protocol.md)."""
    game = find_game(text(found, "game"))
    manners = {
        "aids": yes(found, "aids", True),
        "pace": text(found, "pace", "normal"),
        "limit": number(found, "limit", 0),
        "takeover": number(found, "takeover", 120),
        "listed": yes(found, "listed", False),
    }
    if yes(found, "first_game", False):
        return _first_game(game, who, manners)
    players = number(found, "players", max(game.players))
    setup = game.setup(players, _options(game, found, players), _data(found) or house_data.get(game.name))
    plan = _plan(setup, game=game.name, **manners)
    return log.Opened(plan, game.rules_version, who.guest), _seats(found, who, players, levels)


def _first_game(game: Game, who: Caller, manners: dict[str, object]) -> tuple[log.Opened, list[Entry]]:
    """The guided game: the learner at the first seat, bots at the others, and the same opening for everybody."""
    first = game.first_game
    if first is None:
        raise Refused("no_first_game", status=404)
    plan = _plan(game.setup(first.players, first.options), game=game.name, first_game=True, **manners)
    seats: list[Entry] = [log.Sat(0, who.guest, who.called())]
    seats += [log.Bot(seat, STAND_IN) for seat in range(1, first.players)]
    return log.Opened(plan, game.rules_version, who.guest, list(first.chance), first.seed), seats


def _plan(setup: Setup, **manners: object) -> Plan:
    fields = manners | {
        "players": setup.players,
        "options": setup.options,
        "data": setup.overriding() or None,
    }
    try:
        plan = msgspec.convert(fields, Plan)
    except msgspec.ValidationError as error:
        raise Refused("bad_form", detail=str(error), status=400) from error
    acts.check_times(plan.limit, plan.takeover)
    return plan


def _options(game: Game, found: Fields, players: int) -> Mapping[str, object]:
    """The options that were given: an object in JSON; in a form a field for each.

    A form has a field for every option, also for those that can be but one thing with so few or many players: they stay
    as they are.
    """
    given = found.get("options")
    if given is not None:
        if not isinstance(given, dict):
            raise Refused("bad_form", detail="options", status=400)
        return given
    return {
        option.name: option.read(text(found, f"option.{option.name}"))
        for option in game.options
        if f"option.{option.name}" in found and players in (option.players or game.players)
    }


def _data(found: Fields) -> dict[str, object] | None:
    data = found.get("data")
    if data is not None and not isinstance(data, dict):
        raise Refused("bad_form", detail="data", status=400)
    return data


def _seats(found: Fields, who: Caller, players: int, levels: Sequence[str]) -> list[Entry]:
    """Who sits where; several seats of one device have names of their own."""
    wishes, names = _wishes(found, players), _names(found, players)
    mine = [seat for seat, wish in enumerate(wishes) if wish == ME]
    if not mine and OPEN not in wishes:
        raise Refused("me_first", status=400)
    seats: list[Entry] = []
    for seat, wish in enumerate(wishes):
        if wish == ME:
            number = f" {mine.index(seat) + 1}" if seat != mine[0] else ""
            seats.append(log.Sat(seat, who.guest, names[seat] or f"{who.called()}{number}"))
        elif wish != OPEN:
            if wish not in (*levels, RANDOM):
                raise Refused("no_such_level", level=wish[:40], levels=", ".join(levels), status=400)
            seats.append(log.Bot(seat, wish))
    return seats


def _wishes(found: Fields, players: int) -> list[str]:
    usual = [ME] + [STAND_IN] * (players - 1)
    given = found.get("seats")
    if given is None:
        return [text(found, f"seat.{seat}", usual[seat]) for seat in range(players)]
    if not isinstance(given, list) or len(given) != players or not all(isinstance(wish, str) for wish in given):
        raise Refused("bad_form", detail="seats", status=400)
    return given


def _names(found: Fields, players: int) -> list[str]:
    given = found.get("names", {})
    if not isinstance(given, dict):
        raise Refused("bad_form", detail="names", status=400)
    names = [given.get(str(seat), found.get(f"name.{seat}", "")) for seat in range(players)]
    if not all(isinstance(name, str) for name in names):
        raise Refused("bad_form", detail="names", status=400)
    return [acts.clean(name, acts.NAME) for name in names if isinstance(name, str)]
