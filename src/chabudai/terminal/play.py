"""A game played line by line: one person against bots."""

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from chabudai.bots.bot import Bot
from chabudai.bots.hint import hint
from chabudai.kernel.bits import has, members
from chabudai.kernel.first_game import FirstGame
from chabudai.records.play import CannotTakeBack, Play
from chabudai.scene.make import People, choice_of, log_line, make_scene
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import LANGUAGES, Words, title
from chabudai.terminal.answer import Command, Unclear, find, understand
from chabudai.terminal.draw import WIDTH, draw, draw_facts, draw_result, draw_scoring_step
from chabudai.terminal.hints import draw_hint
from chabudai.terminal.rules import show_rules

PACES = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "none": 0.0}
"""Seconds to read what a bot did."""


class Left(Exception):
    """The person has left the table."""


class Sitting:
    """One person's game in the terminal: draws the table, asks, tells what the others do, and counts up at the end."""

    def __init__(
        self,
        console: Console,
        play: Play,
        seat: int,
        names: Sequence[str],
        words: Words,
        bots: Mapping[int, Bot],
        *,
        aids: bool,
        pause: float,
        first_game: FirstGame | None = None,
        ask: Callable[[str], str] = input,
    ) -> None:
        self.console = console
        self.play = play
        self.seat = seat
        self.names = names
        self.words = words
        self.bots = bots
        self.aids = aids
        self.pause = pause
        self.first_game = first_game
        self.ask = ask
        self._told = len(play.events)
        self._saved_to: Path | None = None
        self._saved_moves = list(play.moves)

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self._say("welcome", title=title(self.play.game, self.words.language))
        while not self.play.state.over():
            self.play.settle()
            self._tell()
            waiting = self.play.state.waiting
            if has(waiting, self.seat):
                self._ask_person()
            else:
                for seat in members(waiting):
                    self._let_bot_choose(seat)
        self._count_up()

    def _let_bot_choose(self, seat: int) -> None:
        bot = self.bots[seat]
        self.play.choose(seat, bot.choose(self.play.state.seen_by(seat, bot.recall)))
        self._tell()

    def _ask_person(self) -> None:
        """Draw the table and take one answer; seats that choose at once with the person have then chosen too."""
        scene = self.scene()
        self.console.print(draw(scene, self.console.width))
        self._teach()
        moves = len(self.play.moves)
        while len(self.play.moves) == moves:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Left from None
            self._obey(typed, scene)

    def _teach(self) -> None:
        """In a guided game: what is being chosen and what matters now, and where the rules tell more."""
        if self.first_game is None:
            return
        lesson = self.first_game.teach(self.play.state.seen_by(self.seat, self.aids))
        self._print(self.words.say("lesson", lesson.message))
        self._print(self.words.sentence("play", "lesson_rules").format(chapter=lesson.chapter))

    def _obey(self, typed: str, scene: Scene) -> None:
        match understand(typed, scene.choices):
            case Choice(why=None) as choice:
                self.play.choose(self.seat, choice.action)
                self._tell()
            case Choice() as choice:
                self._refuse(choice)
            case Unclear(text, []) if text in self.play.game.action_numbers:
                self._refuse(self._move(text))
            case Unclear(text, fitting):
                options = ", ".join(choice.text for choice in fitting)
                self._say("ambiguous" if fitting else "unclear", typed=text, options=options)
            case Command(name, rest):
                self._command(name, rest, scene)

    def _command(self, name: str, rest: str, scene: Scene) -> None:
        match name:
            case "help":
                self._say("help")
            case "?":
                self._explain(rest, scene)
            case "hint":
                self._give_hint(scene)
            case "facts":
                self.console.print(draw_facts(scene, self._width()))
            case "log":
                self._show_log()
            case "rules":
                self._show_rules(rest)
            case "undo":
                self._take_back()
            case "save":
                self._save(Path(rest) if rest else self._saved_to or self._free_path())
            case "quit":
                self._offer_to_save()
                raise Left

    def _give_hint(self, scene: Scene) -> None:
        """What would be a good choice: judged by what the person sees, so without memory aids by that alone."""
        game = self.play.game
        with self.console.status(self.words.text("hint", "thinking")):
            judged = hint(game, self.play.state.seen_by(self.seat, self.aids))
        self.console.print(draw_hint(scene, judged, self.words, self._width()))

    def _show_log(self) -> None:
        """All that has happened; that is a memory aid, for it tells also what can no longer be looked at."""
        if not self.aids:
            self._say("no_log")
            return
        for line in self._log(0, leave_out=self.play.game.fleeting_events):
            self._print(line)

    def _show_rules(self, chapter: str) -> None:
        try:
            show_rules(self.console, self.play.game, self.words.language, chapter or None, self.play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Why a choice is not allowed: those that were asked about, or all."""
        if text:
            found = find(text, scene.choices)
            asked = found.fitting if isinstance(found, Unclear) else [found]
            if not asked and text in self.play.game.action_numbers:
                asked = [self._move(text)]
            if not asked:
                self._say("unclear", typed=text)
        else:
            asked = [choice for choice in scene.choices if choice.why is not None]
            if not asked:
                self._say("all_allowed")
        for choice in asked:
            self._refuse(choice)

    def _move(self, text: str) -> Choice:
        """A move of the game that nothing on the table makes, with the reason why it cannot be made."""
        game = self.play.game
        view = self.play.state.seen_by(self.seat, self.aids)
        return choice_of(game, view, self.words, game.action_numbers[text])

    def _refuse(self, choice: Choice) -> None:
        if choice.why is None:
            self._say("allowed", choice=choice.text)
        else:
            self._say("not_allowed", choice=choice.text, why=choice.why)

    def _take_back(self) -> None:
        own = [number for number, (seat, _) in enumerate(self.play.moves) if seat == self.seat]
        if not own:
            self._say("nothing_to_undo")
            return
        try:
            self.play = self.play.before(own[-1])
        except CannotTakeBack:
            self._say("cannot_undo")
            return
        self._told = len(self.play.events)
        self._say("undone")

    def _save(self, path: Path) -> None:
        line = self.play.record(version=self.play.game.rules_version, names=list(self.names)).as_line() + b"\n"
        try:
            # A file that is not this game's own is never written over.
            with path.open("wb" if path == self._saved_to else "xb") as file:
                file.write(line)
        except OSError as error:
            self._say("cannot_save", path=str(path), error=error.strerror or "")
            return
        except ValueError as error:  # a path with a NUL in it
            self._say("cannot_save", path=repr(str(path)), error=str(error))
            return
        self._saved_to, self._saved_moves = path, list(self.play.moves)
        self._say("saved", path=str(path))
        # Never broken, so that it can be copied.
        self.console.print(f"  {self._resuming(path)}", highlight=False, markup=False, soft_wrap=True)

    def _resuming(self, path: Path) -> str:
        """The command that goes on with a saved game, at the same seat and in the same language."""
        command = ["chabudai", "play", self.play.game.name, "--from", str(path)]
        command += ["--seat", str(self.seat)] if self.seat else []
        command += ["--lang", self.words.language] if self.words.language != LANGUAGES[0] else []
        command += [] if self.aids else ["--no-aids"]
        return shlex.join(command)

    def _free_path(self) -> Path:
        """A name in this folder that no file has yet."""
        names = (f"{self.play.game.name}{number}.json" for number in ("", *(f"-{n}" for n in range(2, 1000))))
        return next(path for path in map(Path, names) if not path.exists())

    def _offer_to_save(self) -> None:
        if self.play.moves != self._saved_moves:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(self._saved_to or self._free_path())

    def _count_up(self) -> None:
        """The final scoring, step by step, and only then who won."""
        scene = self.scene()
        self.console.print(draw(msgspec.structs.replace(scene, prompt=""), self.console.width))
        for number in range(len(scene.scoring)):
            time.sleep(self.pause)
            self.console.print(draw_scoring_step(scene, number, self._width()))
        self.console.print(draw_result(scene, self._width()))

    def scene(self) -> Scene:
        """What the person sees now."""
        view = self.play.state.seen_by(self.seat, self.aids)
        return make_scene(self.play.game, view, self.words, self.names)

    def _width(self) -> int:
        """The columns of what is drawn below the table."""
        return min(WIDTH, self.console.width)

    def _log(self, start: int, leave_out: frozenset[str] = frozenset()) -> list[str]:
        people = People(self.words, self.seat, self.names)
        events = [event.seen_by(self.seat) for event in self.play.events[start:] if event.name not in leave_out]
        return [log_line(self.play.game, event, people).text for event in events]

    def _tell(self) -> None:
        """Tell what has happened since the last time, one thing after the other."""
        lines = self._log(self._told, leave_out=self.play.game.scoring_events)
        self._told = len(self.play.events)
        for line in lines:
            self._print(line)
            time.sleep(self.pause)

    def _print(self, line: str) -> None:
        """Print a line of the log, a little to the right, as it is: brackets in it are no markup."""
        self.console.print(Padding(Text(line), (0, 0, 0, 2)))

    def _say(self, sentence: str, **values: str) -> None:
        text = self.words.sentence("play", sentence).format(**values)
        self.console.print(text, highlight=False, markup=False)


def leave_taking(sitting: Sitting) -> None:
    """Play, and end in good order when the person leaves in the middle."""
    try:
        sitting.run()
    except Left:
        sitting.console.print(sitting.words.sentence("play", "left"), highlight=False)
