"""A table in this process: runs the game at the table's pace, and waits for the player's choices."""

import asyncio
import secrets
from contextlib import suppress

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.kernel.setup import Setup
from chabudai.session.autoplay import BotTurn
from chabudai.session.refusal import Refused
from chabudai.session.settings import PACES
from chabudai.terminal.app.screen_words import forced_moves_message, screen_words
from chabudai.terminal.app.table_client import TableDisplay
from chabudai.terminal.app.threads import run_in_thread
from chabudai.terminal.local_session import LocalSession
from chabudai.terminal.save_file import CannotSave
from chabudai.translation.catalog import translated


class LocalTable:
    """A `TableClient` for a local session."""

    def __init__(self, local: LocalSession) -> None:
        self.local = local
        self._display: TableDisplay | None = None
        self._player_acted = asyncio.Event()
        self._hint_task: asyncio.Task[None] | None = None
        self._hint_position_id = -1
        """The position for which the last hint was requested."""

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.local.play.setup

    # ---- Running the game --------------------------------------------------------------------------------------------

    async def run(self, display: TableDisplay) -> None:
        """Advance the game until it is over, waiting for the player on their turns."""
        self._display = display
        try:
            await self._run_game()
        except ChabudaiError as error:
            # A bot from another package has failed. The game stays as it is and can be saved.
            self._show()
            self._say(translated(str(error), self.local.language))
        finally:
            if self._hint_task is not None:
                self._hint_task.cancel()

    async def _run_game(self) -> None:
        local = self.local
        local.advance()
        while local.table.status == "playing":
            seat_and_turn = local.bot_turn()
            if seat_and_turn is None:
                self._show()
                await self._wait(local.seconds_to_alarm())
            else:
                await self._let_bot_choose(*seat_and_turn)
            local.advance()
        self._show()

    async def _wait(self, seconds: float | None) -> None:
        """Wait until the player acts, at most this long."""
        self._player_acted.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._player_acted.wait(), seconds)

    async def _let_bot_choose(self, seat: int, turn: BotTurn) -> None:
        pause = self.local.seconds_to(self.local.session.autoplay.earliest_move(turn))
        if pause:
            self._show()
        action, _ = await asyncio.gather(run_in_thread(lambda: self.local.bot_choice(seat)), asyncio.sleep(pause))
        self.local.make_bot_move(seat, turn, action)

    def _show(self) -> None:
        if self._display is not None:
            self._display.show(self.local.viewer_update())

    def _say(self, text: str) -> None:
        if self._display is not None:
            self._display.say(text)

    def _show_refusal(self, refusal: Refused) -> None:
        if self._display is not None:
            self._display.show_refusal(refusal.text(self.local.language))

    # ---- Requests from the player ------------------------------------------------------------------------------------

    def choose(self, action: int) -> None:
        """Make a choice."""
        try:
            self.local.choose(action)
        except Refused as refusal:  # the game has moved on since the screen was drawn
            self._show_refusal(refusal)
            return
        self._player_acted.set()

    def confirm_moment(self) -> None:
        """Confirm the moment, and redraw: after the game, nothing else would."""
        self.local.confirm_moment()
        self._show()
        self._player_acted.set()

    def hint(self) -> None:
        """Search in a thread, and show the hint if the position is still the same then.

        Requests for a hint that is already being computed are ignored.
        """
        position_id = self.local.table.position_id
        if self._hint_task is not None and not self._hint_task.done():
            if self._hint_position_id == position_id:
                return
            self._hint_task.cancel()
        self._hint_position_id = position_id
        self._hint_task = asyncio.get_running_loop().create_task(self._hint(position_id))

    async def _hint(self, position_id: int) -> None:
        hint = await run_in_thread(self.local.hint)
        if self._display is not None and self.local.show_hint(position_id, hint):
            self._display.show_hint(hint)

    def undo(self) -> None:
        """Take back the last choice, if no cards were revealed since."""
        try:
            self.local.undo()
        except Refused as refusal:
            self._show_refusal(refusal)
            return
        self._say(self.local.words.sentence("play", "undone"))
        self._player_acted.set()

    def vote(self, number: int, *, agree: bool) -> None:
        """Do nothing: bots never ask for anything."""

    def confirm_next_player(self) -> None:
        """Do nothing: nobody else shares this terminal."""

    def chat(self, text: str) -> None:
        """Do nothing: bots do not read chat."""

    def next_pace(self) -> None:
        """Switch to the next faster pace; after the fastest, to the slowest."""
        pace = PACES[(PACES.index(self.local.table.settings.pace) + 1) % len(PACES)]
        self.local.set_pace(pace)
        words = screen_words(self.local.language)
        self._say(words("table.pace", pace=words.text_or_name("pace", pace)))
        self._player_acted.set()

    def toggle_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""
        self.local.toggle_forced()
        self._say(forced_moves_message(self.local.plays_forced, self.local.language))
        self._player_acted.set()

    def set_language(self, language: str) -> None:
        """Redraw everything in this language."""
        self.local.set_language(language)
        self._show()

    def save(self) -> None:
        """Save the game, and show the command that continues it."""
        try:
            path = self.local.save()
        except CannotSave as error:
            self._say(str(error))
            return
        command = self.local.resume_command(path, self.local.table.settings.pace)
        self._say(screen_words(self.local.language)("save.saved", path=path, command=command))

    def sit(self, seat: int | None) -> None:
        """Do nothing: the player has a seat."""

    def leave_seat(self) -> None:
        """Do nothing: the game ends when the screen closes."""

    def remove(self, seat: int) -> None:
        """Do nothing: there is nobody else."""

    def report(self, seat: int, text: str) -> None:
        """Do nothing: there is nobody else."""

    def now(self) -> float:
        """Return the time by the clock of the session."""
        return self.local.now()

    @property
    def has_chat(self) -> bool:
        """Always False: bots do not chat."""
        return False

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose moves."""
        return self.local.unsaved and self.local.table.status == "playing"

    def record(self) -> bytes:
        """Return the record of the game so far."""
        return self.local.record()

    def rematch(self) -> "LocalTable":
        """Start another game against the same bots."""
        return LocalTable(self.local.rematch(secrets.randbelow(SEEDS)))
