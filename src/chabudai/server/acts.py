"""What people may do at a table: each act gives the entries that it adds to the log, or is refused and adds none."""

import unicodedata

from chabudai.bots.registry import RANDOM
from chabudai.kernel.bits import has
from chabudai.records.play import CannotTakeBack
from chabudai.server import entries as log
from chabudai.server.entries import Entry
from chabudai.server.messages import Set
from chabudai.server.refusal import NotLegal, Refused
from chabudai.server.table import Table

NAME = 24
"""Characters of a name."""

_JOINER = "\N{ZERO WIDTH JOINER}"

LEAST_LIMIT = 5
LEAST_TAKEOVER = 10


def clean(text: str, length: int) -> str:
    """A text as others may see it: no control characters, nothing that turns its direction, no runs of space."""
    visible = "".join(
        letter if _joins(text, place) or unicodedata.category(letter)[0] not in "CZ" else " "
        for place, letter in enumerate(text)
    )
    return " ".join(visible.split())[:length].strip().strip(_JOINER)


def _joins(text: str, place: int) -> bool:
    """Whether this makes one picture of two, as in the emoji of a family."""
    sides = (text[place - 1 : place], text[place + 1 : place + 2])
    return text[place] == _JOINER and all(unicodedata.category(side) in ("So", "Sk", "Mn") for side in sides if side)


def choose(table: Table, guest: str, seat: int, action: int, seq: int | None = None) -> list[Entry]:
    """Make a choice; one that was made of the table as it was after entry `seq` counts only for what was asked then."""
    _under_way(table)
    if seat not in table.seats_of(guest):
        raise Refused("not_your_seat")
    if table.places[seat].left:
        raise Refused("left")
    if not has(table.state.waiting, seat):
        raise Refused("not_your_turn")
    if seq is not None and seq < table.places[seat].asked:
        raise Refused("too_late")
    reason = table.game.why_not(table.state, seat, action)
    if reason is not None:
        raise NotLegal(table.game, reason)
    return [log.Chose(seat, table.game.actions[action])]


def take_back(table: Table, guest: str) -> log.TookBack:
    """Take back the last choice of a person, with all that was chosen since or shown together with it.

    Moves that played themselves are passed over: they would do so again at once.
    """
    _under_way(table)
    seats = _seated(table, guest)
    own = [(number, seat) for number, (seat, _) in enumerate(table.play.moves) if seat in seats]
    for number, seat in reversed(own):
        first = table.play.first_with(number)
        try:
            earlier = table.play.before(first)
        except CannotTakeBack:
            raise Refused("cannot_undo") from None
        if guest in table.unforced or len(earlier.state.legal(seat)) > 1:
            return log.TookBack(first)
    raise Refused("nothing_to_undo")


def invite(table: Table, guest: str) -> list[Entry]:
    """Let a guest in who has followed an invitation."""
    if table.closed:
        raise Refused("closed")
    return [] if guest in table.invited else [log.Invited(guest)]


def sit(table: Table, guest: str, name: str, seat: int | None) -> list[Entry]:
    """Sit down: at one's own seat again, at a free one, or, for those who are invited, in place of a bot."""
    left = [own for own in table.seats_of(guest) if table.places[own].left]
    if left and seat in (None, *left) and table.status == "playing":
        return [log.Sat(own, guest, table.places[own].name) for own in left]
    _unfinished(table)
    if table.seats_of(guest):
        raise Refused("sits_already")
    if not may_sit(table, guest):
        raise Refused("not_invited", status=403)
    free = [number for number, place in enumerate(table.places) if place.free]
    bots = [number for number, place in enumerate(table.places) if place.level] if _is_friend(table, guest) else []
    if seat is None and not free + bots:
        raise Refused("full")
    if seat is not None and seat not in free + bots:
        raise Refused("seat_taken" if seat < len(table.places) else "no_such_seat")
    chosen = (free + bots)[0] if seat is None else seat
    return [log.Sat(chosen, guest, name)]


def may_sit(table: Table, guest: str) -> bool:
    """Whether a free seat is for this guest: for those who are invited, at a listed table for anybody."""
    return table.plan.listed or _is_friend(table, guest)


def may_watch(table: Table, guest: str) -> bool:
    """Whether a guest may look at a table: everybody at a listed one, else those who were invited or sit there."""
    return table.plan.listed or _is_friend(table, guest) or bool(table.seats_of(guest))


