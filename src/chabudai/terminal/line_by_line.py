"""A game against bots, played line by line: prints the table, and reads what the player types."""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from chabudai.scene.builder import choice_of
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import title
from chabudai.session.refusal import Refused
from chabudai.session.settings import Pace
from chabudai.terminal.draw import WIDTH, draw_facts, draw_result, draw_scene, draw_scoring_step
from chabudai.terminal.hints import draw_hint
from chabudai.terminal.local_game import DEFAULT_PACE, LocalGame
from chabudai.terminal.rules_printer import print_rules
from chabudai.terminal.save_file import CannotSave
from chabudai.terminal.typed_input import TypedCommand, UnclearInput, find_by_words, parse_input


class Quit(Exception):
    """The player has left the table."""


class LineByLine:
    """A local game as lines of text: draws the table, asks for choices, reports moves, and shows the final scoring.

    The pace of the table itself is "at_once"; `pause` is the time between printed lines.
    """

    def __init__(
        self,
        console: Console,
        game: LocalGame,
        *,
        pause: float,
        ask: Callable[[str], str] = input,
        pace: Pace = DEFAULT_PACE,
    ) -> None:
        self.console = console
        self.game = game
        self.words = game.words
        self.pause = pause
        self.ask = ask
        self.pace = pace
        """The name of `pause` on the command line."""
        self._events_shown = len(game.play.events)

    def run(self) -> None:
        """Play until the game ends or the player quits."""
        self._say("welcome", title=title(self.game.table.game, self.words.language))
        self._advance()
        while self.game.table.status == "playing":
            turn = self.game.bot_turn()
            if turn is None:
                self._ask_player()
            else:
                self.game.make_bot_move(*turn, self.game.bot_choice(turn[0]))
            self._advance()
        self._show_scoring()

    def _advance(self) -> None:
        """Print what was done, let everything happen that is due, and print that, too."""
        self._print_events()
        self.game.advance()
        self._print_events()

    def _ask_player(self) -> None:
        """Draw the table and read input until the game changes."""
        scene = self.game.scene()
        self.console.print(draw_scene(scene, self.console.width))
        self._show_lesson()
        position = self.game.table.position_id
        while self.game.table.position_id == position:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Quit from None
            self._handle(typed, scene)

    def _show_lesson(self) -> None:
        """In a guided game, print the lesson and where to read more."""
        lesson = self.game.viewer_update().notes.guide
        if lesson is not None:
            self._print(lesson.text)
            self._print(self.words.sentence("play", "lesson_rules").format(chapter=lesson.chapter))

    def _handle(self, typed: str, scene: Scene) -> None:
        match parse_input(typed, scene.choices):
            case Choice(why=None) as choice:
                self.game.choose(choice.action)
            case Choice() as choice:
                self._print_reason(choice)
            case UnclearInput(text, []) if text in self.game.table.game.action_numbers:
                self._print_reason(self._illegal_move(text))
            case UnclearInput(text, fitting):
                options = ", ".join(choice.text for choice in fitting)
                self._say("ambiguous" if fitting else "unclear", typed=text, options=options)
            case TypedCommand(name, rest):
                self._command(name, rest, scene)

    def _command(self, name: str, rest: str, scene: Scene) -> None:
        match name:
            case "help":
                self._say("help")
            case "?":
                self._explain(rest, scene)
            case "hint":
                self._show_hint(scene)
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
                self._undo()
            case "save":
                self._save(Path(rest) if rest else None)
            case "quit":
                self._ask_to_save()
                raise Quit

    def _show_hint(self, scene: Scene) -> None:
        with self.console.status(self.words.text("hint", "thinking")):
            found = self.game.hint()
        self.console.print(draw_hint(scene, found, self.words, self._width()))

    def _show_log(self) -> None:
        """Print the whole log. It is a memory aid, because it shows cards that are no longer visible."""
        if not self.game.table.settings.aids:
            self._say("no_log")
            return
        for line in self.game.viewer_update().notes.log:
            self._print(line.text)

    def _show_rules(self, chapter: str) -> None:
        try:
            play = self.game.play
            print_rules(self.console, play.game, self.words.language, chapter or None, play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Explain why choices are not allowed: those that fit the text, or all."""
        if text:
            found = find_by_words(text, scene.choices)
            asked = found.fitting if isinstance(found, UnclearInput) else [found]
            if not asked and text in self.game.table.game.action_numbers:
                asked = [self._illegal_move(text)]
            if not asked:
                self._say("unclear", typed=text)
        else:
            asked = [choice for choice in scene.choices if choice.why is not None]
            if not asked:
                self._say("all_allowed")
        for choice in asked:
            self._print_reason(choice)

    def _illegal_move(self, text: str) -> Choice:
        """Return a move that has no place on the table, with the reason why it is illegal."""
        game = self.game.table.game
        return choice_of(game, self.game.view(), self.words, game.action_numbers[text])

    def _print_reason(self, choice: Choice) -> None:
        if choice.why is None:
            self._say("allowed", choice=choice.text)
        else:
            self._say("not_allowed", choice=choice.text, why=choice.why)

    def _undo(self) -> None:
        try:
            self.game.undo()
        except Refused as refusal:
            self.console.print(refusal.text(self.words.language), highlight=False, markup=False)
            return
        self._say("undone")
        self._events_shown = len(self.game.play.events)

    def _save(self, path: Path | None) -> None:
        try:
            saved = self.game.save(path)
        except CannotSave as error:
            self.console.print(str(error), highlight=False, markup=False)
            return
        self._say("saved", path=str(saved))
        # Never wrapped, so that it can be copied.
        self.console.print(
            f"  {self.game.resume_command(saved, self.pace)}", highlight=False, markup=False, soft_wrap=True
        )

    def _ask_to_save(self) -> None:
        if self.game.unsaved:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(None)

    def _show_scoring(self) -> None:
        """Show the final scoring step by step, and then the winner."""
        scene = self.game.scene()
        self.console.print(draw_scene(msgspec.structs.replace(scene, prompt=""), self.console.width))
        for number in range(len(scene.scoring)):
            time.sleep(self.pause)
            self.console.print(draw_scoring_step(scene, number, self._width()))
        self.console.print(draw_result(scene, self._width()))

    def _width(self) -> int:
        """Return the width of everything that is not the table."""
        return min(WIDTH, self.console.width)

    def _print_events(self) -> None:
        """Print the log lines of new events, with pauses."""
        game = self.game
        events = [
            event
            for event in game.play.events[self._events_shown :]
            if event.name not in game.table.game.scoring_events
        ]
        self._events_shown = len(game.play.events)
        for line in game.session.views.describe(events, game.seat, game.language):
            self._print(line.text)
            time.sleep(self.pause)

    def _print(self, line: str) -> None:
        """Print a line, indented; brackets in it are not markup."""
        self.console.print(Padding(Text(line), (0, 0, 0, 2)))

    def _say(self, sentence: str, **values: str) -> None:
        text = self.words.sentence("play", sentence).format(**values)
        self.console.print(text, highlight=False, markup=False)


def play_until_quit(table: LineByLine) -> None:
    """Play, and say goodbye if the player quits in the middle."""
    try:
        table.run()
    except Quit:
        table.console.print(table.words.sentence("play", "left"), highlight=False)
