"""Decides what people may do at a table: turns a command into log entries, or refuses it."""

from typing import NamedTuple

from chabudai.kernel.bits import has
from chabudai.session import commands, log
from chabudai.session.commands import PageCommand, TableCommand
from chabudai.session.log import Entry
from chabudai.session.names import check_name, clean_text
from chabudai.session.refusal import IllegalChoice, Refused
from chabudai.session.settings import STAND_IN, check_level, check_times
from chabudai.session.table import Table
from chabudai.session.undo import take_back

_MAX_CHAT_LENGTH = 300
"""Characters in a line of chat."""

MAX_SIDE_ENTRIES = 5000
"""After this many entries that are not moves, people can no longer chat, change settings or take choices back."""

_MAX_SEAT_ENTRIES = 2 * MAX_SIDE_ENTRIES
"""After this many, nobody can sit down, move their seat or accept an invitation either."""

_MAX_TIMES_SEATED = 100
"""How often one guest may sit down at a table, so that a stranger cannot use up its log."""

_MAX_SPECTATOR_LINES = 1000
"""Lines of chat by people without a seat, at one table."""


class Actor(NamedTuple):
    """The guest who gives a command, and the name to use if they have no seat."""

    guest: str
    name: str = ""


OPERATOR = Actor("")
"""The operator of the server, who has the rights of every host."""


def decide(table: Table, actor: Actor, command: TableCommand | PageCommand, now: float) -> list[Entry]:
    """Return the entries that a command adds to the log, or raise `Refused`. The table does not change.

    Commands that are never logged (`SeenCommand`, `HintCommand`, `AgreeCommand`) are not decided here and add no
    entries; a report is only checked. Whether others must agree first is up to `Session.decide`.
    """
    if actor.guest in table.removed:
        raise Refused("removed")
    entries = _entries(table, actor, command, now)
    if entries:
        _check_room(table, command)
    return entries


def _entries(table: Table, actor: Actor, command: TableCommand | PageCommand, now: float) -> list[Entry]:
    match command:
        case commands.ChooseCommand():
            return [_choose(table, actor, command)]
        case commands.UndoCommand():
            return [take_back(table, actor.guest)]
        case commands.ChatCommand():
            return [_chat(table, actor, command)]
        case commands.RevealCommand(_, seat):
            return _take_device(table, actor, seat)
        case commands.SitCommand(_, seat, name):
            return _sit(table, actor, name or actor.name, seat)
        case commands.LeaveCommand():
            return _leave(table, actor)
        case commands.RemoveCommand(_, seat):
            return _remove(table, actor, seat)
        case commands.ReportCommand(_, seat):
            if seat >= len(table.holders) or table.holders[seat].guest in ("", actor.guest):
                raise Refused("nobody_to_report")
        case commands.RevokeCommand():
            _check_host(table, actor)
            _check_unfinished(table)
            return [log.InvitationsRevoked()]
        case commands.SetCommand():
            return _change_settings(table, actor, command)
        case commands.BeginCommand():
            return _begin(table, actor)
        case commands.CloseCommand():
            _check_host(table, actor)
            _check_unfinished(table)
            return [log.TableClosed()]
        case commands.RematchCommand():
            return _rematch(table, actor)
        case commands.AcceptInvitationCommand():
            return _accept_invitation(table, actor, command.generation)
        case commands.TransferSeatCommand():
            return [_transfer_seat(table, actor, command, now)]
    return []


# ---- Playing --------------------------------------------------------------------------------------------------------


def _choose(table: Table, actor: Actor, command: commands.ChooseCommand) -> Entry:
    """Make a choice, unless the seat has been asked for a new choice since entry `seq`, on which this one is based."""
    table.check_playing()
    seats = table.seats_of(actor.guest)
    seat = command.seat if command.seat is not None else seats[0] if seats else -1
    if seat not in seats:
        raise Refused("not_your_seat")
    if table.holders[seat].left:
        raise Refused("left")
    if not has(table.state.waiting, seat):
        raise Refused("not_your_turn")
    if command.seq is not None and command.seq < table.holders[seat].asked_seq:
        raise Refused("too_late")
    reason = table.game.why_not(table.state, seat, command.action)
    if reason is not None:
        raise IllegalChoice(table.game, reason)
    return log.Chose(seat, command.action)


def _rematch(table: Table, actor: Actor) -> list[Entry]:
    """Check whether a rematch is allowed; the entry is added after the new table has been opened."""
    if table.status not in ("over", "closed"):
        raise Refused("not_over")
    if not table.seats_of(actor.guest) and not _is_host(table, actor):
        raise Refused("not_seated")
    return []


