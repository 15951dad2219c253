"""The socket of a table: commands in, the newest state out."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from chabudai.kernel.errors import ChabudaiError
from chabudai.server import acts
from chabudai.server import messages as said
from chabudai.server.caller import Caller, caller
from chabudai.server.desk import Desk
from chabudai.server.driving import STAND_IN
from chabudai.server.entries import Again, Entry
from chabudai.server.frames import letters, news
from chabudai.server.limits import Bucket
from chabudai.server.messages import Command, Done, Gone, Hinted, Message, NotDone, id_of, read_command
from chabudai.server.refusal import Refused, as_told, sentences, why
from chabudai.server.room import Room
from chabudai.server.showing import seat_of
from chabudai.server.table import Table
from chabudai.server.viewer import Form, Viewer

_FAR_TOO_MANY = 100
"""So many more messages refused for their number than taken, or answers not read, and the socket ends."""

RESTART = 1012
TRY_LATER = 1013
"""The close codes that mean: connect again."""


class Live:
    """Handles the sockets of all tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._by_guest: Counter[str] = Counter()

    async def connect(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        who = caller(socket)
        await socket.accept()
        try:
            with self._counted(who.guest):
                await self._serve(socket, who, await self._room(socket, who))
        except ChabudaiError as error:
            refused = as_told(error)
            reason = why(refused, who.language)
            later = isinstance(refused, Refused) and refused.status in (429, 503)
            with suppress(WebSocketDisconnect):
                await _send(socket, NotDone(None, reason) if later else Gone(reason))
                await _close(socket, TRY_LATER if later else 1000)

    @contextmanager
    def _counted(self, guest: str) -> Iterator[None]:
        """Keep count of connections; refused if there are too many."""
        limits = self.desk.limits
        if self.desk.connections >= limits.connections or self._by_guest[guest] >= limits.connections_a_guest:
            raise Refused("too_many_connections", status=503)
        self.desk.connections += 1
        self._by_guest[guest] += 1
        try:
            yield
        finally:
            self.desk.connections -= 1
            self._by_guest[guest] -= 1
            if not self._by_guest[guest]:
                del self._by_guest[guest]

    async def _room(self, socket: WebSocket, who: Caller) -> Room:
        room = await self.desk.house.room(socket.path_params["table"])
        if who.guest in self.desk.house.banned:  # since the connection was let in
            raise Refused("banned", status=403)
        if not acts.may_watch(room.table, who.guest):
            raise Refused("not_invited", status=403)
        if len(room.viewers) >= self.desk.limits.viewers:
            raise Refused("too_many_viewers", status=503)
        return room

    async def _serve(self, socket: WebSocket, who: Caller, room: Room) -> None:
        form: Form = "json" if socket.query_params.get("form") == "json" else "html"
        viewer = Viewer(who.guest, who.called(), who.language, form)
        room.enter(viewer)
        sender = asyncio.get_running_loop().create_task(self._send(socket, room, viewer))
        try:
            # When the sender ends, it closes the socket, and nothing more is received.
            await self._receive(socket, room, viewer)
        finally:
            sender.cancel()
            room.exit(viewer)
            await asyncio.gather(sender, return_exceptions=True)

    # ---- Out --------------------------------------------------------------------------------------------------------

    async def _send(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Send until the connection ends; if that fails, the client connects again."""
        try:
            await self._send_on(socket, room, viewer)
        except WebSocketDisconnect:
            pass
        except Exception as error:
            self.desk.journal.fault("showing a table failed", error, table=room.table.id)
            await _close(socket, RESTART)

    async def _send_on(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Send what there is: of the table only what it is now, and answers in order."""
        viewer.wake.set()
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            kept = await room.on_disk()
            for message in letters(viewer):
                # What was said to be done and may not be is asked for again, by who connects again.
                if kept or isinstance(message, NotDone):
                    await _send(socket, message)
            # Sending may have taken a while, and what is shown must be on disk.
            kept = await room.on_disk()
            last = room.table.status == "closed"
            if kept and viewer.stale and (viewer.looks != "not yet" or last):
                for text in _shown(room, viewer):
                    await _send_text(socket, text)
            if not kept:
                await _close(socket, RESTART)
                return
            if viewer.gone or (last and not viewer.pending and not viewer.letters):
                await _send(socket, Gone(sentences(viewer.language)["refused"]["banned" if viewer.gone else "closed"]))
                await _close(socket, 1000)
                return

    # ---- In ---------------------------------------------------------------------------------------------------------

    async def _receive(self, socket: WebSocket, room: Room, viewer: Viewer) -> None:
        """Read commands, and let each be carried out while the next are read, since some wait for people."""
        limits = self.desk.limits
        bucket = Bucket(limits.messages_a_second, limits.messages_at_once)
        refused = 0
        tasks: set[asyncio.Task[None]] = set()
        try:
            while True:
                packet = await socket.receive()
                if packet["type"] == "websocket.disconnect":
                    return
                if refused >= _FAR_TOO_MANY or len(viewer.letters) >= _FAR_TOO_MANY:
                    await _close(socket, 1008)
                    return
                text = packet.get("text") or packet.get("bytes") or ""
                if _size(text) > limits.message_bytes:
                    viewer.send(NotDone(None, why(Refused("too_large"), viewer.language)))
                    continue
                if not bucket.take():
                    refused += 1
                    viewer.send(NotDone(id_of(text), why(Refused("too_fast"), viewer.language)))
                    continue
                refused = max(0, refused - 1)
                if viewer.pending >= limits.commands_at_once:
                    viewer.send(NotDone(id_of(text), why(Refused("too_many_at_once"), viewer.language)))
                    continue
                viewer.pending += 1
                self._take(text, room, viewer, tasks)
        finally:
            # Those that have just come begin before that: what can be done without their sender is done.
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()

    def _take(self, text: str | bytes, room: Room, viewer: Viewer, tasks: set[asyncio.Task[None]]) -> None:
        """Carry out a command, in the order given; without a task of its own if it waits for nothing but the disk."""
        self.desk.journal.counts["messages"] += 1
        try:
            command = read_command(text)
        except Refused as refused:
            self._refuse(refused, id_of(text), room, viewer)
            return
        loop = asyncio.get_running_loop()
        if _takes_time(command):
            task = loop.create_task(self._carry_out(command, room, viewer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        elif tasks:
            # What came before may not have begun yet.
            loop.call_soon(self._do, command, room, viewer)
        else:
            self._do(command, room, viewer)

    def _do(self, command: Command, room: Room, viewer: Viewer) -> None:
        """Do something, now or as soon as the table comes to it, though whoever asked for it may be gone by then."""
        guest, table = viewer.guest, room.table

        def answer(result: int | ChabudaiError) -> None:
            if isinstance(result, int):
                viewer.answer(Done(command.id, result))
            else:
                self._refuse(result, command.id, room, viewer)

        try:
            match command:
                case said.Choose(id, action, named, seq):
                    room.choose(guest, self._seat(room, viewer, named), action, id, answer, seq)
                case said.Seen(_, seq):
                    if seq is None or seq >= table.moment:
                        viewer.seen = table.moment
                        room.saw(guest)
                    answer(table.seq)
                case said.Reveal(_, seat):
                    if seat not in table.seats_of(guest):
                        raise Refused("not_your_seat")
                    viewer.revealed = seat
                    room.show(guest)
                    answer(table.seq)
                case said.Agree(_, yes):
                    room.agree(guest, yes)
                    answer(table.seq)
                case _:
                    room.post(lambda table: self._act(command, table, viewer), answer, guest, command.id)
        except Exception as error:
            self._refuse(error, command.id, room, viewer)

    async def _carry_out(self, command: Command, room: Room, viewer: Viewer) -> None:
        """Carry out a command that takes its time, and answer it."""
        try:
            seq = await self._do_in_time(command, room, viewer)
        except Exception as error:
            self._refuse(error, command.id, room, viewer)
        else:
            viewer.answer(Done(command.id, seq))

    async def _do_in_time(self, command: Command, room: Room, viewer: Viewer) -> int:
        guest = viewer.guest
        match command:
            case said.Hint(id):
                return await self._hint(id, room, viewer)
            case said.Undo(id):
                return await room.undo(guest, id)
            case said.Rematch(id):
                return await self._again(id, room, guest)
        seq = await room.do(lambda table: self._act(command, table, viewer), guest=guest, command=command.id)
        if isinstance(command, said.Set) and command.name:
            viewer.name = acts.clean(command.name, acts.NAME)
            await self.desk.guests.rename(guest, viewer.name)
        return seq

    def _refuse(self, error: Exception, command: str | None, room: Room, viewer: Viewer) -> None:
        """Tell why a command was not carried out; what is a fault of ours goes to the journal."""
        try:
            if not isinstance(error, ChabudaiError):
                raise error
            reason = why(as_told(error), viewer.language)
            self.desk.journal.counts["refusals"] += 1
        except Exception as fault:
            self.desk.journal.fault("a command failed", fault, table=room.table.id)
            reason = why(Refused("failed"), viewer.language)
        viewer.answer(NotDone(command, reason))

    def _act(self, command: Command, table: Table, viewer: Viewer) -> list[Entry]:
        """The entries of a command that is done when they are on disk."""
        guest = viewer.guest
        match command:
            case said.Chat(_, text):
                self.desk.house.chats.take(guest)
                return acts.say(table, guest, viewer.name, text)
            case said.Sit(_, seat, name):
                return acts.sit(table, guest, acts.clean(name, acts.NAME) or viewer.name, seat)
            case said.Leave():
                return acts.leave(table, guest)
            case said.Set():
                return acts.change(table, guest, command, self.desk.house.levels)
            case said.Begin():
                return acts.begin(table, guest, STAND_IN)
            case said.Close():
                return acts.close(table, guest)
        raise Refused("not_understood", detail=type(command).__name__)

    def _seat(self, room: Room, viewer: Viewer, seat: int | None) -> int:
        """The seat that a choice is for: the one that is shown, or was named."""
        if seat is not None:
            return seat
        shown = seat_of(room.table, viewer.guest, viewer.revealed)
        if shown < 0:
            raise Refused("curtain" if room.table.seats_of(viewer.guest) else "not_seated")
        return shown

    async def _hint(self, command: str, room: Room, viewer: Viewer) -> int:
        """Ask what a bot would do, by what the seat may know."""
        table = room.table
        seat = self._seat(room, viewer, None)
        if seat not in table.waiting():
            raise Refused("not_your_turn")
        self.desk.house.hints.take(viewer.guest)
        turned, seq = table.turned, table.seq
        hint = await self.desk.house.thinkers.hint(table.game, table.state.seen_by(seat, table.plan.aids))
        if table.turned == turned:
            viewer.hint = (turned, hint)
            if viewer.form == "json":
                viewer.send(Hinted(command, seq, hint))
            room.show(viewer.guest)
        return table.seq

    async def _again(self, command: str, room: Room, guest: str) -> int:
        """A new table for the same people."""
        table = room.table
        if table.status not in ("over", "closed"):
            raise Refused("not_over")
        if not table.seats_of(guest) and guest != table.opened.host:
            raise Refused("not_seated")
        async with room.renewal:
            if table.again:
                return table.seq
            self.desk.house.new_tables.take(guest)
            new = await self.desk.house.again(table)
            return await room.do(lambda _: [Again(new.table.id)], guest=guest, command=command)


def _takes_time(command: Command) -> bool:
    """Whether a command waits for people, for a bot, or for another table."""
    renames = isinstance(command, said.Set) and bool(command.name)
    return renames or isinstance(command, said.Hint | said.Undo | said.Rematch)


def _size(text: str | bytes) -> int:
    return len(text if isinstance(text, bytes) else text.encode())


def _shown(room: Room, viewer: Viewer) -> list[str]:
    """The table as it is now; the usher is told how long that took for one who could wait."""
    begun, in_turn = perf_counter(), viewer.looks == "in turn"
    texts = [_written(message) for message in news(room, viewer)]
    if in_turn:
        room.usher.took(perf_counter() - begun)
    return texts


async def _send(socket: WebSocket, message: Message) -> None:
    await _send_text(socket, _written(message))


async def _send_text(socket: WebSocket, text: str) -> None:
    try:
        await socket.send_text(text)
    except RuntimeError as error:
        # Closed in the meantime, by us or since the client did not keep to the protocol.
        raise WebSocketDisconnect from error


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError):  # it is closed already
        await socket.close(code)


def _written(message: Message) -> str:
    return msgspec.json.encode(message).decode()
