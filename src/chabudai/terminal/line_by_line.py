"""The line-by-line interface to a local session: prints the table in sentences, and reads what the player types."""

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from chabudai.scene.builder import choice_of
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import title
from chabudai.session.refusal import Refused
from chabudai.session.settings import Pace
from chabudai.terminal.local_session import DEFAULT_PACE, LocalSession
from chabudai.terminal.plain.plain_facts import facts_sentences
from chabudai.terminal.plain.plain_hint import hint_sentences
from chabudai.terminal.plain.plain_rules import plain_rules_of
from chabudai.terminal.plain.plain_table import choice_sentences, result_sentences, score_sentence, table_sentences
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.plain.printing import print_lines
from chabudai.terminal.save_file import CannotSave
from chabudai.terminal.typed_input import TypedCommand, UnclearInput, find_by_words, parse_input
from chabudai.translation.catalog import translated


class Quit(Exception):
    """The player has left the table."""


class LineByLine:
    """Plays a local session in sentences: describes the table, asks for choices, reports moves, and tells the scoring.

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
        self.plain = plain_words(local.language)
        self.pause = pause
        self.ask = ask
        self.pace = pace
        """The value of `--pace`, repeated in the command that resumes a saved game."""
        self._events_shown = len(local.play.events)

    def run(self) -> None:
        """Play until the game ends or the player quits."""
        print_lines(self.console, [title(self.local.table.game, self.words.language), self.plain("plain_help.short")])
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
        """Describe the table and read input until the game changes."""
        scene = self.local.scene()
        self._show_table(scene)
        position_id = self.local.table.position_id
        while self.local.table.position_id == position_id:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Quit from None
            self._handle(typed, scene)

    def _show_table(self, scene: Scene) -> None:
        print_lines(self.console, ["", *table_sentences(scene, self.plain), *choice_sentences(scene, self.plain)])
        self._show_lesson()

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
                self._show_help()
            case "table":
                self._show_table(scene)
            case "?":
                self._explain(rest, scene)
            case "hint":
                self._show_hint(scene)
            case "facts":
                for facts in scene.facts:
                    print_lines(self.console, facts_sentences(scene, facts, self.plain))
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
                if self._may_leave():
                    raise Quit

    def _show_hint(self, scene: Scene) -> None:
        print_lines(self.console, [self.words.text("hint", "thinking")])
        print_lines(self.console, hint_sentences(scene, self.local.hint(), self.words, self.plain))

    def _show_help(self) -> None:
        print_lines(self.console, self.plain("plain_help.keys").split("\n"))

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
            print_lines(self.console, plain_rules_of(play.game, self.words.language, chapter or None, play.setup))
        except UnknownChapter as error:
            print_lines(self.console, [translated(str(error), self.words.language)])

    def _explain(self, text: str, scene: Scene) -> None:
        """Say why choices that fit the text are not allowed; without a text, why any are not, and what to type."""
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
        if not text:
            self._show_help()

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
            print_lines(self.console, [refusal.text(self.words.language)])
            return
        self._say("undone")
        self._events_shown = len(self.local.play.events)

    def _save(self, path: Path | None) -> None:
        try:
            saved = self.local.save(path)
        except CannotSave as error:
            print_lines(self.console, [str(error)])
            return
        self._say("saved", path=str(saved))
        # The command is not wrapped, so that it can be copied.
        self.console.print(
            f"  {self.local.resume_command(saved, self.pace)}", highlight=False, markup=False, soft_wrap=True
        )

    def _may_leave(self) -> bool:
        """Ask whether to save unsaved moves; return False if the player stays, or if they could not be saved."""
        while self.local.unsaved:
            try:
                answer = self.ask(f"{self.words.sentence('play', 'save_first')} ").strip().casefold()
            except EOFError:
                return True
            if answer.startswith(("y", "ｙ", "は")):
                self._save(None)
                return not self.local.unsaved
            if answer.startswith(("n", "ｎ", "い")):
                return True
            if not answer:
                return False
        return True

    def _show_scoring(self) -> None:
        """Tell the final scoring step by step, and then the winner."""
        scene = self.local.scene()
        print_lines(self.console, ["", *table_sentences(scene, self.plain)])
        for number in range(len(scene.scoring)):
            time.sleep(self.pause)
            print_lines(self.console, [score_sentence(scene, number, self.plain)])
        print_lines(self.console, result_sentences(scene, self.plain))

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
        print_lines(self.console, [line])

    def _say(self, text_id: str, **values: str) -> None:
        print_lines(self.console, [self.words.sentence("play", text_id).format(**values)])


def play_until_quit(interface: LineByLine) -> None:
    """Play, and say goodbye if the player quits in the middle."""
    try:
        interface.run()
    except Quit:
        print_lines(interface.console, [interface.words.sentence("play", "left")])
