"""What people may do at a table: a command becomes entries for the log, or is refused and changes nothing."""

from typing import NamedTuple

from chabudai.kernel.bits import has
from chabudai.session import commands, log
from chabudai.session.commands import Command, PageCommand
from chabudai.session.log import Entry
from chabudai.session.names import clean, clean_name
from chabudai.session.refusal import NotLegal, Refused
from chabudai.session.settings import STAND_IN, check_level, check_times
from chabudai.session.table import Table
from chabudai.session.undo import take_back

_LONGEST_LINE = 300
"""Characters of a line of the chat."""


class Who(NamedTuple):
    """A guest, and the name they go by before they sit down."""

    guest: str
    name: str = ""


OPERATOR = Who("")
"""Whoever runs the server: may do what the host may."""


def decide(table: Table, who: Who, what: Command | PageCommand, now: float) -> list[Entry]:
    """The entries that a command adds to the log. What may not be done is refused (`Refused`).

    Commands that change nothing in the log (`Seen`, `Reveal`, `Hint`, `Agree`) add none, and are not decided here.
    """
    match what:
        case commands.Choose():
            return [_choose(table, who, what)]
        case commands.Undo():
            return [take_back(table, who.guest)]
        case commands.Chat(_, text):
            return [_say(table, who, text)]
        case commands.Sit(_, seat, name):
            return _sit(table, who, clean_name(name) or who.name, seat)
        case commands.Leave():
            return _leave(table, who)
        case commands.Set():
            return _change(table, who, what)
        case commands.Begin():
            return _begin(table, who)
        case commands.Close():
            _must_be_host(table, who)
            _must_be_unfinished(table)
            return [log.Closed()]
        case commands.Rematch():
            return _rematch(table, who)
        case commands.AcceptInvitation():
            return _accept_invitation(table, who)
        case commands.MoveSeat():
            return [_move_seat(table, who, what, now)]
    return []


# ---- Playing --------------------------------------------------------------------------------------------------------


def _choose(table: Table, who: Who, what: commands.Choose) -> Entry:
    """Make a choice. One that was made of the table after entry `seq` counts only for what was asked then."""
    table.must_be_playing()
    own = table.seats_of(who.guest)
    seat = what.seat if what.seat is not None else own[0] if own else -1
    if seat not in own:
        raise Refused("not_your_seat")
    if table.places[seat].left:
        raise Refused("left")
    if not has(table.state.waiting, seat):
        raise Refused("not_your_turn")
    if what.seq is not None and what.seq < table.places[seat].asked:
        raise Refused("too_late")
    reason = table.game.why_not(table.state, seat, what.action)
    if reason is not None:
        raise NotLegal(table.game, reason)
    return log.Chose(seat, what.action)


def _rematch(table: Table, who: Who) -> list[Entry]:
    """Nothing is written down until the new table is there."""
    if table.status not in ("over", "closed"):
        raise Refused("not_over")
    if not table.seats_of(who.guest) and who.guest != table.opened.host:
        raise Refused("not_seated")
    return []


# ---- Sitting --------------------------------------------------------------------------------------------------------


def _sit(table: Table, who: Who, name: str, seat: int | None) -> list[Entry]:
    """Sit down: at one's own seat again, at a free one or, with an invitation, in place of a bot."""
    left = [own for own in table.seats_of(who.guest) if table.places[own].left]
    if left and seat in (None, *left) and table.status == "playing":
        return [log.Sat(own, who.guest, table.places[own].name) for own in left]
    _must_be_unfinished(table)
    if table.seats_of(who.guest):
        raise Refused("sits_already")
    if not may_sit(table, who.guest):
        raise Refused("not_invited", status=403)
    free = [number for number, place in enumerate(table.places) if place.free]
    bots = [number for number, place in enumerate(table.places) if place.level] if _is_friend(table, who.guest) else []
    if seat is None and not free + bots:
        raise Refused("full")
    if seat is not None and seat not in free + bots:
        raise Refused("seat_taken" if seat < len(table.places) else "no_such_seat")
    return [log.Sat((free + bots)[0] if seat is None else seat, who.guest, name)]


