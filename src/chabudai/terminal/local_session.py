"""A session in this process, in which one person plays against bots, together with its bots, clock and save file.

The full-screen and the line-by-line interface both run on it. The session decides what happens and what the player
sees.
"""

import os
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from chabudai.bots import registry
from chabudai.bots.bot import Bot
from chabudai.bots.hint import Hint, hint
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import Words, words
from chabudai.session import commands, log
from chabudai.session.autoplay import BotTurn
from chabudai.session.chance import source_for
from chabudai.session.commands import TableCommand
from chabudai.session.decide import Actor, decide
from chabudai.session.log import Entry
from chabudai.session.rematch import open_rematch
from chabudai.session.session import Session
from chabudai.session.settings import Pace
from chabudai.session.table import Table
from chabudai.session.views import Viewer, ViewerUpdate
from chabudai.terminal.save_file import SaveFile
from chabudai.terminal.seat_assignment import SeatAssignment
from chabudai.translation.user_language import locale_language

DEFAULT_PACE: Pace = "normal"
"""The pace of `chabudai play` unless `--pace` is given."""

YOU = Actor("you")
"""The player at this terminal, who is the only guest and the host."""

COMMAND_ID = "here"
"""The id of every command; no command is ever resent."""


class LocalSession:
    """A session with one person, and bots at the other seats.

    `before` holds the entries of a saved game to continue; `chance` fixes outcomes like `--chance`. A guided game has
    its own seed. `assignment.bots` names a bot for every seat; the one at the player's own seat is ignored.
    `bots` are existing bots, by seat; without them, new ones are created.
    """

    def __init__(
        self,
        opened: log.Opened,
        assignment: SeatAssignment,
        language: str,
        seed: int,
        *,
        before: Sequence[Entry] = (),
        chance: Sequence[str] = (),
        bots: Mapping[int, Bot] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seat = assignment.seat
        self.levels: Sequence[str] = assignment.bots
        """The name of the bot at each seat; the one at the player's own seat is ignored."""
        self._clock = clock
        self._viewer = Viewer(YOU.guest, language, log_lines=None)
        table = Table("here", opened, clock())
        for seat, level in enumerate(assignment.bots):
            name = words(table.game, language).name(f"bot{seat}")
            table.apply(log.Sat(seat, YOU.guest, name) if seat == self.seat else log.BotSeated(seat, level), clock())
        for entry in before:
            table.apply(entry, clock())
        source = fixed_chance(table.game.chances, chance, then=source_for(table, seed))
        self.session = Session(table, source, clock(), seed=seed)
        self.session.presence.connect(YOU.guest)
        self.session.confirm_for(YOU.guest)  # a player who saved a game has seen its last moment
        self.bots = _create_bots(table, seed if opened.seed is None else opened.seed) if bots is None else bots
        self._file = SaveFile(table.game.name)
        self._saved_moves = list(table.play.moves)

    # ---- What the player sees ----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table."""
        return self.session.table

    @property
    def play(self) -> Play:
        """The game so far, with its moves and events."""
        return self.table.play

    @property
    def language(self) -> str:
        """The player's language."""
        return self._viewer.language

    @property
    def words(self) -> Words:
        """The words of the game in the player's language."""
        return words(self.table.game, self.language, self.table.state.setup)

    def view(self) -> State:
        """Return the player's view of the current position."""
        return self.session.views.state(self.seat)

    def scene(self) -> Scene:
        """Return what the player sees now."""
        return self.session.views.scene(self.seat, self.language)

    def viewer_update(self) -> ViewerUpdate:
        """Return the scene with log, lesson, hint and table status for the screen."""
        return self.session.view(self._viewer, self._clock())

    def hint(self) -> Hint:
        """Search for a good choice, using only the player's view, which has no recall if memory aids are off."""
        view = self.view()
        return self.session.hints.get(view) or self.session.hints.add(view, hint(self.table.game, view))

    def show_hint(self, position_id: int, new_hint: Hint) -> bool:
        """Show a hint that was requested in this position; return False if the game has moved on."""
        return self.session.show_hint(self._viewer, position_id, new_hint)

    @property
    def must_choose(self) -> bool:
        """Whether it is the player's turn."""
        return self.seat in self.table.waiting()

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def do(self, command: TableCommand) -> None:
        """Carry out a command of the player, or raise `Refused`."""
        self.session.confirm_by_choosing(YOU, command)
        for entry in decide(self.table, YOU, command, self._clock()):
            self.session.apply(entry, self._clock())

    def choose(self, action: int) -> None:
        """Make a choice."""
        self.do(commands.ChooseCommand(COMMAND_ID, action, seat=self.seat))

    def undo(self) -> None:
        """Take back the last choice."""
        self.do(commands.UndoCommand(COMMAND_ID))

    def set_pace(self, pace: Pace) -> None:
        """Change the pace."""
        self.do(commands.SetCommand(COMMAND_ID, pace=pace))

    @property
    def plays_forced(self) -> bool:
        """Whether the player's forced moves are played automatically."""
        return YOU.guest not in self.table.manual_guests

    def toggle_forced(self) -> None:
        """Turn automatic play of forced moves on or off."""
        self.do(commands.SetCommand(COMMAND_ID, forced=not self.plays_forced))

    def confirm_moment(self) -> None:
        """Confirm that the player has seen the moment on the table."""
        self.session.confirm(self._viewer, None)

    def advance(self) -> None:
        """Apply everything that is due now."""
        while (due := self.session.autoplay.next_entry(self._clock())) is not None:
            self.session.apply(due, self._clock())

    def bot_turn(self) -> tuple[int, BotTurn] | None:
        """Return the first seat at which a bot must choose, with its turn, if there is one.

        When all choose simultaneously, bots wait for the player, so that a game does not depend on how long anybody
        thinks.
        """
        turns = {} if self.must_choose else self.session.autoplay.bot_turns(self._clock())
        return min(turns.items(), default=None)

    def bot_choice(self, seat: int) -> int:
        """Return the action that the bot at a seat chooses."""
        bot = self.bots[seat]
        return bot.choose(self.table.state.seen_by(seat, bot.recall))

    def make_bot_move(self, seat: int, turn: BotTurn, action: int) -> None:
        """Make a bot's move, unless the game has moved on meanwhile."""
        for entry in self.session.autoplay.bot_move(seat, turn, action, self._clock()):
            self.session.apply(entry, self._clock())

    def now(self) -> float:
        """Return the time by the clock of the session."""
        return self._clock()

    def seconds_to(self, at: float) -> float:
        """Return the seconds until this time, at least 0."""
        return max(0.0, at - self._clock())

    def seconds_to_alarm(self) -> float | None:
        """Return the seconds until something may be due, if the player does nothing."""
        return self.session.seconds_to_alarm(self._clock())

    def set_language(self, language: str) -> None:
        """Change the language, including the player's name."""
        self._viewer.language = language
        # The player has the name of a bot, which people on a server may not choose.
        self.session.apply(log.GuestNamed(YOU.guest, self.words.name(f"bot{self.seat}")), self._clock())

    def rematch(self, seed: int) -> "LocalSession":
        """Start another game against the same bots, with the seats of a rematch."""
        opened, entries = open_rematch(self.table)
        seat = next(entry.seat for entry in entries if isinstance(entry, log.Sat))
        players, shift = len(self.levels), seat - self.seat
        levels = tuple(self.levels[(number - shift) % players] for number in range(players))
        bots = {(number + shift) % players: bot for number, bot in self.bots.items()}
        assignment = SeatAssignment(seat, opened.settings.aids, levels)
        return LocalSession(opened, assignment, self.language, seed, bots=bots, clock=self._clock)

    # ---- Saving -----------------------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved moves."""
        return self.play.moves != self._saved_moves

    def save(self, path: Path | None = None) -> Path:
        """Write the record: to this path, else to the file it was saved to before, else to a new file."""
        path = self._file.write(self.record(), path, self.words)
        self._saved_moves = list(self.play.moves)
        return path

    def record(self) -> bytes:
        """Return the record so far, with the seat assignment for continuing later."""
        extra_fields = {
            "names": self.table.names(self.language),
            "bots": list(self.levels),
            "seat": self.seat,
            "aids": self.table.settings.aids,
        }
        return self.play.record(version=self.table.opened.version, **extra_fields).as_line()

    def resume_command(self, path: Path, pace: Pace = DEFAULT_PACE) -> str:
        """Return the command that continues a saved game.

        It names the language if it is not that of the locale, the pace, and a bot that is not registered; the record
        keeps the rest.
        """
        command = ["chabudai", "play", "--from", str(path)]
        command += ["--lang", self.language] if self.language != locale_language(os.environ) else []
        levels = {level for seat, level in enumerate(self.levels) if seat != self.seat}
        # A record can name only registered bots, not programs: see `saved_seat_assignment`.
        command += ["--bot", *levels] if len(levels) == 1 and not levels & set(registry.bot_names()) else []
        command += ["--pace", pace] if pace != DEFAULT_PACE else []
        return shlex.join(command)


def _create_bots(table: Table, seed: int) -> dict[int, Bot]:
    """Create the bots of a table, each with its own random numbers."""
    levels = {seat: holder.level for seat, holder in enumerate(table.holders) if holder.level}
    return {seat: registry.bot(level, table.game, Rng(seed, seat + 1)) for seat, level in levels.items()}
