"""Watches a record line by line: describes a step, and reads where to go next."""

import unicodedata
from collections.abc import Callable

from rich.console import Console

from chabudai.kernel.state import SPECTATOR
from chabudai.session.replay import ALL_HANDS, Replay
from chabudai.terminal.plain.plain_facts import facts_sentences
from chabudai.terminal.plain.plain_rules import plain_rules_of
from chabudai.terminal.plain.plain_table import result_sentences, score_sentence, table_sentences
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.terminal.plain.printing import print_lines


class PlainWatch:
    """Shows the steps of a record in sentences: with all hands open, or as a seat or a spectator sees them."""

    def __init__(
        self, console: Console, line: bytes, path: str, seat: int, language: str, ask: Callable[[str], str] = input
    ) -> None:
        self.replay = Replay(line)
        self.seat = seat
        self.step = 0
        self._console = console
        self._path = path
        self._language = language
        self._say = plain_words(language)
        self._ask = ask

    def run(self) -> None:
        """Read commands until the person quits or input ends."""
        self._print("plain_watch.short")
        self._show_step()
        while True:
            try:
                typed = unicodedata.normalize("NFKC", self._ask("> ")).strip().casefold()
            except EOFError:
                return
            if typed in ("q", "quit"):
                return
            self._handle(typed)

    def _handle(self, typed: str) -> None:
        scene = self.replay.scene(self.step, self.seat, self._language)
        if typed.isdecimal():
            self._go_to(typed)
            return
        match typed:
            case "" | "n" | "next":
                self._go_by(1)
            case "b" | "back":
                self._go_by(-1)
            case "v" | "viewer":
                views = [ALL_HANDS, *range(self.replay.record.players), SPECTATOR]
                self.seat = views[(views.index(self.seat) + 1) % len(views)]
                self._show_step()
            case "t" | "table":
                print_lines(self._console, table_sentences(scene, self._say))
            case "f" | "facts":
                for facts in scene.facts:
                    print_lines(self._console, facts_sentences(scene, facts, self._say))
            case "l" | "log":
                print_lines(
                    self._console, [line.text for line in self.replay.log(self.step, self.seat, self._language)]
                )
            case "r" | "rules":
                setup = self.replay.steps[0].state.setup
                print_lines(self._console, plain_rules_of(self.replay.game, self._language, setup=setup))
            case "?" | "help":
                self._print("plain_watch.short")
            case "h" | "hint":
                self._print("plain_watch.no_hint", file=self._path)
            case _:
                self._print("plain_watch.unclear", typed=typed)
                self._print("plain_watch.short")

    def _go_to(self, typed: str) -> None:
        last = len(self.replay.steps) - 1
        if len(typed) < 10 and int(typed) <= last:
            self.step = int(typed)
            self._show_step()
        else:
            self._print("plain_watch.no_step", typed=typed, last=last)

    def _go_by(self, steps: int) -> None:
        last = len(self.replay.steps) - 1
        if self.step + steps > last:
            self._print("plain_watch.end")
        else:
            self.step = max(0, self.step + steps)
            self._show_step()

    def _show_step(self) -> None:
        """Say which step this is, what happened in it and, after the last, the scoring."""
        names = self.replay.names(self._language)
        others = {ALL_HANDS: "plain_watch.all_hands", SPECTATOR: "plain_watch.spectator"}
        name = self._say(others[self.seat]) if self.seat in others else names[self.seat]
        self._print("plain_watch.step", step=self.step, last=len(self.replay.steps) - 1, name=name)
        print_lines(self._console, [self.replay.step_text(self.step, self.seat, self._language)])
        scene = self.replay.scene(self.step, self.seat, self._language)
        if scene.over:
            scoring = [score_sentence(scene, number, self._say) for number in range(len(scene.scoring))]
            print_lines(self._console, [*scoring, *result_sentences(scene, self._say)])

    def _print(self, text_id: str, **values: object) -> None:
        print_lines(self._console, [self._say(text_id, **values)])
