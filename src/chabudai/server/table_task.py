"""The task that owns a table: carries out commands, appends to the log, and shows a change only when it is on disk."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from chabudai.kernel.chance import Source
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.server.address import Sender
from chabudai.server.bot_pool.fair_queue import Audience
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.clock import Clock
from chabudai.server.refusal import public_error, restarting
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.socket.viewer import SocketViewer
from chabudai.server.storage.listing import listing_of
from chabudai.server.storage.store import Store, StoredGame, StoreStopped
from chabudai.server.telemetry import Telemetry
from chabudai.session import commands, log
from chabudai.session.autoplay import BotTurn
from chabudai.session.commands import PageCommand, TableCommand
from chabudai.session.decide import Actor
from chabudai.session.log import Entry, LogRow
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.table import Table

_MAX_TIMER = 3600.0
_MIN_SLEEP = 0.001
"""Seconds."""

MakeEntries = Callable[[Table], list[Entry]]
"""Makes the entries of a request from the table at the time it is carried out, or refuses."""

Reply = Callable[[int | ChabudaiError], None]
"""Called with the number of the last entry after it is on disk, or with the refusal."""


@dataclass
class _Request:
    """A request to change the table: how to make its entries, and how to reply.

    `command` identifies the command among all that the table has received, as in `Table.commands`.
    """

    make_entries: MakeEntries
    reply: Reply | None = None
    guest: str = ""
    command: str = ""
    arrived: float = 0.0
    after_moment: bool = False
    """Whether it waits until everybody has confirmed the moment on the table."""

    def send_reply(self, result: int | ChabudaiError) -> None:
        """Reply with the result, once."""
        reply, self.reply = self.reply, None
        if reply is not None:
            reply(result)


class TableTask:
    """Owns a table in use. All changes go through one queue, and everything that is shown is on disk."""

    def __init__(
        self,
        table: Table,
        source: Source,
        store: Store,
        bot_pool: BotPool,
        telemetry: Telemetry,
        render_queue: RenderQueue,
        clock: Clock,
        *,
        seed: int,
        grace_until: float,
        owner: Sender = Sender(),  # noqa: B008
    ) -> None:
        self.table = table
        self.clock = clock
        self.session = Session(table, source, clock.now(), seed=seed, grace_until=grace_until)
        self.store = store
        self.bot_pool = bot_pool
        self.telemetry = telemetry
        self.render_queue = render_queue
        self.viewers: dict[SocketViewer, None] = {}
        """An ordered set, so that the same events always have the same result."""
        self.owner = owner
        """Who opened or loaded the table; limits count it for them."""
        self._audience = Audience(Sender(table.opened.host, owner.address))
        """The people who wait for the bots."""
        self.rematch_lock = asyncio.Lock()
        """Held while a rematch is being opened, so that there is only one."""
        self.idle_since = clock.now()
        self._inbox: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._after_moment: list[_Request] = []
        """Requests that wait until everybody has confirmed the moment."""
        self._current: list[_Request] = []
        """The requests being carried out."""
        self._thinking: dict[int, tuple[BotTurn, asyncio.Task[None]]] = {}
        """By seat: what the bot has to choose, and the task in which it does."""
        self._timer: asyncio.TimerHandle | None = None
        self._rows: list[LogRow] = []
        """Entries that are applied but not on disk yet."""
        self._asked: dict[int, tuple[str, float | None]] = {}
        """By seat: who had to choose when the table was last shown, and since when."""
        self._stand_ins: list[int] = []
        """The seats of people for whom a bot moved when the table was last shown."""
        self._vote_changed: asyncio.Event = asyncio.Event()
        """Set whenever a vote may have ended."""
        self._on_disk = asyncio.Event()
        self._on_disk.set()
        self._record_stored = False
        self._task = asyncio.get_running_loop().create_task(self._run())
        self.failed = False
        """Whether the task has failed or is stopping. The table can then only be loaded again."""
        self.refusal: ChabudaiError = restarting()
        """Why requests are refused then."""

    # ---- For callers ------------------------------------------------------------------------------------------------

    async def do(self, actor: Actor, command: TableCommand | PageCommand) -> int:
        """Carry out a command. Return the number of the last entry after it is on disk, or raise the refusal."""
        make_entries: MakeEntries = lambda table: self.session.decide(actor, command, self.clock.now())  # noqa: E731
        return await self._do(make_entries, actor.guest, _id_of(command))

    async def append(self, entry: Entry, guest: str, command_id: str) -> int:
        """Append an entry that was decided elsewhere."""
        return await self._do(lambda table: [entry], guest, command_id)

    async def _do(self, make_entries: MakeEntries, guest: str, command_id: str) -> int:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._post(_Request(make_entries, lambda result: _set_result(future, result), guest, command_id))
        return await future

    def post(self, actor: Actor, command: TableCommand, reply: Reply) -> None:
        """Queue a command; `reply` receives the result.

        A choice waits until everybody else has confirmed the moment on the table.
        """
        if self.session.confirm_by_choosing(actor, command):
            self._show_confirmed(actor.guest)
        chooses = isinstance(command, commands.ChooseCommand)
        make_entries: MakeEntries = lambda table: self.session.decide(actor, command, self.clock.now())  # noqa: E731
        self._post(_Request(make_entries, reply, actor.guest, command.id, after_moment=chooses))

    def _post(self, request: _Request) -> None:
        if self.failed:
            raise self.refusal
        if request.command:
            # Clients choose these ids, so two guests may use the same one.
            request.command = f"{request.guest} {request.command}"
        request.arrived = perf_counter()
        self._inbox.put_nowait(request)

    async def do_with_consent(self, actor: Actor, command: TableCommand) -> int:
        """Carry out a command: immediately if nobody else must agree, otherwise if all others do."""
        resent = f"{actor.guest} {command.id}" in self.table.commands
        if resent or not self.session.needs_vote(actor, command, self.clock.now()):
            return await self.do(actor, command)
        vote = self.session.open_vote(actor, command, self.clock.now())
        self.nudge()
        self.show()
        try:
            while vote.result is None:
                self._vote_changed.clear()
                await self._vote_changed.wait()
        finally:
            vote.end(Refused("too_late"))  # in case the requester has disconnected
            self.show()
        if isinstance(vote.result, Refused):
            raise vote.result
        return await self._do(lambda table: vote.entries(self.clock.now()), actor.guest, command.id)

    def count_vote(self, guest: str, agree: bool, number: int | None) -> None:
        """Count a guest's vote on what another person asks for: only on the vote with this number, if given."""
        self.session.count_vote(guest, agree, self.clock.now(), number)
        self._vote_changed.set()
        self.show()

    def confirm(self, viewer: SocketViewer, seq: int | None) -> None:
        """Confirm the moment on the table for a viewer."""
        if self.session.confirm(viewer, seq):
            self._show_confirmed(viewer.guest)

    def _show_confirmed(self, guest: str) -> None:
        """Continue if nobody else has to confirm the moment, and show the guest the table without it."""
        self.nudge()
        self.show(guest)

    def add_viewer(self, viewer: SocketViewer) -> None:
        """Start to show the table to a viewer."""
        viewer.on_disk = self._on_disk
        self.viewers[viewer] = None
        self.session.presence.connect(viewer.guest)
        self._update_audience()
        self.nudge()
        self.show()

    def remove_viewer(self, viewer: SocketViewer) -> None:
        """Stop showing the table to a viewer."""
        self.viewers.pop(viewer, None)
        self.render_queue.discard(viewer)
        self.session.presence.disconnect(viewer.guest, self.clock.now())
        self.idle_since = self.clock.now()
        self._update_audience()
        self.nudge()
        self.show()

    def _update_audience(self) -> None:
        """Tell the bots who waits for them: the players who are present or, if there are none, whoever watches."""
        people = self.table.people
        waiting = {viewer.sender for viewer in self.viewers if viewer.guest in people}
        waiting = waiting or {viewer.sender for viewer in self.viewers}
        self.bot_pool.set_waiting(self._audience, tuple(sorted(waiting)))

    def nudge(self) -> None:
        """Check again whether something is due automatically."""
        self._inbox.put_nowait(None)

    async def on_disk(self) -> bool:
        """Wait until the whole log is on disk. Return False if that failed and the table must not be shown."""
        # In a loop: by the time this coroutine resumes, new entries may be pending.
        while not self._on_disk.is_set():
            await self._on_disk.wait()
        return not self.failed

    def show(self, guest: str | None = None) -> None:
        """Show a change to everybody, or to one guest."""
        if guest is None:
            self._show_everybody(set())
        for viewer in self.viewers:
            if viewer.guest == guest:
                viewer.show_now()

    def _show_everybody(self, actors: set[str]) -> None:
        """Show the table to everybody: first to the guests newly asked to choose, then to those who acted."""
        holders = self.table.holders
        asked = {seat: (holders[seat].guest, holders[seat].asked_at) for seat in self.table.waiting()}
        newly_asked = {guest for seat, (guest, since) in asked.items() if self._asked.get(seat) != (guest, since)}
        self._asked = asked
        for viewer in self.viewers:
            if viewer.guest in newly_asked:
                self.render_queue.show_first(viewer)
            elif viewer.guest in actors:
                self.render_queue.show_soon(viewer)
            else:
                self.render_queue.show_later(viewer)

    def idle(self) -> float:
        """Return the seconds since the last viewer left or the table was loaded; 0 while there is a viewer or work.

        A thinking bot is no reason to stay in memory: it thinks again when the table is loaded.
        """
        if self.viewers or not self._inbox.empty() or not self._on_disk.is_set():
            return 0.0
        return self.clock.now() - self.idle_since

    async def stop(self) -> None:
        """Stop the task after pending writes are flushed."""
        self.failed = True
        self.nudge()
        await asyncio.wait([self._task])

    # ---- The task ---------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._process([])
            while not self.failed:
                requests = [await self._inbox.get()]
                while not self._inbox.empty():
                    requests.append(self._inbox.get_nowait())
                await self._process([request for request in requests if request is not None])
        except ChabudaiError as error:
            if isinstance(error, StoreStopped):
                self.refusal = public_error(error)
            self.telemetry.warn("table unloaded after an error", table=self.table.id, error=str(error))
        except Exception as error:
            self.telemetry.fault("table failed", error, table=self.table.id)
        finally:
            await self._shut_down()

    async def _process(self, requests: list[_Request]) -> None:
        """Carry out the requests, then whatever is due automatically, and write all of it together."""
        results: list[tuple[_Request, int]] = []
        self._current = self._ready(requests)
        for request in self._current:
            if request.command in self.table.commands:
                results.append((request, self.table.commands[request.command]))
                continue
            try:
                entries = request.make_entries(self.table)
            except ChabudaiError as error:
                request.send_reply(error)
                continue
            for number, entry in enumerate(entries):
                self._apply(entry, request.command if number == 0 else "")
            results.append((request, self.table.seq))
        while (due := self.session.autoplay.next_entry(self.clock.now())) is not None:
            self._apply(due)
        self.session.update_vote(self.clock.now())
        self._vote_changed.set()
        stand_ins = self.session.autoplay.stand_ins(self.clock.now())
        changed = bool(self._rows) or stand_ins != self._stand_ins
        self._stand_ins = stand_ins
        await self._flush()
        for request, seq in results:
            if request.reply is not None:
                request.send_reply(seq)
                self.telemetry.observe_command(perf_counter() - request.arrived)
        if changed:
            self._show_everybody({request.guest for request, _ in results})
        self._current = []
        await self._store_game()
        self._schedule()

    def _ready(self, requests: list[_Request]) -> list[_Request]:
        """Return the requests to carry out now. Some wait until people have confirmed a moment."""
        if self.session.autoplay.waits_for_moment(self.clock.now()):
            # A resent command that was carried out before needs no more than its reply.
            waits = [request.after_moment and request.command not in self.table.commands for request in requests]
            self._after_moment += [request for request, wait in zip(requests, waits, strict=True) if wait]
            return [request for request, wait in zip(requests, waits, strict=True) if not wait]
        waiting, self._after_moment = self._after_moment, []
        return waiting + requests

    def _refuse_waiting(self) -> None:
        """Refuse the waiting requests: the position they were meant for is gone."""
        waiting, self._after_moment = self._after_moment, []
        for request in waiting:
            request.send_reply(Refused("too_late"))

    def _apply(self, entry: Entry, command: str = "") -> None:
        """Apply an entry, and queue it for the disk."""
        # From here on the senders wait: nothing is shown before it is on disk.
        self._on_disk.clear()
        at = self.clock.now()
        self.session.apply(entry, at, command)
        self._rows.append(LogRow(self.table.seq, at, command, log.encode_entry(entry, self.table.game)))
        if isinstance(entry, log.TookBack):
            self._refuse_waiting()
        self._vote_changed.set()

    async def _flush(self) -> None:
        """Write pending entries to disk; after that they may be shown."""
        if self._rows:
            rows, self._rows = self._rows, []
            self.telemetry.counts["entries"] += len(rows)
            await self.store.append(rows, listing_of(self.table))
            self._on_disk.set()

    async def _store_game(self) -> None:
        """Store the record of a finished game. If that fails, try again later."""
        table = self.table
        if table.status != "over" or self._record_stored:
            return
        line = table.record().as_line()
        try:
            await self.store.save_game(StoredGame(table.id, table.opened.host, table.game.name, self.clock.now(), line))
            self._record_stored = True
        except StoreStopped as error:
            self.telemetry.warn("record not stored yet", table=table.id, error=str(error))

    # ---- Automatic moves --------------------------------------------------------------------------------------------

    def _schedule(self) -> None:
        """Start the bots that are needed, and set the timer for whatever is due next."""
        now = self.clock.now()
        autoplay = self.session.autoplay
        if self._after_moment and not autoplay.waits_for_moment(now):
            # Nobody holds up the moment anymore: the last viewer has left, or the pace has changed.
            self.nudge()
        self._update_bots(autoplay.bot_turns(now))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        delay = self.session.seconds_to_alarm(now)
        if delay is not None:
            self._timer = asyncio.get_running_loop().call_later(min(delay, _MAX_TIMER), self.nudge)

    def _update_bots(self, turns: dict[int, BotTurn]) -> None:
        """Cancel the bots that are no longer needed, and start the missing ones."""
        for seat, (turn, task) in list(self._thinking.items()):
            if turns.get(seat) != turn:
                task.cancel()
                del self._thinking[seat]
        for seat, turn in turns.items():
            if seat not in self._thinking:
                self._thinking[seat] = (turn, asyncio.get_running_loop().create_task(self._bot_move(seat, turn)))

    async def _bot_move(self, seat: int, turn: BotTurn) -> None:
        """Let a bot choose for a seat, no faster than people can follow."""
        table = self.table
        earliest = self.session.autoplay.earliest_move(turn)
        self._update_audience()
        # In a guided game bots always make the same choices.
        seed = None if table.opened.seed is None else table.opened.seed + len(table.play.moves)
        try:
            view = table.state.seen_by(seat, True)
            action = await self.bot_pool.choose(table.game, view, turn.level, seed, self._audience)
        except Exception as error:
            self.telemetry.fault("bot failed", error, table=table.id, level=turn.level)
            action = table.state.legal(seat)[0]
        # After a pause of the process the event loop's timers fire early, so check again.
        while (rest := earliest - self.clock.now()) > 0.0:
            await asyncio.sleep(max(rest, _MIN_SLEEP))

        def make_entries(_: Table) -> list[Entry]:
            self._thinking.pop(seat, None)
            autoplay = self.session.autoplay
            try:
                return autoplay.bot_move(seat, turn, action, self.clock.now())
            except IllegalMove as error:
                self.telemetry.warn("bot chose an illegal move", table=table.id, level=turn.level, error=str(error))
                return autoplay.bot_move(seat, turn, table.state.legal(seat)[0], self.clock.now())

        self._inbox.put_nowait(_Request(make_entries))

    async def _shut_down(self) -> None:
        """Release the table, and refuse all pending requests; clients reconnect."""
        self.failed = True
        if self._timer is not None:
            self._timer.cancel()
        bots = [task for _, task in self._thinking.values()]
        for task in bots:
            task.cancel()
        self._thinking = {}
        if self.session.vote is not None:
            self.session.vote.end(restarting())
            self._vote_changed.set()
        requests = self._current + self._after_moment
        while not self._inbox.empty():
            request = self._inbox.get_nowait()
            requests += [request] if request is not None else []
        for request in requests:
            request.send_reply(self.refusal)
        for viewer in self.viewers:
            viewer.show_now()
        # Wake the senders that wait for the disk; they see that the task has failed, and show nothing.
        self._on_disk.set()
        await asyncio.gather(*bots, return_exceptions=True)


def _id_of(command: TableCommand | PageCommand) -> str:
    return command.id if isinstance(command, commands.ClientCommand) else ""


def _set_result(future: "asyncio.Future[int]", result: int | ChabudaiError) -> None:
    """Pass the result to the waiting caller, unless it was canceled."""
    if future.done():
        return
    if isinstance(result, int):
        future.set_result(result)
    else:
        future.set_exception(result)
