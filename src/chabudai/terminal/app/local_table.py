"""A table in this process: runs the game at its pace, and waits for the player's choices."""

import asyncio
import secrets
from contextlib import suppress

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Setup
from chabudai.session.autoplay import BotTurn
from chabudai.session.refusal import Refused
from chabudai.session.settings import PACES
from chabudai.terminal.app.screen_words import forced_message, screen_words
from chabudai.terminal.app.table_client import TableDisplay
from chabudai.terminal.app.threads import run_in_thread
from chabudai.terminal.local_game import LocalGame
from chabudai.terminal.save_file import CannotSave


class LocalTable:
    """A `TableClient` for a local game."""

    def __init__(self, game: LocalGame) -> None:
        self.game = game
        self._display: TableDisplay | None = None
        self._player_acted = asyncio.Event()
        self._hint_task: asyncio.Task[None] | None = None
        self._hint_position = -1
        """The position for which the last hint was requested."""

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.game.play.setup

    # ---- Running the game --------------------------------------------------------------------------------------------

    async def run(self, display: TableDisplay) -> None:
        """Advance the game until it is over, waiting for the player at their turns."""
        self._display = display
        try:
            await self._run_game()
        except ChabudaiError as error:
            # A bot from another package has failed. The game stays as it is and can be saved.
            self._show()
            self._say(str(error))
        finally:
            if self._hint_task is not None:
                self._hint_task.cancel()

    async def _run_game(self) -> None:
        game = self.game
        game.advance()
        while game.table.status == "playing":
            turn = game.bot_turn()
            if turn is None:
                self._show()
                await self._wait(game.seconds_to_alarm())
            else:
                await self._let_bot_choose(*turn)
            game.advance()
        self._show()

    async def _wait(self, seconds: float | None) -> None:
        """Wait until the player acts, at most this long."""
        self._player_acted.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._player_acted.wait(), seconds)

    async def _let_bot_choose(self, seat: int, turn: BotTurn) -> None:
        pause = self.game.seconds_to(self.game.session.autoplay.earliest_move(turn))
        if pause:
            self._show()
        action, _ = await asyncio.gather(run_in_thread(lambda: self.game.bot_choice(seat)), asyncio.sleep(pause))
        self.game.make_bot_move(seat, turn, action)

    def _show(self) -> None:
        if self._display is not None:
            self._display.show(self.game.viewer_update())

    def _say(self, text: str) -> None:
        if self._display is not None:
            self._display.say(text)

    def _show_refusal(self, refusal: Refused) -> None:
        if self._display is not None:
            self._display.show_refusal(refusal.text(self.game.language))

    # ---- Requests from the player ------------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice."""
        try:
            self.game.choose(action)
        except Refused as refusal:  # the game has moved on since the screen was drawn
            self._show_refusal(refusal)
            return
        self._player_acted.set()

    def confirm_moment(self) -> None:
        """Confirm the moment, and redraw: after the end, no other update would."""
        self.game.confirm_moment()
        self._show()
        self._player_acted.set()

    def hint(self) -> None:
        """Search in a thread, and show the hint if the position is still the same. Ignore repeated requests."""
        position_id = self.game.table.position_id
        if self._hint_task is not None and not self._hint_task.done():
            if self._hint_position == position_id:
                return
            self._hint_task.cancel()
        self._hint_position = position_id
        self._hint_task = asyncio.get_running_loop().create_task(self._hint(position_id))

    async def _hint(self, position_id: int) -> None:
        found = await run_in_thread(self.game.hint)
        if self._display is not None and self.game.show_hint(position_id, found):
            self._display.show_hint(found)

    def undo(self) -> None:
        """Take back the last choice, if no cards were revealed since."""
        try:
            self.game.undo()
        except Refused as refusal:
            self._show_refusal(refusal)
            return
        self._say(self.game.words.sentence("play", "undone"))
        self._player_acted.set()

    def agree(self, *, yes: bool) -> None:
        """Do nothing: bots never ask for an undo."""

    def reveal(self) -> None:
        """Do nothing: nobody else shares this terminal."""

    def chat(self, text: str) -> None:
        """Do nothing: bots do not read chat."""

    def next_pace(self) -> None:
        """Switch to the next faster pace; after the fastest, to the slowest."""
        pace = PACES[(PACES.index(self.game.table.settings.pace) + 1) % len(PACES)]
        self.game.set_pace(pace)
        screen_text = screen_words(self.game.language)
        self._say(screen_text("table.pace", pace=screen_text.name_or_id("pace", pace)))
        self._player_acted.set()

    def toggle_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""
        self.game.toggle_forced()
        self._say(forced_message(self.game.plays_forced, self.game.language))
        self._player_acted.set()

    def set_language(self, language: str) -> None:
        """Redraw everything in this language."""
        self.game.set_language(language)
        self._show()

    def save(self) -> None:
        """Save the game, and show the command that continues it."""
        try:
            path = self.game.save()
        except CannotSave as error:
            self._say(str(error))
            return
        command = self.game.resume_command(path, self.game.table.settings.pace)
        self._say(screen_words(self.game.language)("save.saved", path=path, command=command))

    def leave_seat(self) -> None:
        """Do nothing: the game ends with the screen."""

    @property
    def has_chat(self) -> bool:
        """Always False: bots do not chat."""
        return False

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""
        return self.game.unsaved and self.game.table.status == "playing"

    def record(self) -> bytes:
        """Return the record of the game so far."""
        return self.game.record()

    def rematch(self) -> "LocalTable":
        """Start another game against the same bots."""
        return LocalTable(self.game.rematch(secrets.randbelow(SEEDS)))
