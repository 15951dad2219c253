"""What each command of a client does: one table, from the type of a command to its handler.

A handler answers at once (it returns the number of the last entry), or lets the table reply later (None). A handler
that waits for something else than the table (people, a bot, another table) is a coroutine and runs in a task.
"""

import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import msgspec

from chabudai.server.context import Context
from chabudai.server.socket import messages
from chabudai.server.socket.viewer import Viewer
from chabudai.server.table_task import Reply, TableTask
from chabudai.session import commands
from chabudai.session.commands import Command
from chabudai.session.decide import decide
from chabudai.session.log import Again
from chabudai.session.names import clean_name
from chabudai.session.refusal import Refused
from chabudai.session.rematch import rematch
from chabudai.session.table import Table
from chabudai.session.views import acting_seat


@dataclass(frozen=True)
class Call:
    """A command in its surroundings: who sent it, at which table, and how it is answered."""

    context: Context
    task: TableTask
    viewer: Viewer
    reply: Reply

    @property
    def table(self) -> Table:
        """The table that the command is for."""
        return self.task.table

    def is_new(self, command: Command) -> bool:
        """Whether this command was not carried out before: a client resends what it got no answer to."""
        return f"{self.viewer.guest} {command.id}" not in self.table.commands


def _choose(call: Call, command: commands.Choose) -> None:
    if command.seat is None:
        command = msgspec.structs.replace(command, seat=acting_seat(call.table, call.viewer))
    call.task.post(call.viewer.who, command, call.reply)


def _post(call: Call, command: Command) -> None:
    call.task.post(call.viewer.who, command, call.reply)


def _chat(call: Call, command: commands.Chat) -> None:
    if call.is_new(command):
        call.context.tables.chats.take(call.viewer.guest)
    _post(call, command)


def _seen(call: Call, command: commands.Seen) -> int:
    call.task.confirm(call.viewer, command.seq)
    return call.table.seq


def _reveal(call: Call, command: commands.Reveal) -> int:
    call.task.session.reveal(call.viewer, command.seat)
    call.task.show(call.viewer.guest)
    return call.table.seq


def _agree(call: Call, command: commands.Agree) -> int:
    call.task.agree(call.viewer.guest, command.yes)
    return call.table.seq


async def _undo(call: Call, command: commands.Undo) -> int:
    return await call.task.undo(call.viewer.who, command)


async def _set(call: Call, command: commands.Set) -> int:
    """Change settings. A new name is also kept for the guest's other tables."""
    seq = await call.task.do(call.viewer.who, command)
    if command.name:
        call.viewer.name = clean_name(command.name)
        await call.context.guests.rename(call.viewer.guest, call.viewer.name)
    return seq


async def _hint(call: Call, command: commands.Hint) -> int:
    """Ask a bot, by what the seat may know. If the game has gone on meanwhile, the hint is dropped."""
    table, viewer = call.table, call.viewer
    seat = acting_seat(table, viewer)
    if seat not in table.waiting():
        raise Refused("not_your_turn")
    call.context.tables.hints.take(viewer.guest)
    turned, seq = table.turned, table.seq
    hint = await call.context.tables.bot_pool.hint(table.game, call.task.session.views.state(seat))
    if call.task.session.keep_hint(viewer, turned, hint):
        if viewer.form == "json":
            viewer.send(messages.Hint(command.id, seq, hint))
        call.task.show(viewer.guest)
    return table.seq


async def _rematch(call: Call, command: commands.Rematch) -> int:
    """Open a new table for the same people, once."""
    task, guest, tables = call.task, call.viewer.guest, call.context.tables
    decide(task.table, call.viewer.who, command, time.time())
    async with task.renewal:
        if task.table.again:
            return task.table.seq
        tables.new_tables.take(guest)
        new = await tables.open(*rematch(task.table))
        return await task.append(Again(new.table.id), guest, command.id)


SlowHandler = Callable[[Call, Any], Coroutine[Any, Any, int]]
Handler = Callable[[Call, Any], int | None] | SlowHandler

HANDLERS: dict[type[Command], Handler] = {
    commands.Choose: _choose,
    commands.Seen: _seen,
    commands.Reveal: _reveal,
    commands.Hint: _hint,
    commands.Chat: _chat,
    commands.Undo: _undo,
    commands.Agree: _agree,
    commands.Sit: _post,
    commands.Leave: _post,
    commands.Set: _set,
    commands.Begin: _post,
    commands.Close: _post,
    commands.Rematch: _rematch,
}
