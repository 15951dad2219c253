"""A game played line by line: one person against bots."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding

from chabudai.bots.random_bot import RandomBot
from chabudai.kernel.bits import has, members
from chabudai.records.play import CannotTakeBack, Play
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.rules_text import UnknownChapter
from chabudai.scene.vocabulary import Choice, Scene
from chabudai.scene.words import Words, title
from chabudai.terminal.answer import Command, Unclear, find, understand
from chabudai.terminal.draw import draw, draw_facts, draw_result, draw_scoring_step
from chabudai.terminal.rules import show_rules

PACES = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "none": 0.0}
"""Seconds to read what a bot did."""

WIDTH = 80


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
        bots: Mapping[int, RandomBot],
        *,
        aids: bool,
        pause: float,
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
        self.ask = ask
        self._told = len(play.events)
        self._saved_to: Path | None = None
        self._saved_moves = len(play.moves)

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
        view = self.play.state.seen_by(seat, True)
        self.play.choose(seat, self.bots[seat].choose(view))
        self._tell()

    def _ask_person(self) -> None:
        """Draw the table and take one answer; seats that choose at once with the person have then chosen too."""
        scene = self.scene()
        self.console.print(draw(scene, WIDTH))
        moves = len(self.play.moves)
        while len(self.play.moves) == moves:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'ask')} ")
            except EOFError:
                raise Left from None
            self._obey(typed, scene)

    def _obey(self, typed: str, scene: Scene) -> None:
        match understand(typed, scene.choices):
            case Choice(why=None) as choice:
                self.play.choose(self.seat, choice.action)
                self._tell()
            case Choice() as choice:
                self._refuse(choice)
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
            case "facts":
                self.console.print(draw_facts(scene, WIDTH))
            case "log":
                for line in self._log(0):
                    self.console.print(f"  {line}", highlight=False)
            case "rules":
                self._show_rules(rest)
            case "undo":
                self._take_back()
            case "save":
                self._save(Path(rest) if rest else self._saved_to or self._free_path())
            case "quit":
                self._offer_to_save()
                raise Left

    def _show_rules(self, chapter: str) -> None:
        try:
            show_rules(self.console, self.play.game, self.words.language, chapter or None, self.play.setup)
        except UnknownChapter as error:
            self.console.print(str(error), markup=False)

    def _explain(self, text: str, scene: Scene) -> None:
        """Why a choice is not allowed: the one that was asked about, or all."""
        refused = [choice for choice in scene.choices if choice.why is not None]
        if text:
            found = find(text, scene.choices)
            if isinstance(found, Unclear):
                self._say("unclear", typed=text, options="")
                return
            refused = [found]
        if not refused:
            self._say("all_allowed")
        for choice in refused:
            self._refuse(choice)

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
        line = self.play.record(names=list(self.names)).as_line() + b"\n"
        try:
            # A file that is not this game's own is never written over.
            with path.open("wb" if path == self._saved_to else "xb") as file:
                file.write(line)
        except OSError as error:
            self._say("cannot_save", path=str(path), error=error.strerror or "")
            return
        self._saved_to, self._saved_moves = path, len(self.play.moves)
        self._say("saved", path=str(path), game=self.play.game.name)

    def _free_path(self) -> Path:
        """A name in this folder that no file has yet."""
        names = (f"{self.play.game.name}{number}.json" for number in ("", *(f"-{n}" for n in range(2, 1000))))
        return next(path for path in map(Path, names) if not path.exists())

    def _offer_to_save(self) -> None:
        if len(self.play.moves) != self._saved_moves:
            try:
                typed = self.ask(f"{self.words.sentence('play', 'save_first')} ")
            except EOFError:
                return
            if typed.strip().casefold().startswith(("y", "は")):
                self._save(self._saved_to or self._free_path())

    def _count_up(self) -> None:
        """The final scoring, step by step, and only then who won."""
        scene = self.scene()
        self.console.print(draw(msgspec.structs.replace(scene, prompt=""), WIDTH))
        for number in range(len(scene.scoring)):
            time.sleep(self.pause)
            self.console.print(draw_scoring_step(scene, number, WIDTH))
        self.console.print(draw_result(scene, WIDTH))

    def scene(self) -> Scene:
        """What the person sees now."""
        view = self.play.state.seen_by(self.seat, self.aids)
        return make_scene(self.play.game, view, self.words, self.names)

    def _log(self, start: int) -> list[str]:
        people = People(self.words, self.seat, self.names)
        events = [event.seen_by(self.seat) for event in self.play.events[start:]]
        return [log_line(self.play.game, event, people).text for event in events]

    def _tell(self) -> None:
        """Tell what has happened since the last time, one thing after the other."""
        lines = self._log(self._told)
        self._told = len(self.play.events)
        for line in lines:
            self.console.print(Padding(line, (0, 0, 0, 2)), highlight=False)
            time.sleep(self.pause)

    def _say(self, sentence: str, **values: str) -> None:
        text = self.words.sentence("play", sentence).format(**values)
        self.console.print(text, highlight=False, markup=False)


def leave_taking(sitting: Sitting) -> None:
    """Play, and end in good order when the person leaves in the middle."""
    try:
        sitting.run()
    except Left:
        sitting.console.print(sitting.words.sentence("play", "left"), highlight=False)
