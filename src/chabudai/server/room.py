"""The one task that owns a table: it validates, appends to the log, waits for the disk, and only then shows."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from chabudai.kernel.errors import ChabudaiError
from chabudai.server import acts
from chabudai.server import entries as log
from chabudai.server.driving import Driver, Thought
from chabudai.server.entries import Entry
from chabudai.server.journal import Journal
from chabudai.server.presence import Presence
from chabudai.server.question import Question
from chabudai.server.refusal import Refused
from chabudai.server.showing import Showing
from chabudai.server.store import KeptGame, Row, Store, StoreStopped
from chabudai.server.table import Table
from chabudai.server.thinking import Thinkers
from chabudai.server.usher import Usher
from chabudai.server.viewer import Viewer

_LONGEST_TIMER = 3600.0

Act = Callable[[Table], list[Entry]]

Reply = Callable[[int | ChabudaiError], None]
"""Takes the number of the last entry once it is on disk, or what was refused."""


@dataclass
class _Letter:
    """Something to be done at the table, who is told when it is done, and by which command it was asked for."""

    act: Act
    reply: Reply | None = None
    guest: str = ""
    command: str = ""
    arrived: float = 0.0
    patient: bool = False
    """Waits until all have seen what lies there to be looked at."""

    def answer(self, result: int | ChabudaiError) -> None:
        """Tell how it went, once."""
        reply, self.reply = self.reply, None
        if reply is not None:
            reply(result)


class Room:
    """A table in use. All that changes it comes through one queue; what it shows is on disk."""

    def __init__(self, table: Table, store: Store, thinkers: Thinkers, journal: Journal, usher: Usher) -> None:
        self.table = table
        self.store = store
        self.thinkers = thinkers
        self.journal = journal
        self.usher = usher
        self.viewers: set[Viewer] = set()
        self.showing = Showing(table)
        self.presence = Presence(time.time())
        self.driver = Driver(table, self.presence)
        self.renewal = asyncio.Lock()
        """Held while a table for a rematch is being set, so that there is only one."""
        self.idle_since = time.monotonic()
        self._question: Question | None = None
        self._inbox: asyncio.Queue[_Letter | None] = asyncio.Queue()
        self._patient: list[_Letter] = []
        self._in_hand: list[_Letter] = []
        """What is being carried out just now."""
        self._thinking: dict[int, tuple[Thought, asyncio.Task[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._rows: list[Row] = []
        self._asked: dict[int, tuple[str, float | None]] = {}
        """Who was asked to choose, and since when, as the table was last to be shown."""
        self._on_disk = asyncio.Event()
        self._on_disk.set()
        self._kept = False
        self._task = asyncio.get_running_loop().create_task(self._run())
        self.failed = False

    # ---- For callers ------------------------------------------------------------------------------------------------

    async def do(self, act: Act, *, guest: str = "", command: str = "") -> int:
        """Carry out an act; returns the number of the last entry once it is on disk. What is refused is raised."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.post(act, lambda result: _settle(answer, result), guest, command)
        return await answer

    def choose(self, guest: str, seat: int, action: int, command: str, reply: Reply, seq: int | None = None) -> None:
        """Make a choice. Whoever chooses has seen what lay there; it is carried out when the others have too."""
        self.saw(guest)
        self.post(lambda table: acts.choose(table, guest, seat, action, seq), reply, guest, command, patient=True)

    def post(self, act: Act, reply: Reply, guest: str, command: str, *, patient: bool = False) -> None:
        """Let an act be carried out as soon as may be; how it went is told by the reply."""
        if self.failed:
            raise Refused("restarting", status=503)
        key = f"{guest} {command}" if command else ""
        self._inbox.put_nowait(_Letter(act, reply, guest, key, time.perf_counter(), patient))

    async def undo(self, guest: str, command: str) -> int:
        """Take a choice back: at once if nobody else plays, else when all agree; refused when one does not."""
        again = f"{guest} {command}" in self.table.commands
        if not again:
            acts.take_back(self.table, guest)
        if again or self.table.people() <= {guest}:
            return await self.do(lambda table: [acts.take_back(table, guest)], guest=guest, command=command)
        if self.question is not None:
            raise Refused("asked_already")
        turned = self.table.turned
        question = self._question = Question(self.table, guest)
        question.look_again()
        self.show()
        try:
            await question.answered()
        finally:
            self.show()

        def act(table: Table) -> list[Entry]:
            if table.turned != turned:  # since they agreed: it would be another choice that is taken back
                raise Refused("too_late")
            return [acts.take_back(table, guest)]

        return await self.do(act, guest=guest, command=command)

    @property
    def question(self) -> Question | None:
        """Whether a choice may be taken back, if that is asked just now."""
        return None if self._question is None or self._question.settled else self._question

    def agree(self, guest: str, yes: bool) -> None:
        """Somebody's answer to whether a choice may be taken back."""
        if self.question is None:
            raise Refused("nothing_asked")
        self.question.agree(guest, yes)
        self.show()

    def saw(self, guest: str) -> None:
        """Somebody has looked at what lies there."""
        if self.driver.moment and guest not in self.driver.seen:
            self.driver.seen.add(guest)
            self.nudge()
            self.show(guest)

    def enter(self, viewer: Viewer) -> None:
        """Somebody looks at the table."""
        viewer.on_disk = self._on_disk
        self.viewers.add(viewer)
        self.presence.came(viewer.guest)
        self.nudge()
        self.show()

    def exit(self, viewer: Viewer) -> None:
        """Somebody looks no more."""
        self.viewers.discard(viewer)
        self.usher.forget(viewer)
        self.presence.went(viewer.guest, time.time())
        self.idle_since = time.monotonic()
        self.nudge()
        self.show()

    def nudge(self) -> None:
        """Look again whether something is to happen by itself."""
        self._inbox.put_nowait(None)

    async def on_disk(self) -> bool:
        """Wait until what the table shows can no longer be lost; false if it was lost, and must not be shown."""
        # Not once: by the time that this task goes on, the next entries may be on their way already.
        while not self._on_disk.is_set():
            await self._on_disk.wait()
        return not self.failed

    def show(self, guest: str | None = None) -> None:
        """Something that people see has changed, for all or for one guest."""
        if guest is None:
            self._show_all(set())
        for viewer in self.viewers:
            if viewer.guest == guest:
                viewer.look()

    def _show_all(self, doers: set[str]) -> None:
        """Show the table to all: first to those who are newly asked to choose, then to those whose doing it was."""
        places = self.table.places
        asked = {seat: (places[seat].guest, places[seat].since) for seat in self.table.waiting()}
        new = {guest for seat, (guest, since) in asked.items() if self._asked.get(seat) != (guest, since)}
        self._asked = asked
        for viewer in self.viewers:
            if viewer.guest in new:
                self.usher.show_first(viewer)
            elif viewer.guest in doers:
                self.usher.show_soon(viewer)
            else:
                self.usher.show_later(viewer)

    def idle(self) -> float:
        """For how many seconds nobody has looked and nothing has been going on."""
        if self.viewers or self._thinking or not self._inbox.empty() or not self._on_disk.is_set():
            return 0.0
        return time.monotonic() - self.idle_since

    async def stop(self) -> None:
        """Leave the table as it is on disk, once that is there which is on its way."""
        self.failed = True
        self.nudge()
        await asyncio.wait([self._task])

    # ---- The task ---------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._go_on([])
            while not self.failed:
                letters = [await self._inbox.get()]
                while not self._inbox.empty():
                    letters.append(self._inbox.get_nowait())
                await self._go_on([letter for letter in letters if letter is not None])
        except ChabudaiError as error:
            self.journal.warn("table given up until it is asked for again", table=self.table.id, error=str(error))
        except Exception as error:
            self.journal.fault("table failed", error, table=self.table.id)
        finally:
            await self._give_up()

    async def _go_on(self, letters: list[_Letter]) -> None:
        """Carry out what was asked, and then what happens by itself; all of it goes to the disk together."""
        answers: list[tuple[_Letter, int]] = []
        self._in_hand = self._ready(letters)
        for letter in self._in_hand:
            if letter.command in self.table.commands:
                answers.append((letter, self.table.commands[letter.command]))
                continue
            try:
                entries = letter.act(self.table)
            except ChabudaiError as error:
                letter.answer(error)
                continue
            for number, entry in enumerate(entries):
                self._take(entry, letter.command if number == 0 else "")
            answers.append((letter, self.table.seq))
        while (by_itself := self.driver.next(time.time())) is not None:
            self._take(by_itself)
        changed = bool(self._rows)
        await self._flush()
        for letter, seq in answers:
            if letter.reply is not None:
                letter.answer(seq)
                self.journal.took(time.perf_counter() - letter.arrived)
        if changed:
            self._show_all({letter.guest for letter, _ in answers})
        self._in_hand = []
        await self._keep_game()
        self._look_ahead()

    def _ready(self, letters: list[_Letter]) -> list[_Letter]:
        """The letters to be carried out now; patient ones wait while something is looked at."""
        if self.driver.held(time.time()):
            self._patient += [letter for letter in letters if letter.patient]
            return [letter for letter in letters if not letter.patient]
        waited, self._patient = self._patient, []
        return waited + letters

    def _refuse_patient(self) -> None:
        """What waited to be carried out was meant for a position that is no more."""
        waited, self._patient = self._patient, []
        for letter in waited:
            letter.answer(Refused("too_late"))

    def _take(self, entry: Entry, command: str = "") -> None:
        """Let an entry happen, and keep it for the disk."""
        table = self.table
        # Senders wait from here on: nothing is shown before it is on disk.
        self._on_disk.clear()
        at = time.time()
        seq = table.seq + 1
        turned = table.turned
        if isinstance(entry, log.Came):
            table.came(entry, at, seq)
        else:
            table.read(entry, at, seq)
        if command:
            table.commands[command] = seq
        self._rows.append(Row(seq, at, command, log.written(entry)))
        if table.turned != turned:
            self.driver.step(at)
        if isinstance(entry, log.Left):
            self.presence.left(table.places[entry.seat].guest, at)
        if isinstance(entry, log.TookBack):
            self._refuse_patient()
        if self.question is not None:
            if table.turned != turned:
                self.question.settle(Refused("too_late"))
            self.question.look_again()
        self.showing.changed(entry)

    async def _flush(self) -> None:
        """Bring what has happened to the disk; from then on it may be seen."""
        if self._rows:
            rows, self._rows = self._rows, []
            self.journal.counts["entries"] += len(rows)
            await self.store.append(rows, self.table.listing())
            self._on_disk.set()

    async def _keep_game(self) -> None:
        """Keep the record of a game that is over. If that fails, the table stays, and it is tried again later."""
        table = self.table
        if table.status != "over" or self._kept:
            return
        line = table.record().as_line()
        try:
            await self.store.save_game(KeptGame(table.id, table.opened.host, table.game.name, time.time(), line))
            self._kept = True
        except StoreStopped as error:
            self.journal.warn("a record cannot be kept yet", table=table.id, error=str(error))

    # ---- What happens by itself -------------------------------------------------------------------------------------

    def _look_ahead(self) -> None:
        """Let bots think whose turn it is, and set the clock for what comes next by itself."""
        now = time.time()
        if self._patient and not self.driver.held(now):
            # Nobody looks any more, as the last one who did has left, or the pace is another.
            self.nudge()
        self._think(self.driver.thoughts(now))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        alarm = self.driver.alarm(now)
        if alarm is not None:
            # A little late rather than early: then what was waited for is really due.
            delay = max(0.0, alarm - now) + 0.002
            self._timer = asyncio.get_running_loop().call_later(min(delay, _LONGEST_TIMER), self.nudge)

    def _think(self, wanted: dict[int, Thought]) -> None:
        """Let go of thoughts that nobody wants any more, and begin those that are missing."""
        for seat, (thought, task) in list(self._thinking.items()):
            if wanted.get(seat) != thought:
                task.cancel()
                del self._thinking[seat]
        for seat, thought in wanted.items():
            if seat not in self._thinking:
                self._thinking[seat] = (thought, asyncio.get_running_loop().create_task(self._move(seat, thought)))

    async def _move(self, seat: int, thought: Thought) -> None:
        """Let a bot choose for a seat, not faster than people can follow."""
        table = self.table
        not_before = self.driver.not_before(thought)
        # In a guided game bots think alike each time.
        seed = None if table.opened.seed is None else table.opened.seed + len(table.play.moves)
        try:
            action = await self.thinkers.choose(table.game, table.state.seen_by(seat, True), thought.level, seed)
        except Exception as error:
            self.journal.fault("a bot failed", error, table=table.id, level=thought.level)
            action = table.state.legal(seat)[0]
        await asyncio.sleep(max(0.0, not_before - time.time()))

        def act(table: Table) -> list[Entry]:
            self._thinking.pop(seat, None)
            if seat not in table.waiting() or self.driver.wanted(seat, time.time()) != thought:
                return []
            return [log.Chose(seat, table.game.actions[action], thought.way)]

        self._inbox.put_nowait(_Letter(act))

    async def _give_up(self) -> None:
        """The table is no longer ours: whoever waits is told, and connects again."""
        self.failed = True
        if self._timer is not None:
            self._timer.cancel()
        thoughts = [task for _, task in self._thinking.values()]
        for task in thoughts:
            task.cancel()
        self._thinking = {}
        if self.question is not None:
            self.question.settle(Refused("restarting", status=503))
        letters = self._in_hand + self._patient
        while not self._inbox.empty():
            letter = self._inbox.get_nowait()
            letters += [letter] if letter is not None else []
        for letter in letters:
            letter.answer(Refused("restarting", status=503))
        for viewer in self.viewers:
            viewer.look()
        # Those who wait for the disk are let go; they see that this has failed, and show nothing.
        self._on_disk.set()
        await asyncio.gather(*thoughts, return_exceptions=True)


def _settle(answer: "asyncio.Future[int]", result: int | ChabudaiError) -> None:
    """Let the one who waits go on, who may have gone."""
    if answer.done():
        return
    if isinstance(result, int):
        answer.set_result(result)
    else:
        answer.set_exception(result)