def hand_over(table: Table, seat: int, guest: str, sat: int, to: str) -> list[Entry]:
    """Move a seat to another device, which is another guest to us.

    `sat` is the entry by which the guest sat there: whoever comes back later asks for another link.
    """
    if not 0 <= seat < len(table.places) or (table.places[seat].guest, table.places[seat].sat) != (guest, sat):
        raise Refused("link_used", status=410)
    if guest == to:
        raise Refused("same_device")
    return [log.Sat(seat, to, table.places[seat].name)]


def leave(table: Table, guest: str) -> list[Entry]:
    """Stand up: before the game the seat is free again, later it stays one's own."""
    seats = _seated(table, guest)
    match table.status:
        case "open":
            return [log.Freed(seat) for seat in seats]
        case "playing":
            return [log.Left(seat) for seat in seats if not table.places[seat].left]
    return []


def change(table: Table, guest: str, wish: Set, levels: list[str]) -> list[Entry]:
    """Change what concerns oneself, and, as the host, how the table is run."""
    changes: list[Entry] = []
    if wish.name is not None:
        name = clean(wish.name, NAME)
        if not name:
            raise Refused("no_name")
        changes.append(log.Named(guest, name))
    if wish.forced is not None and wish.forced == (guest in table.unforced):
        changes.append(log.Prefers(guest, wish.forced))
    if (wish.pace, wish.limit, wish.takeover, wish.listed) != (None, None, None, None):
        _host(table, guest)
        check_times(wish.limit, wish.takeover)
        changes.append(log.Changed(wish.pace, wish.limit, wish.takeover, wish.listed))
    if wish.seat is not None:
        _host(table, guest)
        if wish.level is None and not wish.open:
            raise Refused("nothing_to_set")
        changes.append(_reseat(table, guest, wish.seat, wish.level, levels))
    return changes


def _reseat(table: Table, guest: str, seat: int, level: str | None, levels: list[str]) -> Entry:
    """A bot, or nobody, in place of whoever sits there; only a person who has left can be replaced."""
    _unfinished(table)
    if seat >= len(table.places):
        raise Refused("no_such_seat")
    place = table.places[seat]
    if place.guest not in ("", guest) and not place.left:
        raise Refused("seat_taken")
    if level is None:
        if table.begun:
            raise Refused("begun")
        return log.Freed(seat)
    if level not in (*levels, RANDOM):
        raise Refused("no_such_level", level=level, levels=", ".join(levels))
    return log.Bot(seat, level)


def begin(table: Table, guest: str, level: str) -> list[Entry]:
    """Begin the game, with bots at the seats that are free."""
    _host(table, guest)
    if table.status != "open":
        raise Refused("begun")
    return [log.Bot(seat, level) for seat, place in enumerate(table.places) if place.free]


def close(table: Table, guest: str | None) -> list[Entry]:
    """Close the table; None is whoever runs the server."""
    if guest is not None:
        _host(table, guest)
    _unfinished(table)
    return [log.Closed()]


def say(table: Table, guest: str, name: str, text: str) -> list[Entry]:
    """Add a line to the chat."""
    seats = table.seats_of(guest)
    line = clean(text, 300)
    if not line:
        raise Refused("nothing_said")
    return [log.Said(guest, table.places[seats[0]].name if seats else name, seats[0] if seats else -1, line)]


def check_times(limit: int | None, takeover: int | None) -> None:
    """Refuse times that nobody could keep."""
    if limit is not None and 0 < limit < LEAST_LIMIT:
        raise Refused("short_limit", least=LEAST_LIMIT, status=400)
    if takeover is not None and 0 < takeover < LEAST_TAKEOVER:
        raise Refused("short_takeover", least=LEAST_TAKEOVER, status=400)


def _under_way(table: Table) -> None:
    if table.status != "playing":
        sentence = {"open": "not_begun", "over": "game_over", "closed": "closed"}[table.status]
        raise Refused(sentence)


def _unfinished(table: Table) -> None:
    if table.status not in ("open", "playing"):
        raise Refused("closed" if table.closed else "game_over")


def _seated(table: Table, guest: str) -> list[int]:
    seats = table.seats_of(guest)
    if not seats:
        raise Refused("not_seated")
    return seats


def _is_friend(table: Table, guest: str) -> bool:
    return guest in table.invited or guest == table.opened.host


def _host(table: Table, guest: str) -> None:
    if guest != table.opened.host:
        raise Refused("host_only", status=403)
