"""A game played line by line: one person against bots."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from chabudai.kernel.bits import members
from chabudai.scene.make import choice_of
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import title
from chabudai.terminal.answer import Command, Unclear, find, understand
from chabudai.terminal.draw import WIDTH, draw, draw_facts, draw_result, draw_scoring_step
from chabudai.terminal.hints import draw_hint
from chabudai.terminal.rules import show_rules
from chabudai.terminal.sitting import USUAL_PACE, CannotSave, Sitting


class Left(Exception):
    """The person has left the table."""


class LineByLine:
    """A sitting in lines of text: draws the table, asks, tells what the others do, and counts up at the end."""

    def __init__(
        self,
        console: Console,
        sitting: Sitting,
        *,
        pause: float,
        ask: Callable[[str], str] = input,
        pace: str = USUAL_PACE,
    ) -> None:
        self.console = console
        self.sitting = sitting
        self.words = sitting.words
        self.pause = pause
        self.ask = ask
        self.pace = pace
        """What `pause` is called on the command line."""
        self._told = len(sitting.play.events)

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self._say("welcome", title=title(self.sitting.play.game, self.words.language))
        while not self.sitting.play.state.over():
            self.sitting.play.settle()
            self._tell()
            if self.sitting.asked:
                self._ask_person()
            else:
                for seat in members(self.sitting.play.state.waiting):
                    self.sitting.play.choose(seat, self.sitting.bot_choice(seat))
                    self._tell()
        self._count_up()

    def _ask_person(self) -> None:
        """Draw the table and take one answer; seats that choose at once with the person have then chosen too."""
        scene = self.sitting.scene()
        self.console.print(draw(scene, self.console.width))
        self._teach()
        moves = len(self.sitting.play.moves)
        while len(self.sitting.play.moves) == moves:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Left from None
            self._obey(typed, scene)

    def _teach(self) -> None:
        """In a guided game: what matters now, and where the rules tell more."""
        lesson = self.sitting.lesson()
        if lesson is not None:
            self._print(lesson.text)
            self._print(self.words.sentence("play", "lesson_rules").format(chapter=lesson.chapter))

    def _obey(self, typed: str, scene: Scene) -> None:
        match understand(typed, scene.choices):
            case Choice(why=None) as choice:
                self.sitting.play.choose(self.sitting.seat, choice.action)
                self._tell()
            case Choice() as choice:
                self._refuse(choice)
            case Unclear(text, []) if text in self.sitting.play.game.action_numbers:
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
                self._save(Path(rest) if rest else None)
            case "quit":
                self._offer_to_save()
                raise Left

    def _give_hint(self, scene: Scene) -> None:
        with self.console.status(self.words.text("hint", "thinking")):
            judged = self.sitting.hint()
        self.console.print(draw_hint(scene, judged, self.words, self._width()))

    def _show_log(self) -> None:
        """All that has happened; that is a memory aid, for it tells also what can no longer be looked at."""
        if not self.sitting.aids:
            self._say("no_log")
            return
        for line in self.sitting.log(leave_out=self.sitting.play.game.fleeting_events):
            self._print(line.text)

    def _show_rules(self, chapter: str) -> None:
        try:
            play = self.sitting.play
            show_rules(self.console, play.game, self.words.language, chapter or None, play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Why a choice is not allowed: those that were asked about, or all."""
        if text:
            found = find(text, scene.choices)
            asked = found.fitting if isinstance(found, Unclear) else [found]
            if not asked and text in self.sitting.play.game.action_numbers:
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
        game = self.sitting.play.game
        return choice_of(game, self.sitting.view(), self.words, game.action_numbers[text])

    def _refuse(self, choice: Choice) -> None:
        if choice.why is None:
            self._say("allowed", choice=choice.text)
        else:
            self._say("not_allowed", choice=choice.text, why=choice.why)

    def _take_back(self) -> None:
        self._say(self.sitting.take_back())
        self._told = len(self.sitting.play.events)

    def _save(self, path: Path | None) -> None:
        try:
            saved = self.sitting.save(path)
        except CannotSave as error:
            self.console.print(str(error), highlight=False, markup=False)
            return
        self._say("saved", path=str(saved))
        # Never broken, so that it can be copied.
        self.console.print(
            f"  {self.sitting.resuming(saved, self.pace)}", highlight=False, markup=False, soft_wrap=True
        )

    def _offer_to_save(self) -> None:
        if self.sitting.unsaved:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(None)

    def _count_up(self) -> None:
        """The final scoring, step by step, and only then who won."""
        scene = self.sitting.scene()
        self.console.print(draw(msgspec.structs.replace(scene, prompt=""), self.console.width))
        for number in range(len(scene.scoring)):
            time.sleep(self.pause)
            self.console.print(draw_scoring_step(scene, number, self._width()))
        self.console.print(draw_result(scene, self._width()))

    def _width(self) -> int:
        """The columns of what is drawn below the table."""
        return min(WIDTH, self.console.width)

    def _tell(self) -> None:
        """Tell what has happened since the last time, one thing after the other."""
        lines = self.sitting.log(self._told, leave_out=self.sitting.play.game.scoring_events)
        self._told = len(self.sitting.play.events)
        for line in lines:
            self._print(line.text)
            time.sleep(self.pause)

    def _print(self, line: str) -> None:
        """Print a line of the log, a little to the right, as it is: brackets in it are no markup."""
        self.console.print(Padding(Text(line), (0, 0, 0, 2)))

    def _say(self, sentence: str, **values: str) -> None:
        text = self.words.sentence("play", sentence).format(**values)
        self.console.print(text, highlight=False, markup=False)


def leave_taking(table: LineByLine) -> None:
    """Play, and end in good order when the person leaves in the middle."""
    try:
        table.run()
    except Left:
        table.console.print(table.words.sentence("play", "left"), highlight=False)