# ---- Seats ----------------------------------------------------------------------------------------------------------


def _sit(table: Table, actor: Actor, name: str, seat: int | None) -> list[Entry]:
    """Sit down: again at the guest's own seats, at a free seat or, with an invitation, in place of a bot.

    Somebody who has held a hand in this game may sit only where they held it.
    """
    left_seats = [own_seat for own_seat in table.seats_of(actor.guest) if table.holders[own_seat].left]
    if left_seats and seat in (None, *left_seats) and table.status == "playing":
        return [log.Sat(left_seat, actor.guest, table.holders[left_seat].name) for left_seat in left_seats]
    _check_unfinished(table)
    if table.seats_of(actor.guest):
        raise Refused("sits_already")
    if not may_sit(table, actor.guest):
        raise Refused("not_invited")
    if seat is not None and seat >= len(table.holders):
        raise Refused("no_such_seat")
    available = available_seats(table, actor.guest)
    if seat is not None and seat not in available:
        raise Refused("seat_taken")
    if not available:
        raise Refused("full")
    wanted = available if seat is None else [seat]
    allowed = [number for number in wanted if not table.has_seen_other_hand(actor.guest, number)]
    if not allowed:
        raise Refused("saw_another_hand")
    if table.times_seated.get(actor.guest, 0) >= _MAX_TIMES_SEATED:
        raise Refused("log_full")
    return [log.Sat(allowed[0], actor.guest, check_name(name))]


def available_seats(table: Table, guest: str) -> list[int]:
    """Return the seats where a guest could sit down: free seats first, then those of bots if the guest is invited."""
    free_seats = [seat for seat, holder in enumerate(table.holders) if holder.free]
    bot_seats = [seat for seat, holder in enumerate(table.holders) if holder.level and _is_invited(table, guest)]
    return free_seats + bot_seats


def may_sit(table: Table, guest: str) -> bool:
    """Check whether a guest may take a free seat: invited guests may, and at a listed table everybody."""
    return guest not in table.removed and (table.settings.listed or _is_invited(table, guest))


def may_watch(table: Table, guest: str) -> bool:
    """Check whether a guest may watch: invited and seated guests may, and at a listed table everybody."""
    return may_sit(table, guest) or bool(table.seats_of(guest))


def _accept_invitation(table: Table, actor: Actor, generation: int) -> list[Entry]:
    if table.closed:
        raise Refused("closed")
    if actor.guest in table.invited:
        return []
    if generation != table.invitation:
        raise Refused("link_revoked")
    return [log.Invited(actor.guest)]


def _transfer_seat(table: Table, actor: Actor, command: commands.TransferSeatCommand, now: float) -> Entry:
    """Transfer a seat to another device, which counts as another guest."""
    holder = table.holders[command.seat] if 0 <= command.seat < len(table.holders) else None
    if holder is None or now > command.until or (holder.guest, holder.sat_seq) != (command.guest, command.sat_seq):
        raise Refused("link_used")
    if command.guest == actor.guest:
        raise Refused("same_device")
    if table.has_seen_other_hand(actor.guest, command.seat):
        raise Refused("saw_another_hand")
    return log.Sat(command.seat, actor.guest, holder.name)


def _leave(table: Table, actor: Actor) -> list[Entry]:
    """Leave all seats of a guest. Before the game they become free; later they stay the guest's own."""
    seats = table.seats_of(actor.guest)
    if not seats:
        raise Refused("not_seated")
    match table.status:
        case "open":
            return [log.SeatFreed(seat) for seat in seats]
        case "playing":
            return [log.SeatLeft(seat) for seat in seats if not table.holders[seat].left]
    return []


def _remove(table: Table, actor: Actor, seat: int) -> list[Entry]:
    """Remove the person at a seat from all their seats: as the host before the game, later as another player."""
    _check_unfinished(table)
    if seat >= len(table.holders):
        raise Refused("no_such_seat")
    guest = table.holders[seat].guest
    if guest in ("", actor.guest):
        raise Refused("nobody_to_remove")
    if not table.begun:
        _check_host(table, actor)
    elif actor.guest not in table.people:
        raise Refused("not_seated")
    level = STAND_IN if table.begun else ""
    return [log.PlayerRemoved(own_seat, guest, level) for own_seat in table.seats_of(guest)]


