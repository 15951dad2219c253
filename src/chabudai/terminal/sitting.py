"""One person's game against bots, however it is drawn: what they see and are told, and what they may do."""

import itertools
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from chabudai.bots import registry
from chabudai.bots.bot import Bot
from chabudai.bots.hint import Hint, hint
from chabudai.kernel.bits import has
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.first_game import FirstGame
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.play import CannotTakeBack, Play
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import LANGUAGES, Words, words
from chabudai.terminal.whole import write_new, write_over
from chabudai.web.notes import Guide

USUAL_PACE = "normal"
"""What `chabudai play` takes if nothing is said."""


class CannotSave(ChabudaiError):
    """A game that could not be saved; says why in the language of the person."""


class Sitting:
    """A game, the seat of the person, and the bots at the others."""

    def __init__(
        self,
        play: Play,
        seat: int,
        names: Sequence[str],
        words: Words,
        bots: Mapping[int, Bot],
        *,
        aids: bool,
        first_game: FirstGame | None = None,
        levels: Sequence[str] = (),
    ) -> None:
        self.play = play
        self.seat = seat
        self.names = names
        self.words = words
        self.bots = bots
        self.aids = aids
        self.first_game = first_game
        self.levels = levels
        """The names of the bots, one a seat, if they are known."""
        self._saved_to: Path | None = None
        self._saved_moves = list(play.moves)

    # ---- What the person sees ---------------------------------------------------------------------------------------

    def view(self) -> State:
        """What the person knows now."""
        return self.play.state.seen_by(self.seat, self.aids)

    def scene(self, *, moment: bool = False) -> Scene:
        """What the person sees now; with `moment`, what the last step cleared away still lies there."""
        return make_scene(self.play.game, self.view(), self.words, self.names, moment=moment)

    def log(self, start: int = 0, end: int | None = None, *, leave_out: frozenset[str] = frozenset()) -> list[LogLine]:
        """What has happened from one event to another, as the person may be told it."""
        people = People(self.words, self.seat, self.names)
        events = [event.seen_by(self.seat) for event in self.play.events[start:end] if event.name not in leave_out]
        return [log_line(self.play.game, event, people) for event in events]

    def lesson(self) -> Guide | None:
        """In a guided game: what is being chosen and what matters now, and where the rules tell more."""
        if self.first_game is None or not self.asked:
            return None
        lesson = self.first_game.teach(self.view())
        return Guide(self.words.say("lesson", lesson.message), lesson.chapter)

    def hint(self) -> Hint:
        """What would be a good choice: judged by what the person sees, so without memory aids by that alone."""
        return hint(self.play.game, self.view())

    # ---- What is done -----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        """Whether the person has to choose."""
        return has(self.play.state.waiting, self.seat)

    def bot_choice(self, seat: int) -> int:
        """What the bot at a seat would like to do."""
        bot = self.bots[seat]
        return bot.choose(self.play.state.seen_by(seat, bot.recall))

    def take_back(self) -> str:
        """Take the last choice back, if that can be; the sentence of the table `play` that says what came of it."""
        own = [number for number, (seat, _) in enumerate(self.play.moves) if seat == self.seat]
        if not own:
            return "nothing_to_undo"
        try:
            self.play = self.play.before(self.play.first_with(own[-1]))
        except CannotTakeBack:
            return "cannot_undo"
        return "undone"

    # ---- Saving -----------------------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether there are moves that were not saved."""
        return self.play.moves != self._saved_moves

    def save(self, path: Path | None = None) -> Path:
        """Write the record: to this file, to the one it was saved to before, or to a new one in this folder."""
        path = path or self._saved_to or self._free_path()
        line = self.record() + b"\n"
        # A file that is not this game's own is never written over.
        write = write_over if path == self._saved_to else write_new
        try:
            write(path, line)
        except OSError as error:
            raise self._cannot_save(str(path), error.strerror or "") from error
        except ValueError as error:  # a path with a NUL in it
            raise self._cannot_save(repr(str(path)), str(error)) from error
        self._saved_to, self._saved_moves = path, list(self.play.moves)
        return path

    def record(self) -> bytes:
        """The record so far, with what is needed to sit the person down again as they sit now."""
        further = {"names": list(self.names), "bots": list(self.levels), "seat": self.seat, "aids": self.aids}
        return self.play.record(version=self.play.game.rules_version, **further).as_line()

    def resuming(self, path: Path, pace: str = USUAL_PACE) -> str:
        """The command that goes on with a saved game in the same language; how the person sat is saved with it."""
        command = ["chabudai", "play", "--from", str(path)]
        command += ["--lang", self.words.language] if self.words.language != LANGUAGES[0] else []
        levels = {level for seat, level in enumerate(self.levels) if seat != self.seat}
        # Programs, and levels with other numbers of simulations, are called only by the person: see `saved_seating`.
        command += ["--bot", *levels] if len(levels) == 1 and not levels & set(registry.bot_names()) else []
        command += ["--pace", pace] if pace != USUAL_PACE else []
        return shlex.join(command)

    def _cannot_save(self, path: str, error: str) -> CannotSave:
        return CannotSave(self.words.sentence("play", "cannot_save").format(path=path, error=error))

    def _free_path(self) -> Path:
        """A name in this folder that no file has yet."""
        endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        paths = (Path(f"{self.play.game.name}{ending}.json") for ending in endings)
        return next(path for path in paths if not path.exists())


def sit_down(
    play: Play,
    seat: int,
    language: str,
    bots: Sequence[str],
    seed: int,
    *,
    aids: bool = True,
    first_game: FirstGame | None = None,
) -> Sitting:
    """Sit a person down at a game, with the bots of these names at the other seats: one a seat, the own one unused."""
    said = words(play.game, language)
    players = play.setup.players
    others = {number: registry.bot(bots[number], play.game, Rng(seed, number + 1)) for number in range(players)}
    del others[seat]
    names = [said.name(f"bot{number}") for number in range(players)]
    return Sitting(play, seat, names, said, others, aids=aids, first_game=first_game, levels=bots)