def may_sit(table: Table, guest: str) -> bool:
    """Whether a guest may take a free seat: those with an invitation, and at a listed table anybody."""
    return table.settings.listed or _is_friend(table, guest)


def may_watch(table: Table, guest: str) -> bool:
    """Whether a guest may look at a table: anybody at a listed one, else those who were invited or sit there."""
    return table.settings.listed or _is_friend(table, guest) or bool(table.seats_of(guest))


def _accept_invitation(table: Table, who: Who) -> list[Entry]:
    if table.closed:
        raise Refused("closed")
    return [] if who.guest in table.invited else [log.Invited(who.guest)]


def _move_seat(table: Table, who: Who, what: commands.MoveSeat, now: float) -> Entry:
    """Move a seat to another device, which is another guest to us."""
    place = table.places[what.seat] if 0 <= what.seat < len(table.places) else None
    if place is None or now > what.until or (place.guest, place.sat) != (what.guest, what.sat):
        raise Refused("link_used", status=410)
    if what.guest == who.guest:
        raise Refused("same_device")
    return log.Sat(what.seat, who.guest, place.name)


def _leave(table: Table, who: Who) -> list[Entry]:
    """Stand up. Before the game the seat becomes free; later it stays one's own."""
    seats = table.seats_of(who.guest)
    if not seats:
        raise Refused("not_seated")
    match table.status:
        case "open":
            return [log.Freed(seat) for seat in seats]
        case "playing":
            return [log.Left(seat) for seat in seats if not table.places[seat].left]
    return []


# ---- Running the table ----------------------------------------------------------------------------------------------


def _change(table: Table, who: Who, wish: commands.Set) -> list[Entry]:
    """Change one's own settings and, as the host, those of the table."""
    changes: list[Entry] = []
    if wish.name is not None:
        name = clean_name(wish.name)
        if not name:
            raise Refused("no_name")
        changes.append(log.Named(who.guest, name))
    if wish.forced is not None and wish.forced == (who.guest in table.unforced):
        changes.append(log.Prefers(who.guest, wish.forced))
    if (wish.pace, wish.limit, wish.takeover, wish.listed) != (None, None, None, None):
        _must_be_host(table, who)
        check_times(wish.limit, wish.takeover)
        changes.append(log.Changed(wish.pace, wish.limit, wish.takeover, wish.listed))
    if wish.seat is not None:
        _must_be_host(table, who)
        if wish.level is None and not wish.open:
            raise Refused("nothing_to_set")
        changes.append(_reseat(table, who, wish.seat, wish.level))
    return changes


def _reseat(table: Table, who: Who, seat: int, level: str | None) -> Entry:
    """Put a bot, or nobody, at a seat. Other people are replaced only once they have left."""
    _must_be_unfinished(table)
    if seat >= len(table.places):
        raise Refused("no_such_seat")
    place = table.places[seat]
    if place.guest not in ("", who.guest) and not place.left:
        raise Refused("seat_taken")
    if level is None:
        if table.begun:
            raise Refused("begun")
        return log.Freed(seat)
    check_level(level)
    return log.Bot(seat, level)


def _begin(table: Table, who: Who) -> list[Entry]:
    """Begin the game, with bots at the free seats."""
    _must_be_host(table, who)
    if table.status != "open":
        raise Refused("begun")
    return [log.Bot(seat, STAND_IN) for seat, place in enumerate(table.places) if place.free]


def _say(table: Table, who: Who, text: str) -> Entry:
    seats = table.seats_of(who.guest)
    line = clean(text, _LONGEST_LINE)
    if not line:
        raise Refused("nothing_said")
    name, seat = (table.places[seats[0]].name, seats[0]) if seats else (who.name, -1)
    return log.Said(who.guest, name, seat, line)


# ---- Conditions -----------------------------------------------------------------------------------------------------


def _must_be_unfinished(table: Table) -> None:
    if table.status not in ("open", "playing"):
        raise Refused("closed" if table.closed else "game_over")


def _must_be_host(table: Table, who: Who) -> None:
    if who != OPERATOR and who.guest != table.opened.host:
        raise Refused("host_only", status=403)


def _is_friend(table: Table, guest: str) -> bool:
    return guest in table.invited or guest == table.opened.host