def _take_device(table: Table, actor: Actor, seat: int) -> list[Entry]:
    """Start the clock of the person who takes a shared device, if there is a time limit and it does not run yet."""
    if seat not in table.seats_of(actor.guest):
        raise Refused("not_your_seat")
    holder = table.holders[seat]
    starts = table.settings.limit and holder.asked_at is not None and holder.clock_from is None
    return [log.DeviceTaken(seat)] if starts else []


# ---- Running the table ----------------------------------------------------------------------------------------------


def _change_settings(table: Table, actor: Actor, command: commands.SetCommand) -> list[Entry]:
    """Change the settings of a player or, for the host, those of the table."""
    if not table.seats_of(actor.guest) and not _is_host(table, actor):
        raise Refused("not_seated")
    changes: list[Entry] = []
    if command.name is not None:
        changes.append(_rename(table, actor, command.name, command.seat))
    if command.forced is not None and command.forced == (actor.guest in table.manual_guests):
        changes.append(log.ForcedMovesSet(actor.guest, command.forced))
    if (command.pace, command.limit, command.takeover, command.listed) != (None, None, None, None):
        _check_host(table, actor)
        check_times(command.limit, command.takeover)
        changes.append(log.SettingsChanged(command.pace, command.limit, command.takeover, command.listed))
    if command.seat is not None and (command.name is None or command.level is not None or command.open):
        _check_host(table, actor)
        if command.level is None and not command.open:
            raise Refused("nothing_to_set")
        changes.append(_replace_holder(table, actor, command.seat, command.level))
    return changes


def _rename(table: Table, actor: Actor, name: str, seat: int | None) -> Entry:
    """Rename a guest at all their seats, or at one of them."""
    if seat is not None and seat not in table.seats_of(actor.guest):
        raise Refused("not_your_seat")
    return log.GuestNamed(actor.guest, check_name(name), -1 if seat is None else seat)


def _replace_holder(table: Table, actor: Actor, seat: int, level: str | None) -> Entry:
    """Give a seat to a bot, or free it. Other people lose their seat only after they have left."""
    _check_unfinished(table)
    if seat >= len(table.holders):
        raise Refused("no_such_seat")
    holder = table.holders[seat]
    if holder.guest not in ("", actor.guest) and not holder.left:
        raise Refused("seat_taken")
    if level is None:
        if table.begun:
            raise Refused("begun")
        return log.SeatFreed(seat)
    check_level(level)
    return log.BotSeated(seat, level)


def _begin(table: Table, actor: Actor) -> list[Entry]:
    """Fill the free seats with bots, so that the game begins."""
    _check_host(table, actor)
    if table.status != "open":
        raise Refused("begun")
    return [log.BotSeated(seat, STAND_IN) for seat, holder in enumerate(table.holders) if holder.free]


def _chat(table: Table, actor: Actor, command: commands.ChatCommand) -> Entry:
    seats = table.seats_of(actor.guest)
    line = "" if command.reaction else clean_text(command.text, _MAX_CHAT_LENGTH)
    if not line and not command.reaction:
        raise Refused("nothing_said")
    if not seats and table.spectator_lines >= _MAX_SPECTATOR_LINES:
        raise Refused("log_full")
    name, seat = (table.holders[seats[0]].name, seats[0]) if seats else (actor.name, -1)
    return log.Chatted(actor.guest, name, seat, line, command.reaction or "")


# ---- Conditions -----------------------------------------------------------------------------------------------------


def _check_unfinished(table: Table) -> None:
    if table.status not in ("open", "playing"):
        raise Refused("closed" if table.closed else "game_over")


def _check_host(table: Table, actor: Actor) -> None:
    if not _is_host(table, actor):
        raise Refused("host_only")


def _is_host(table: Table, actor: Actor) -> bool:
    return actor == OPERATOR or actor.guest == table.opened.host


def _check_room(table: Table, command: TableCommand | PageCommand) -> None:
    """Refuse a command if the log is so long that only the game itself may continue it."""
    match command:
        case commands.ChooseCommand() | commands.CloseCommand() | commands.RematchCommand() | commands.RevealCommand():
            return
        case commands.RemoveCommand() | commands.LeaveCommand() | commands.BeginCommand():
            return  # these cannot be repeated without end, since sitting down again is limited
        case commands.SitCommand() | commands.TransferSeatCommand() | commands.AcceptInvitationCommand():
            limit = _MAX_SEAT_ENTRIES
        case _:
            limit = MAX_SIDE_ENTRIES
    if table.side_entries >= limit:
        raise Refused("log_full")


def _is_invited(table: Table, guest: str) -> bool:
    return guest in table.invited or guest == table.opened.host
