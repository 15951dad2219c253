"""A game played here: it goes on by itself until the person is asked, at a pace that can be followed."""

import asyncio
import secrets
from contextlib import suppress
from typing import cast, get_args

from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.setup import Setup
from chabudai.records.play import Play
from chabudai.scene.make import has_moment
from chabudai.scene.vocabulary import LogLine
from chabudai.scene.words import words
from chabudai.server.plan import MOMENTS, PAUSES, Pace
from chabudai.terminal.app.place import Screen, Shown
from chabudai.terminal.app.threads import beside
from chabudai.terminal.app.words import screen_words
from chabudai.terminal.sitting import CannotSave, Sitting
from chabudai.web.notes import TableNotes

_PACES = cast(tuple[Pace, ...], get_args(Pace))


class Here:
    """A sitting that is drawn full screen."""

    def __init__(self, sitting: Sitting, pace: Pace = "normal") -> None:
        self.sitting = sitting
        self.pace: Pace = pace
        self._screen: Screen | None = None
        self._moment = False
        self._acted = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._thought_of: tuple[Play, int] | None = None
        """The game and the moves by then that the last hint was wished for."""
        self._recent = len(sitting.play.events)
        """Where in the events begins what the last choice brought about."""

    @property
    def setup(self) -> Setup:
        """The game made ready."""
        return self.sitting.play.setup

    # ---- The game goes on -------------------------------------------------------------------------------------------

    async def run(self, screen: Screen) -> None:
        """Let chance and bots have their way, and wait for the person where they are asked."""
        self._screen = screen
        try:
            await self._play_on()
        finally:
            # Nobody sits here any more whom a hint could be shown to.
            if self._thinking is not None:
                self._thinking.cancel()

    async def _play_on(self) -> None:
        while not self.sitting.play.state.over():
            play = self.sitting.play
            if play.state.due >= 0:
                play.settle_one()
                await self._look()
                continue
            if self.sitting.asked:
                self._show()
                await self._act()
            else:
                if PAUSES[self.pace]:
                    self._show()
                await self._let_bot_choose(play, members(play.state.waiting)[0])
            if self.sitting.play is play:
                await self._look()
        self._show()

    async def _act(self) -> None:
        """Wait until the person has done something."""
        self._acted.clear()
        await self._acted.wait()

    async def _let_bot_choose(self, play: Play, seat: int) -> None:
        action, _ = await asyncio.gather(
            beside(lambda: self.sitting.bot_choice(seat)), asyncio.sleep(PAUSES[self.pace])
        )
        # The person may have taken a choice back meanwhile.
        if self.sitting.play is play:
            self._choose(seat, action)

    def _choose(self, seat: int, action: int) -> None:
        self._recent = len(self.sitting.play.events)
        self.sitting.play.choose(seat, action)

    async def _look(self) -> None:
        """Let a moment stay until it was looked at, or for a while."""
        play = self.sitting.play
        if self.pace == "at_once" or not has_moment(play.game, play.state.events):
            return
        self._moment = True
        self._show()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._act(), MOMENTS[self.pace])
        self._moment = False

    def _show(self) -> None:
        if self._screen is None:
            return
        playing = not self.sitting.play.state.over()
        own = any(seat == self.sitting.seat for seat, _ in self.sitting.play.moves)
        notes = TableNotes(
            log=self._log(),
            guide=None if self._moment else self.sitting.lesson(),
            moment=self._moment,
            can_undo=playing and own,
            can_hint=self.sitting.asked,
        )
        self._screen.show(Shown(scene=self.sitting.scene(moment=self._moment), notes=notes))

    def _log(self) -> list[LogLine]:
        """What has happened; without memory aids, and of what is never listed again, what the last choice brought."""
        sitting = self.sitting
        past = sitting.log(end=self._recent, leave_out=sitting.play.game.fleeting_events) if sitting.aids else []
        return past + sitting.log(self._recent)

    # ---- What the person wishes for ---------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice that is allowed."""
        self._choose(self.sitting.seat, action)
        self._acted.set()

    def seen(self) -> None:
        """The moment has been looked at."""
        self._acted.set()

    def hint(self) -> None:
        """Think in a thread, and tell if the person is still asked the same; who asks again is told once."""
        now = (self.sitting.play, len(self.sitting.play.moves))
        if self._thinking is not None and not self._thinking.done():
            if self._thought_of == now:
                return
            self._thinking.cancel()
        self._thought_of = now
        self._thinking = asyncio.get_running_loop().create_task(self._hint())

    async def _hint(self) -> None:
        play, moves = self.sitting.play, len(self.sitting.play.moves)
        found = await beside(self.sitting.hint)
        if self._screen is not None and self.sitting.play is play and len(play.moves) == moves:
            self._screen.hinted(found)

    def undo(self) -> None:
        """Take the last choice back, if no chance came since."""
        over = self.sitting.play.state.over()  # then `run` has ended, and nothing would go on
        said = "nothing_to_undo" if over else self.sitting.take_back()
        if self._screen is not None:
            self._screen.say(self.sitting.words.sentence("play", said))
        if not over:
            self._recent = len(self.sitting.play.events)
            self._acted.set()

    def agree(self, *, yes: bool) -> None:
        """Nobody asks: the others are bots."""

    def reveal(self) -> None:
        """Nobody else sits here."""

    def chat(self, text: str) -> None:
        """Nobody listens: the others are bots."""

    def next_pace(self) -> None:
        """Let the bots play faster; after the fastest, slowly."""
        self.pace = _PACES[(_PACES.index(self.pace) + 1) % len(_PACES)]
        if self._screen is not None:
            said = screen_words(self.sitting.words.language)
            self._screen.say(said("table.pace", pace=said.one_of("pace", self.pace)))

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        sitting = self.sitting
        sitting.words = words(sitting.play.game, language)
        sitting.names = [sitting.words.name(f"bot{seat}") for seat in range(sitting.play.setup.players)]
        self._show()

    def save(self) -> None:
        """Write the record, and say how to go on with it."""
        sitting = self.sitting
        try:
            path = sitting.save()
            text = screen_words(sitting.words.language)(
                "save.saved", path=path, command=sitting.resuming(path, self.pace)
            )
        except CannotSave as error:
            text = str(error)
        if self._screen is not None:
            self._screen.say(text)

    def give_up(self) -> None:
        """Nothing is left behind: the game ends with the screen."""

    @property
    def talkative(self) -> bool:
        """Bots do not talk."""
        return False

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""
        return self.sitting.unsaved and not self.sitting.play.state.over()

    def record(self) -> bytes:
        """The record of the game so far."""
        return self.sitting.record()

    def again(self) -> "Here":
        """The same table once more, with another deal and the same bots."""
        old = self.sitting
        seed = secrets.randbelow(SEEDS)
        play = Play(old.play.game, old.play.setup, Seeded(Rng(seed)))
        new = Sitting(play, old.seat, old.names, old.words, old.bots, aids=old.aids, levels=old.levels)
        return Here(new, self.pace)
