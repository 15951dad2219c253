"""The handlers of clients' commands: `HANDLERS` maps the type of a command to its handler.

A handler replies immediately by returning the number of the last entry, or returns None and lets the table task reply
later. A handler that waits for anything else (people, a bot, another table) is a coroutine and runs in its own task.
"""

import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import msgspec

from chabudai.server.context import Context
from chabudai.server.renaming import rename_at_tables
from chabudai.server.socket import messages
from chabudai.server.socket.viewer import SocketViewer
from chabudai.server.storage.listing import listing_of
from chabudai.server.storage.store import Report
from chabudai.server.table_task import Reply, TableTask
from chabudai.session import commands
from chabudai.session.chat import line_text
from chabudai.session.commands import TableCommand
from chabudai.session.decide import decide
from chabudai.session.log import RematchOpened
from chabudai.session.names import clean_name, clean_text
from chabudai.session.refusal import Refused
from chabudai.session.rematch import open_rematch
from chabudai.session.table import Table
from chabudai.session.views import acting_seat, viewing_seat

_REPORTED_LINES = 20
"""Lines of the log, and of the chat, that a report contains at most."""


@dataclass(frozen=True)
class Call:
    """The context of a command: who sent it, to which table, and how to reply."""

    context: Context
    task: TableTask
    viewer: SocketViewer
    reply: Reply

    @property
    def table(self) -> Table:
        """The table that the command addresses."""
        return self.task.table

    def is_new(self, command: TableCommand) -> bool:
        """Check that this is not a resent command that was carried out before."""
        return f"{self.viewer.guest} {command.id}" not in self.table.commands


def _choose(call: Call, command: commands.ChooseCommand) -> None:
    # A resent choice gets its reply even if by now somebody else holds the shared device.
    if command.seat is None and call.is_new(command):
        command = msgspec.structs.replace(command, seat=acting_seat(call.table, call.viewer))
    call.task.post(call.viewer.actor, command, call.reply)


def _post(call: Call, command: TableCommand) -> None:
    call.task.post(call.viewer.actor, command, call.reply)


def _chat(call: Call, command: commands.ChatCommand) -> None:
    if call.is_new(command):
        call.context.throttle.chat.take(call.viewer.sender)
    _post(call, command)


def _seen(call: Call, command: commands.SeenCommand) -> int:
    call.task.confirm(call.viewer, command.seq)
    return call.table.seq


def _reveal(call: Call, command: commands.RevealCommand) -> None:
    call.task.session.hand_device_to(call.viewer, command.seat)
    call.task.show(call.viewer.guest)
    _post(call, command)


def _agree(call: Call, command: commands.AgreeCommand) -> int:
    call.task.count_vote(call.viewer.guest, command.yes, command.vote)
    return call.table.seq


async def _do_with_consent(call: Call, command: TableCommand) -> int:
    return await call.task.do_with_consent(call.viewer.actor, command)


async def _set(call: Call, command: commands.SetCommand) -> int:
    """Change settings. A new name also reaches the guest's other tables, unless it is for one of several seats here."""
    if not command.name or len(call.table.seats_of(call.viewer.guest)) > 1:
        return await call.task.do(call.viewer.actor, command)
    decide(call.table, call.viewer.actor, command, call.task.clock.now())
    before, name = call.viewer.name, clean_name(command.name)
    # First, since this can fail without ending the connection: a refused command must not change the table.
    await call.context.guests.rename(call.viewer.guest, name)
    call.viewer.name = name
    seq = await call.task.do(call.viewer.actor, command)
    await rename_at_tables(call.context, call.viewer.sender, before, name)
    return seq


async def _hint(call: Call, command: commands.HintCommand) -> int:
    """Show the hint for the seat's own view: ask a bot for it, unless it is known. Drop it if the game has moved on."""
    table, viewer = call.table, call.viewer
    seat = acting_seat(table, viewer)
    if seat not in table.waiting():
        raise Refused("not_your_turn")
    call.context.throttle.hints.take(viewer.sender)
    position_id, seq = table.position_id, table.seq
    view = call.task.session.views.state(seat)
    known_hints = call.task.session.hints
    hint = known_hints.get(view)
    if hint is None:
        hint = known_hints.add(view, await call.context.tables.bot_pool.hint(table.game, view, viewer.sender))
    if call.task.session.show_hint(viewer, position_id, hint):
        if viewer.form == "json":
            viewer.send(messages.HintMessage(command.id, seq, hint))
        call.task.show(viewer.guest)
    return table.seq


async def _rematch(call: Call, command: commands.RematchCommand) -> int:
    """Open a new table for the same people, once."""
    task, guest, tables = call.task, call.viewer.guest, call.context.tables
    decide(task.table, call.viewer.actor, command, task.clock.now())
    async with task.rematch_lock:
        if task.table.rematch:
            return task.table.seq
        call.context.throttle.new_tables.take(call.viewer.sender)
        names = await call.context.guests.names_at(listing_of(task.table))
        new_task = await tables.open(*open_rematch(task.table, names), call.viewer.sender)
        return await task.append(RematchOpened(new_task.table.id), guest, command.id)


async def _report(call: Call, command: commands.ReportCommand) -> int:
    """Store a report for the operator, with what the reporter can read of the log and the chat."""
    table, viewer = call.table, call.viewer
    decide(table, viewer.actor, command, call.task.clock.now())
    call.context.throttle.reports.take(viewer.sender)
    seat = viewing_seat(table, viewer.guest, viewer.revealed_seat)
    lines = [line.text for line in call.task.session.views.log(seat, "en", _REPORTED_LINES)]
    lines += [f"{line.entry.name}: {line_text(line.entry, 'en')}" for line in table.chat[-_REPORTED_LINES:]]
    report = Report(
        # A resent command must not make a second report.
        id=hashlib.sha256(f"{table.id} {viewer.guest} {command.id}".encode()).hexdigest()[:22],
        at=call.task.clock.now(),
        table=table.id,
        reporter=viewer.guest,
        guest=table.holders[command.seat].guest,
        seat=command.seat,
        text=clean_text(command.text, len(command.text)),
        lines=lines,
    )
    await call.context.tables.store.save_report(report)
    return table.seq


AsyncHandler = Callable[[Call, Any], Coroutine[Any, Any, int]]
Handler = Callable[[Call, Any], int | None] | AsyncHandler

HANDLERS: dict[type[TableCommand], Handler] = {
    commands.ChooseCommand: _choose,
    commands.SeenCommand: _seen,
    commands.RevealCommand: _reveal,
    commands.HintCommand: _hint,
    commands.ChatCommand: _chat,
    commands.UndoCommand: _do_with_consent,
    commands.AgreeCommand: _agree,
    commands.SitCommand: _do_with_consent,
    commands.LeaveCommand: _post,
    commands.RemoveCommand: _do_with_consent,
    commands.ReportCommand: _report,
    commands.RevokeCommand: _post,
    commands.SetCommand: _set,
    commands.BeginCommand: _post,
    commands.CloseCommand: _post,
    commands.RematchCommand: _rematch,
}
