"""A game played line by line: one person against bots."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from chabudai.scene.make import choice_of
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import title
from chabudai.session.refusal import Refused
from chabudai.session.settings import Pace
from chabudai.terminal.answer import Command, Unclear, find, understand
from chabudai.terminal.draw import WIDTH, draw, draw_facts, draw_result, draw_scoring_step
from chabudai.terminal.hints import draw_hint
from chabudai.terminal.local_game import USUAL_PACE, LocalGame
from chabudai.terminal.rules import show_rules
from chabudai.terminal.saving import CannotSave


class Left(Exception):
    """The person has left the table."""


class LineByLine:
    """A local game in lines of text: draws the table, asks, tells what the others do, and counts up at the end.

    The table's own pace is "at_once"; `pause` is the time between the lines that tell what happens.
    """

    def __init__(
        self,
        console: Console,
        game: LocalGame,
        *,
        pause: float,
        ask: Callable[[str], str] = input,
        pace: Pace = USUAL_PACE,
    ) -> None:
        self.console = console
        self.game = game
        self.words = game.words
        self.pause = pause
        self.ask = ask
        self.pace = pace
        """What `pause` is called on the command line."""
        self._told = len(game.play.events)

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self._say("welcome", title=title(self.game.table.game, self.words.language))
        self._go_on()
        while self.game.table.status == "playing":
            turn = self.game.bot_turn()
            if turn is None:
                self._ask_person()
            else:
                self.game.bot_moves(*turn, self.game.bot_choice(turn[0]))
            self._go_on()
        self._count_up()

    def _go_on(self) -> None:
        """Tell what was done, then what happens without anybody's doing."""
        self._tell()
        self.game.go_on()
        self._tell()

    def _ask_person(self) -> None:
        """Draw the table and take answers until one of them changes the game."""
        scene = self.game.scene()
        self.console.print(draw(scene, self.console.width))
        self._teach()
        turned = self.game.table.turned
        while self.game.table.turned == turned:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Left from None
            self._obey(typed, scene)

    def _teach(self) -> None:
        """In a guided game: what matters now, and where the rules tell more."""
        lesson = self.game.shown().notes.guide
        if lesson is not None:
            self._print(lesson.text)
            self._print(self.words.sentence("play", "lesson_rules").format(chapter=lesson.chapter))

    def _obey(self, typed: str, scene: Scene) -> None:
        match understand(typed, scene.choices):
            case Choice(why=None) as choice:
                self.game.choose(choice.action)
            case Choice() as choice:
                self._refuse(choice)
            case Unclear(text, []) if text in self.game.table.game.action_numbers:
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
            case "forced":
                self.game.toggle_forced()
                self._say("forced_on" if self.game.plays_forced else "forced_off")
            case "undo":
                self._take_back()
            case "save":
                self._save(Path(rest) if rest else None)
            case "quit":
                self._offer_to_save()
                raise Left

    def _give_hint(self, scene: Scene) -> None:
        with self.console.status(self.words.text("hint", "thinking")):
            judged = self.game.hint()
        self.console.print(draw_hint(scene, judged, self.words, self._width()))

    def _show_log(self) -> None:
        """All that has happened; that is a memory aid, for it tells also what can no longer be looked at."""
        if not self.game.table.settings.aids:
            self._say("no_log")
            return
        for line in self.game.shown().notes.log:
            self._print(line.text)

    def _show_rules(self, chapter: str) -> None:
        try:
            play = self.game.play
            show_rules(self.console, play.game, self.words.language, chapter or None, play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Why a choice is not allowed: those that were asked about, or all."""
        if text:
            found = find(text, scene.choices)
            asked = found.fitting if isinstance(found, Unclear) else [found]
            if not asked and text in self.game.table.game.action_numbers:
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
        game = self.game.table.game
        return choice_of(game, self.game.view(), self.words, game.action_numbers[text])

    def _refuse(self, choice: Choice) -> None:
        if choice.why is None:
            self._say("allowed", choice=choice.text)
        else:
            self._say("not_allowed", choice=choice.text, why=choice.why)

    def _take_back(self) -> None:
        try:
            self.game.undo()
        except Refused as refusal:
            self.console.print(refusal.said(self.words.language), highlight=False, markup=False)
            return
        self._say("undone")
        self._told = len(self.game.play.events)

    def _save(self, path: Path | None) -> None:
        try:
            saved = self.game.save(path)
        except CannotSave as error:
            self.console.print(str(error), highlight=False, markup=False)
            return
        self._say("saved", path=str(saved))
        # Never broken, so that it can be copied.
        self.console.print(f"  {self.game.resuming(saved, self.pace)}", highlight=False, markup=False, soft_wrap=True)

    def _offer_to_save(self) -> None:
        if self.game.unsaved:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(None)

    def _count_up(self) -> None:
        """The final scoring, step by step, and only then who won."""
        scene = self.game.scene()
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
        game = self.game
        events = [event for event in game.play.events[self._told :] if event.name not in game.table.game.scoring_events]
        self._told = len(game.play.events)
        for line in game.session.views.tell(events, game.seat, game.language):
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
