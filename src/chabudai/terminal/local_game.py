"""One person's game against bots, played here: a session with the bots, the clock and the file it is saved to.

The full-screen table and the line-by-line game run on it. What is to happen, and what the person sees, comes from the
session.
"""

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
from chabudai.scene.words import LANGUAGES, Words, words
from chabudai.session import commands, log
from chabudai.session.autoplay import BotTurn
from chabudai.session.chance import source_for
from chabudai.session.commands import Command
from chabudai.session.decide import Who, decide
from chabudai.session.log import Entry
from chabudai.session.rematch import rematch
from chabudai.session.session import Session
from chabudai.session.settings import Pace
from chabudai.session.table import Table
from chabudai.session.views import Shown, Viewpoint
from chabudai.terminal.saving import SaveFile
from chabudai.terminal.seating import Seating

USUAL_PACE: Pace = "normal"
"""The pace of `chabudai play` if none is given."""

YOU = Who("you")
"""The person, who is the only guest and the host."""

COMMAND = "here"
"""The id of every command: none is ever sent twice."""


class LocalGame:
    """A session with one person, and the bots at the other seats.

    `before` are the entries of a saved game to go on with, `chance` fixes outcomes as `--chance` does. A guided game
    has a seed of its own. `seating.bots` names a bot for every seat; the person's own is not used.
    """

    def __init__(
        self,
        opened: log.Opened,
        seating: Seating,
        language: str,
        seed: int,
        *,
        before: Sequence[Entry] = (),
        chance: Sequence[str] = (),
        bots: Mapping[int, Bot] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seat = seating.seat
        self.levels: Sequence[str] = seating.bots
        self._clock = clock
        self._viewpoint = Viewpoint(YOU.guest, language, lines=None)
        table = Table("here", opened, clock())
        for seat, level in enumerate(seating.bots):
            name = words(table.game, language).name(f"bot{seat}")
            table.apply(log.Sat(seat, YOU.guest, name) if seat == self.seat else log.Bot(seat, level), clock())
        for entry in before:
            table.apply(entry, clock())
        source = fixed_chance(table.game.chances, chance, then=source_for(table, seed))
        self.session = Session(table, source, clock())
        self.session.presence.came(YOU.guest)
        self.session.saw(YOU.guest)  # whoever saved a game has seen its last moment
        self.bots = _bots(table, seed if opened.seed is None else opened.seed) if bots is None else bots
        self._file = SaveFile(table.game.name)
        self._saved_moves = list(table.play.moves)

    # ---- What the person sees ---------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table."""
        return self.session.table

    @property
    def play(self) -> Play:
        """The game so far."""
        return self.table.play

    @property
    def language(self) -> str:
        """The language of the person."""
        return self._viewpoint.language

    @property
    def words(self) -> Words:
        """The words of the game in the language of the person."""
        return words(self.table.game, self.language)

    def view(self) -> State:
        """What the person knows now."""
        return self.session.views.state(self.seat)

    def scene(self) -> Scene:
        """What the person sees now."""
        return self.session.views.scene(self.seat, self.language)

    def shown(self) -> Shown:
        """What the person is shown now, with what the table knows besides."""
        return self.session.view(self._viewpoint, self._clock())

    def hint(self) -> Hint:
        """A good choice: judged by what the person sees, so without memory aids by that alone."""
        return hint(self.table.game, self.view())

    def keep_hint(self, turned: int, found: Hint) -> bool:
        """Show a hint that was asked for at this turn; false if the game has moved on since."""
        return self.session.keep_hint(self._viewpoint, turned, found)

    @property
    def asked(self) -> bool:
        """Whether the person has to choose."""
        return self.seat in self.table.waiting()

    # ---- What happens -----------------------------------------------------------------------------------------------

    def do(self, what: Command) -> None:
        """Carry out a command of the person. A refusal is raised."""
        self.session.received(YOU, what)
        for entry in decide(self.table, YOU, what, self._clock()):
            self.session.apply(entry, self._clock())

    def choose(self, action: int) -> None:
        """Make a choice."""
        self.do(commands.Choose(COMMAND, action, seat=self.seat))

    def undo(self) -> None:
        """Take the last choice back."""
        self.do(commands.Undo(COMMAND))

    def set_pace(self, pace: Pace) -> None:
        """Let the game go on at another pace."""
        self.do(commands.Set(COMMAND, pace=pace))

    @property
    def plays_forced(self) -> bool:
        """Whether the person's forced moves are played automatically."""
        return YOU.guest not in self.table.unforced

    def toggle_forced(self) -> None:
        """Play forced moves automatically from now on, or no longer."""
        self.do(commands.Set(COMMAND, forced=not self.plays_forced))

    def saw(self) -> None:
        """The person has seen the moment on the table."""
        self.session.confirm(self._viewpoint, None)

    def go_on(self) -> None:
        """Let everything happen that is due now."""
        while (due := self.session.autoplay.next(self._clock())) is not None:
            self.session.apply(due, self._clock())

    def bot_turn(self) -> tuple[int, BotTurn] | None:
        """The seat for which a bot is to choose next, if any.

        Where all choose at once, the bots wait for the person: then a seed plays the same however long they think.
        """
        turns = {} if self.asked else self.session.autoplay.bot_turns(self._clock())
        return min(turns.items(), default=None)

    def bot_choice(self, seat: int) -> int:
        """What the bot at a seat would like to do."""
        bot = self.bots[seat]
        return bot.choose(self.table.state.seen_by(seat, bot.recall))

    def bot_moves(self, seat: int, turn: BotTurn, action: int) -> None:
        """Let a bot make its choice, unless the game has gone on meanwhile."""
        for entry in self.session.autoplay.bot_move(seat, turn, action, self._clock()):
            self.session.apply(entry, self._clock())

    def seconds_to(self, at: float) -> float:
        """How long it is until a time."""
        return max(0.0, at - self._clock())

    def seconds_to_alarm(self) -> float | None:
        """How long it is until something may be due, if the person does nothing before."""
        return self.session.seconds_to_alarm(self._clock())

    def speak(self, language: str) -> None:
        """Show everything in this language from now on; the person's name is in it, too."""
        self._viewpoint.language = language
        self.do(commands.Set(COMMAND, name=self.words.name(f"bot{self.seat}")))

    def rematch(self, seed: int) -> "LocalGame":
        """Another game against the same bots, seated as the session seats a rematch."""
        opened, seats = rematch(self.table)
        seat = next(entry.seat for entry in seats if isinstance(entry, log.Sat))
        players, step = len(self.levels), seat - self.seat
        levels = tuple(self.levels[(number - step) % players] for number in range(players))
        bots = {(number + step) % players: bot for number, bot in self.bots.items()}
        seating = Seating(seat, opened.settings.aids, levels)
        return LocalGame(opened, seating, self.language, seed, bots=bots, clock=self._clock)

    # ---- Saving -----------------------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether there are moves that were not saved."""
        return self.play.moves != self._saved_moves

    def save(self, path: Path | None = None) -> Path:
        """Write the record: to this file, to the one it was saved to before, or to a new one in this folder."""
        path = self._file.write(self.record(), path, self.words)
        self._saved_moves = list(self.play.moves)
        return path

    def record(self) -> bytes:
        """The record so far, with what is needed to sit the person down again as they sit now."""
        further = {
            "names": self.table.names(self.language),
            "bots": list(self.levels),
            "seat": self.seat,
            "aids": self.table.settings.aids,
        }
        return self.play.record(version=self.table.opened.version, **further).as_line()

    def resuming(self, path: Path, pace: Pace = USUAL_PACE) -> str:
        """The command that goes on with a saved game in the same language; how the person sat is saved with it."""
        command = ["chabudai", "play", "--from", str(path)]
        command += ["--lang", self.language] if self.language != LANGUAGES[0] else []
        levels = {level for seat, level in enumerate(self.levels) if seat != self.seat}
        # Programs, and levels with other numbers of simulations, are called only by the person: see `saved_seating`.
        command += ["--bot", *levels] if len(levels) == 1 and not levels & set(registry.bot_names()) else []
        command += ["--pace", pace] if pace != USUAL_PACE else []
        return shlex.join(command)


def _bots(table: Table, seed: int) -> dict[int, Bot]:
    """The bots of a table, each with random numbers of its own."""
    levels = {seat: place.level for seat, place in enumerate(table.places) if place.level}
    return {seat: registry.bot(level, table.game, Rng(seed, seat + 1)) for seat, level in levels.items()}
