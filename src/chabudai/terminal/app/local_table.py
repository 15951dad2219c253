"""A table in this program: the game goes on until the person is asked, at the pace that the table has."""

import asyncio
import secrets
from contextlib import suppress

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Setup
from chabudai.session.autoplay import BotTurn
from chabudai.session.refusal import Refused
from chabudai.session.settings import PACES
from chabudai.terminal.app.table_client import Screen
from chabudai.terminal.app.threads import beside
from chabudai.terminal.app.words import forced_message, screen_words
from chabudai.terminal.local_game import LocalGame
from chabudai.terminal.saving import CannotSave


class LocalTable:
    """A local game, drawn full screen."""

    def __init__(self, game: LocalGame) -> None:
        self.game = game
        self._screen: Screen | None = None
        self._acted = asyncio.Event()
        self._hinting: asyncio.Task[None] | None = None
        self._hint_for = -1
        """The turn of the table that the last hint was asked for."""

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.game.play.setup

    # ---- The game goes on -------------------------------------------------------------------------------------------

    async def run(self, screen: Screen) -> None:
        """Let happen what is due, and wait for the person where they are asked."""
        self._screen = screen
        try:
            await self._play_on()
        except ChabudaiError as error:
            # A bot from another package has failed. The game stays as it is and can be saved.
            self._show()
            self._say(str(error))
        finally:
            # Nobody is left whom a hint could be shown to.
            if self._hinting is not None:
                self._hinting.cancel()

    async def _play_on(self) -> None:
        game = self.game
        game.go_on()
        while game.table.status == "playing":
            turn = game.bot_turn()
            if turn is None:
                self._show()
                await self._wait(game.seconds_to_alarm())
            else:
                await self._let_bot_choose(*turn)
            game.go_on()
        self._show()

    async def _wait(self, seconds: float | None) -> None:
        """Wait until the person has done something, but no longer than this."""
        self._acted.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._acted.wait(), seconds)

    async def _let_bot_choose(self, seat: int, turn: BotTurn) -> None:
        pause = self.game.seconds_to(self.game.session.autoplay.not_before(turn))
        if pause:
            self._show()
        action, _ = await asyncio.gather(beside(lambda: self.game.bot_choice(seat)), asyncio.sleep(pause))
        self.game.bot_moves(seat, turn, action)

    def _show(self) -> None:
        if self._screen is not None:
            self._screen.show(self.game.shown())

    def _say(self, text: str) -> None:
        if self._screen is not None:
            self._screen.say(text)

    def _refuse(self, refusal: Refused) -> None:
        if self._screen is not None:
            self._screen.refused(refusal.said(self.game.language))

    # ---- What the person asks for -----------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice."""
        try:
            self.game.choose(action)
        except Refused as refusal:  # the game has gone on since the screen was drawn
            self._refuse(refusal)
            return
        self._acted.set()

    def seen(self) -> None:
        """The moment has been seen; after the end nothing else would show that."""
        self.game.saw()
        self._show()
        self._acted.set()

    def hint(self) -> None:
        """Think in a thread, and show the hint if the person is still asked the same. Asking again changes nothing."""
        turned = self.game.table.turned
        if self._hinting is not None and not self._hinting.done():
            if self._hint_for == turned:
                return
            self._hinting.cancel()
        self._hint_for = turned
        self._hinting = asyncio.get_running_loop().create_task(self._hint(turned))

    async def _hint(self, turned: int) -> None:
        found = await beside(self.game.hint)
        if self._screen is not None and self.game.keep_hint(turned, found):
            self._screen.hinted(found)

    def undo(self) -> None:
        """Take the last choice back, if no chance came since."""
        try:
            self.game.undo()
        except Refused as refusal:
            self._refuse(refusal)
            return
        self._say(self.game.words.sentence("play", "undone"))
        self._acted.set()

    def agree(self, *, yes: bool) -> None:
        """Nobody asks: the others are bots."""

    def reveal(self) -> None:
        """Nobody else plays here."""

    def chat(self, text: str) -> None:
        """Nobody reads it: the others are bots."""

    def next_pace(self) -> None:
        """Let the game go on faster; after the fastest pace, slowly."""
        pace = PACES[(PACES.index(self.game.table.settings.pace) + 1) % len(PACES)]
        self.game.set_pace(pace)
        said = screen_words(self.game.language)
        self._say(said("table.pace", pace=said.one_of("pace", pace)))
        self._acted.set()

    def toggle_forced(self) -> None:
        """Play forced moves automatically from now on, or no longer."""
        self.game.toggle_forced()
        self._say(forced_message(self.game.plays_forced, self.game.language))
        self._acted.set()

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        self.game.speak(language)
        self._show()

    def save(self) -> None:
        """Write the record, and say how to go on with it."""
        try:
            path = self.game.save()
        except CannotSave as error:
            self._say(str(error))
            return
        command = self.game.resuming(path, self.game.table.settings.pace)
        self._say(screen_words(self.game.language)("save.saved", path=path, command=command))

    def give_up(self) -> None:
        """Nothing is left behind: the game ends with the screen."""

    @property
    def talkative(self) -> bool:
        """Bots do not talk."""
        return False

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""
        return self.game.unsaved and self.game.table.status == "playing"

    def record(self) -> bytes:
        """The record of the game so far."""
        return self.game.record()

    def again(self) -> "LocalTable":
        """Another game against the same bots."""
        return LocalTable(self.game.rematch(secrets.randbelow(SEEDS)))
