"""The line-by-line interface to a local session: prints the table, and reads what the player types."""

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
from chabudai.terminal.local_session import DEFAULT_PACE, LocalSession
from chabudai.terminal.rules_markdown import print_rules
from chabudai.terminal.save_file import CannotSave
from chabudai.terminal.typed_input import TypedCommand, UnclearInput, find_by_words, parse_input


class Quit(Exception):
    """The player has left the table."""


class LineByLine:
    """Plays a local session in lines of text: draws the table, asks for choices, reports moves, and shows the scoring.

    The pace of the table itself is "at_once"; `pause` is the number of seconds between printed lines.
    """

    def __init__(
        self,
        console: Console,
        local: LocalSession,
        *,
        pause: float,
        ask: Callable[[str], str] = input,
        pace: Pace = DEFAULT_PACE,
    ) -> None:
        self.console = console
        self.local = local
        self.words = local.words
        self.pause = pause
        self.ask = ask
        self.pace = pace
        """The value of `--pace`, repeated in the command that resumes a saved game."""
        self._events_shown = len(local.play.events)

    def run(self) -> None:
        """Play until the game ends or the player quits."""
        self._say("welcome", title=title(self.local.table.game, self.words.language))
        self._advance()
        while self.local.table.status == "playing":
            seat_and_turn = self.local.bot_turn()
            if seat_and_turn is None:
                self._ask_player()
            else:
                self.local.make_bot_move(*seat_and_turn, self.local.bot_choice(seat_and_turn[0]))
            self._advance()
        self._show_scoring()

    def _advance(self) -> None:
        """Print the last move, then apply everything that is due, and print that, too."""
        self._print_events()
        self.local.advance()
        self._print_events()

    def _ask_player(self) -> None:
        """Draw the table and read input until the game changes."""
        scene = self.local.scene()
        self.console.print(draw_scene(scene, self.console.width))
        self._show_lesson()
        position_id = self.local.table.position_id
        while self.local.table.position_id == position_id:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Quit from None
            self._handle(typed, scene)

    def _show_lesson(self) -> None:
        """In a guided game, print the lesson and where to read more."""
        lesson = self.local.viewer_update().notes.guide
        if lesson is not None:
            self._print(lesson.text)
            self._print(self.words.sentence("play", "lesson_rules").format(chapter=lesson.chapter))

    def _handle(self, typed: str, scene: Scene) -> None:
        match parse_input(typed, scene.choices):
            case Choice(why=None) as choice:
                self.local.choose(choice.action)
            case Choice() as choice:
                self._print_reason(choice)
            case UnclearInput(text, []) if text in self.local.table.game.action_numbers:
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
                self.local.toggle_forced()
                self._say("forced_on" if self.local.plays_forced else "forced_off")
            case "undo":
                self._undo()
            case "save":
                self._save(Path(rest) if rest else None)
            case "quit":
                self._ask_to_save()
                raise Quit

    def _show_hint(self, scene: Scene) -> None:
        with self.console.status(self.words.text("hint", "thinking")):
            hint = self.local.hint()
        self.console.print(draw_hint(scene, hint, self.words, self._width()))

    def _show_log(self) -> None:
        """Print the whole log. It is a memory aid, because it shows cards that are no longer visible."""
        if not self.local.table.settings.aids:
            self._say("no_log")
            return
        for line in self.local.viewer_update().notes.log:
            self._print(line.text)

    def _show_rules(self, chapter: str) -> None:
        try:
            play = self.local.play
            print_rules(self.console, play.game, self.words.language, chapter or None, play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Say why choices are not allowed: those that fit the text or, without a text, all of them."""
        if text:
            result = find_by_words(text, scene.choices)
            choices = result.fitting if isinstance(result, UnclearInput) else [result]
            if not choices and text in self.local.table.game.action_numbers:
                choices = [self._illegal_move(text)]
            if not choices:
                self._say("unclear", typed=text)
        else:
            choices = [choice for choice in scene.choices if choice.why is not None]
            if not choices:
                self._say("all_allowed")
        for choice in choices:
            self._print_reason(choice)

    def _illegal_move(self, text: str) -> Choice:
        """Return a move that is not among the scene's choices, with the reason why it is illegal."""
        game = self.local.table.game
        return choice_of(game, self.local.view(), self.words, game.action_numbers[text])

    def _print_reason(self, choice: Choice) -> None:
        """Say why a choice is not allowed, or that it is."""
        if choice.why is None:
            self._say("allowed", choice=choice.text)
        else:
            self._say("not_allowed", choice=choice.text, why=choice.why)

    def _undo(self) -> None:
        try:
            self.local.undo()
        except Refused as refusal:
            self.console.print(refusal.text(self.words.language), highlight=False, markup=False)
            return
        self._say("undone")
        self._events_shown = len(self.local.play.events)

    def _save(self, path: Path | None) -> None:
        try:
            saved = self.local.save(path)
        except CannotSave as error:
            self.console.print(str(error), highlight=False, markup=False)
            return
        self._say("saved", path=str(saved))
        # The command is not wrapped, so that it can be copied.
        self.console.print(
            f"  {self.local.resume_command(saved, self.pace)}", highlight=False, markup=False, soft_wrap=True
        )

    def _ask_to_save(self) -> None:
        if self.local.unsaved:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(None)

    def _show_scoring(self) -> None:
        """Show the final scoring step by step, and then the winner."""
        scene = self.local.scene()
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
        local = self.local
        events = [
            event
            for event in local.play.events[self._events_shown :]
            if event.name not in local.table.game.scoring_events
        ]
        self._events_shown = len(local.play.events)
        for line in local.session.views.describe(events, local.seat, local.language):
            self._print(line.text)
            time.sleep(self.pause)

    def _print(self, line: str) -> None:
        """Print a line, indented; brackets in it are not markup."""
        self.console.print(Padding(Text(line), (0, 0, 0, 2)))

    def _say(self, text_id: str, **values: str) -> None:
        text = self.words.sentence("play", text_id).format(**values)
        self.console.print(text, highlight=False, markup=False)


def play_until_quit(interface: LineByLine) -> None:
    """Play, and say goodbye if the player quits in the middle."""
    try:
        interface.run()
    except Quit:
        interface.console.print(interface.words.sentence("play", "left"), highlight=False)
