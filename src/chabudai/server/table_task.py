"""The one task that owns a table: it decides, appends to the log, waits for the disk, and only then shows."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.kernel.chance import Source
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.refusal import restarting
from chabudai.server.socket.render_queue import RenderQueue
from chabudai.server.socket.viewer import Viewer
from chabudai.server.storage.listing import listing_of
from chabudai.server.storage.store import KeptGame, Store, StoreStopped
from chabudai.server.telemetry import Telemetry
from chabudai.session import commands, log
from chabudai.session.autoplay import BotTurn
from chabudai.session.commands import Command, PageCommand
from chabudai.session.decide import Who, decide
from chabudai.session.log import Entry, Row
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from chabudai.session.table import Table

_LONGEST_TIMER = 3600.0

Act = Callable[[Table], list[Entry]]
"""Makes the entries of something that is to be done, from the table as it is by then."""

Reply = Callable[[int | ChabudaiError], None]
"""Takes the number of the last entry once it is on disk, or the reason for a refusal."""


@dataclass
class _Request:
    """Something to be done at the table, who is told when it is done, and by which command it was asked for."""

    act: Act
    reply: Reply | None = None
    guest: str = ""
    command: str = ""
    arrived: float = 0.0
    patient: bool = False
    """Whether it waits until everybody has seen the moment on the table."""

    def answer(self, result: int | ChabudaiError) -> None:
        """Report the result, once."""
        reply, self.reply = self.reply, None
        if reply is not None:
            reply(result)


class TableTask:
    """A table in use. Everything that changes it comes through one queue, and whatever it shows is on disk."""

    def __init__(
        self,
        table: Table,
        source: Source,
        store: Store,
        bot_pool: BotPool,
        telemetry: Telemetry,
        render_queue: RenderQueue,
    ) -> None:
        self.table = table
        self.session = Session(table, source, time.time())
        self.store = store
        self.bot_pool = bot_pool
        self.telemetry = telemetry
        self.render_queue = render_queue
        self.viewers: set[Viewer] = set()
        self.renewal = asyncio.Lock()
        """Held while a table for a rematch is being opened, so that there is only one."""
        self.idle_since = time.monotonic()
        self._inbox: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._patient: list[_Request] = []
        self._in_hand: list[_Request] = []
        """The requests that are being carried out now."""
        self._thinking: dict[int, tuple[BotTurn, asyncio.Task[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._rows: list[Row] = []
        self._asked: dict[int, tuple[str, float | None]] = {}
        """Who had to choose, and since when, as the table was last shown."""
        self._voted: asyncio.Event = asyncio.Event()
        """Set when a vote may have ended."""
        self._on_disk = asyncio.Event()
        self._on_disk.set()
        self._kept = False
        self._task = asyncio.get_running_loop().create_task(self._run())
        self.failed = False

    # ---- For callers ------------------------------------------------------------------------------------------------

    async def do(self, who: Who, what: Command | PageCommand) -> int:
        """Carry out a command; returns the number of the last entry once it is on disk. A refusal is raised."""
        return await self._do(lambda table: decide(table, who, what, time.time()), who.guest, _id_of(what))

    async def append(self, entry: Entry, guest: str, command: str) -> int:
        """Add an entry that was decided elsewhere."""
        return await self._do(lambda table: [entry], guest, command)

    async def _do(self, act: Act, guest: str, command: str) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._post(_Request(act, lambda result: _settle(answer, result), guest, command))
        return await answer

    def post(self, who: Who, what: Command, reply: Reply) -> None:
        """Carry out a command as soon as possible; the reply tells the result.

        A choice waits until everybody else has seen the moment on the table, too.
        """
        if self.session.received(who, what):
            self._show_seen(who.guest)
        chooses = isinstance(what, commands.Choose)
        act: Act = lambda table: decide(table, who, what, time.time())  # noqa: E731
        self._post(_Request(act, reply, who.guest, what.id, patient=chooses))

    def _post(self, request: _Request) -> None:
        if self.failed:
            raise restarting()
        if request.command:
            request.command = f"{request.guest} {request.command}"
        request.arrived = time.perf_counter()
        self._inbox.put_nowait(request)

    async def undo(self, who: Who, what: commands.Undo) -> int:
        """Take a choice back: at once if nobody else plays, otherwise if all the others agree."""
        again = f"{who.guest} {what.id}" in self.table.commands
        if again or not self.session.needs_vote(who.guest):
            return await self.do(who, what)
        vote = self.session.open_vote(who, what, time.time())
        self.show()
        try:
            while vote.result is None:
                self._voted.clear()
                await self._voted.wait()
        finally:
            vote.end(Refused("too_late"))  # if the connection of the person who asked has ended
            self.show()
        if isinstance(vote.result, Refused):
            raise vote.result
        return await self._do(lambda table: [vote.entry()], who.guest, what.id)

    def agree(self, guest: str, yes: bool) -> None:
        """Count a vote on whether a choice may be taken back."""
        self.session.agree(guest, yes)
        self._voted.set()
        self.show()

    def confirm(self, viewer: Viewer, seq: int | None) -> None:
        """Somebody has confirmed the moment on the table."""
        if self.session.confirm(viewer, seq):
            self._show_seen(viewer.guest)

    def _show_seen(self, guest: str) -> None:
        self.nudge()
        self.show(guest)

    def enter(self, viewer: Viewer) -> None:
        """Somebody looks at the table."""
        viewer.on_disk = self._on_disk
        self.viewers.add(viewer)
        self.session.presence.came(viewer.guest)
        self.nudge()
        self.show()

    def exit(self, viewer: Viewer) -> None:
        """Somebody no longer looks at the table."""
        self.viewers.discard(viewer)
        self.render_queue.forget(viewer)
        self.session.presence.went(viewer.guest, time.time())
        self.idle_since = time.monotonic()
        self.nudge()
        self.show()

    def nudge(self) -> None:
        """Check again whether something is to happen automatically."""
        self._inbox.put_nowait(None)

    async def on_disk(self) -> bool:
        """Wait until whatever the table shows is on disk; false if it was lost and must not be shown."""
        # Not just once: by the time this task goes on, the next entries may be on their way.
        while not self._on_disk.is_set():
            await self._on_disk.wait()
        return not self.failed

    def show(self, guest: str | None = None) -> None:
        """Something that people see has changed, for everybody or for one guest."""
        if guest is None:
            self._show_all(set())
        for viewer in self.viewers:
            if viewer.guest == guest:
                viewer.look()

    def _show_all(self, doers: set[str]) -> None:
        """Show the table to everybody: first to those who are newly asked to choose, then to those who acted."""
        places = self.table.places
        asked = {seat: (places[seat].guest, places[seat].since) for seat in self.table.waiting()}
        new = {guest for seat, (guest, since) in asked.items() if self._asked.get(seat) != (guest, since)}
        self._asked = asked
        for viewer in self.viewers:
            if viewer.guest in new:
                self.render_queue.show_first(viewer)
            elif viewer.guest in doers:
                self.render_queue.show_soon(viewer)
            else:
                self.render_queue.show_later(viewer)

    def idle(self) -> float:
        """For how many seconds nobody has looked and nothing has happened."""
        if self.viewers or self._thinking or not self._inbox.empty() or not self._on_disk.is_set():
            return 0.0
        return time.monotonic() - self.idle_since

    async def stop(self) -> None:
        """Leave the table as it is on disk, after pending writes are flushed."""
        self.failed = True
        self.nudge()
        await asyncio.wait([self._task])

    # ---- The task ---------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._go_on([])
            while not self.failed:
                requests = [await self._inbox.get()]
                while not self._inbox.empty():
                    requests.append(self._inbox.get_nowait())
                await self._go_on([request for request in requests if request is not None])
        except ChabudaiError as error:
            self.telemetry.warn("table given up until it is asked for again", table=self.table.id, error=str(error))
        except Exception as error:
            self.telemetry.fault("table failed", error, table=self.table.id)
        finally:
            await self._give_up()

    async def _go_on(self, requests: list[_Request]) -> None:
        """Carry out the requests, then what is due automatically; all of it is written together."""
        answers: list[tuple[_Request, int]] = []
        self._in_hand = self._ready(requests)
        for request in self._in_hand:
            if request.command in self.table.commands:
                answers.append((request, self.table.commands[request.command]))
                continue
            try:
                entries = request.act(self.table)
            except ChabudaiError as error:
                request.answer(error)
                continue
            for number, entry in enumerate(entries):
                self._apply(entry, request.command if number == 0 else "")
            answers.append((request, self.table.seq))
        while (due := self.session.autoplay.next(time.time())) is not None:
            self._apply(due)
        changed = bool(self._rows)
        await self._flush()
        for request, seq in answers:
            if request.reply is not None:
                request.answer(seq)
                self.telemetry.took(time.perf_counter() - request.arrived)
        if changed:
            self._show_all({request.guest for request, _ in answers})
        self._in_hand = []
        await self._keep_game()
        self._look_ahead()

    def _ready(self, requests: list[_Request]) -> list[_Request]:
        """The requests to be carried out now; patient ones wait while people look at a moment."""
        if self.session.autoplay.held(time.time()):
            self._patient += [request for request in requests if request.patient]
            return [request for request in requests if not request.patient]
        waited, self._patient = self._patient, []
        return waited + requests

    def _refuse_patient(self) -> None:
        """Refuse the requests that waited: they were meant for a position that is gone."""
        waited, self._patient = self._patient, []
        for request in waited:
            request.answer(Refused("too_late"))

    def _apply(self, entry: Entry, command: str = "") -> None:
        """Let an entry happen, and keep it for the disk."""
        # From here on senders wait: nothing is shown before it is on disk.
        self._on_disk.clear()
        at = time.time()
        self.session.apply(entry, at, command)
        self._rows.append(Row(self.table.seq, at, command, log.written(entry, self.table.game)))
        if isinstance(entry, log.TookBack):
            self._refuse_patient()
        self._voted.set()

    async def _flush(self) -> None:
        """Write what has happened to disk; from then on it may be seen."""
        if self._rows:
            rows, self._rows = self._rows, []
            self.telemetry.counts["entries"] += len(rows)
            await self.store.append(rows, listing_of(self.table))
            self._on_disk.set()

    async def _keep_game(self) -> None:
        """Keep the record of a finished game. If that fails, the table stays, and it is tried again later."""
        table = self.table
        if table.status != "over" or self._kept:
            return
        line = table.record().as_line()
        try:
            await self.store.save_game(KeptGame(table.id, table.opened.host, table.game.name, time.time(), line))
            self._kept = True
        except StoreStopped as error:
            self.telemetry.warn("a record cannot be kept yet", table=table.id, error=str(error))

    # ---- What happens automatically ---------------------------------------------------------------------------------

    def _look_ahead(self) -> None:
        """Let bots think for the seats that need one, and set the timer for what is due next."""
        now = time.time()
        autoplay = self.session.autoplay
        if self._patient and not autoplay.held(now):
            # Nobody looks at the moment any more: the last one who did has left, or the pace has changed.
            self.nudge()
        self._think(autoplay.bot_turns(now))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        delay = self.session.seconds_to_alarm(now)
        if delay is not None:
            self._timer = asyncio.get_running_loop().call_later(min(delay, _LONGEST_TIMER), self.nudge)

    def _think(self, turns: dict[int, BotTurn]) -> None:
        """Cancel the bots that are no longer needed, and start those that are missing."""
        for seat, (turn, task) in list(self._thinking.items()):
            if turns.get(seat) != turn:
                task.cancel()
                del self._thinking[seat]
        for seat, turn in turns.items():
            if seat not in self._thinking:
                self._thinking[seat] = (turn, asyncio.get_running_loop().create_task(self._move(seat, turn)))

    async def _move(self, seat: int, turn: BotTurn) -> None:
        """Let a bot choose for a seat, no faster than people can follow."""
        table = self.table
        not_before = self.session.autoplay.not_before(turn)
        # In a guided game bots choose the same each time.
        seed = None if table.opened.seed is None else table.opened.seed + len(table.play.moves)
        try:
            action = await self.bot_pool.choose(table.game, table.state.seen_by(seat, True), turn.level, seed)
        except Exception as error:
            self.telemetry.fault("a bot failed", error, table=table.id, level=turn.level)
            action = table.state.legal(seat)[0]
        await asyncio.sleep(max(0.0, not_before - time.time()))

        def act(_: Table) -> list[Entry]:
            self._thinking.pop(seat, None)
            autoplay = self.session.autoplay
            try:
                return autoplay.bot_move(seat, turn, action, time.time())
            except IllegalMove as error:
                self.telemetry.warn("a bot chose an illegal move", table=table.id, level=turn.level, error=str(error))
                return autoplay.bot_move(seat, turn, table.state.legal(seat)[0], time.time())

        self._inbox.put_nowait(_Request(act))

    async def _give_up(self) -> None:
        """Let go of the table: everybody who waits is told, and connects again."""
        self.failed = True
        if self._timer is not None:
            self._timer.cancel()
        bots = [task for _, task in self._thinking.values()]
        for task in bots:
            task.cancel()
        self._thinking = {}
        if self.session.vote is not None:
            self.session.vote.end(restarting())
            self._voted.set()
        requests = self._in_hand + self._patient
        while not self._inbox.empty():
            request = self._inbox.get_nowait()
            requests += [request] if request is not None else []
        for request in requests:
            request.answer(restarting())
        for viewer in self.viewers:
            viewer.look()
        # Those who wait for the disk are let go; they see that the task has failed, and show nothing.
        self._on_disk.set()
        await asyncio.gather(*bots, return_exceptions=True)


def _id_of(what: Command | PageCommand) -> str:
    return what.id if isinstance(what, commands.ClientCommand) else ""


def _settle(answer: "asyncio.Future[int]", result: int | ChabudaiError) -> None:
    """Let the caller go on, unless it has gone."""
    if answer.done():
        return
    if isinstance(result, int):
        answer.set_result(result)
    else:
        answer.set_exception(result)
