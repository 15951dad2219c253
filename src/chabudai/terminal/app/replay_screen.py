"""The screen for watching a record step by step: with all hands open, from any seat, or as a spectator."""

from typing import ClassVar

import msgspec
from rich.text import Text
from textual.binding import Binding

from chabudai.kernel.state import SPECTATOR
from chabudai.scene.vocabulary import Scene
from chabudai.session.replay import ALL_HANDS, Replay
from chabudai.terminal.app.table_overlays import facts_overlay, log_overlay, rules_overlay
from chabudai.terminal.app.table_view import TableView
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.styles import BOLD, TITLE
from chabudai.terminal.text_block import TextBlock, hanging_indent


class ReplayScreen(TableView):
    """A record, stepped through with the arrow keys."""

    BINDINGS: ClassVar = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space,enter", "step(1)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("v", "next_viewer", show=False),
        Binding("l", "log", show=False),
        Binding("f", "facts", show=False),
        Binding("r", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, record: bytes, seat: int = ALL_HANDS) -> None:
        super().__init__()
        self.replay = Replay(record)
        self.seat = seat
        self.step = 0

    def on_mount(self) -> None:
        """Show the first step."""
        self.show_step()

    def show_step(self) -> None:
        """Show the current step."""
        language = self.words.language
        scene = self.replay.scene(self.step, self.seat, language)
        # A replay has nothing to choose.
        self.scene = msgspec.structs.replace(scene, choices=[])
        self.log_lines = self.replay.log(self.step, self.seat, language)
        self.redraw()

    def set_language(self, language: str) -> None:
        """Redraw everything in the language of the application."""
        self.show_step()

    def prompt_panel(self, scene: Scene, width: int, numbers: ChoiceNumbers) -> TextBlock:
        """Draw the number of the step, the viewer, and the events of the step."""
        names = self.replay.names(self.words.language)
        others = {ALL_HANDS: "replay.all_hands", SPECTATOR: "replay.spectator"}
        viewer = self.words(others[self.seat]) if self.seat in others else names[self.seat]
        progress = self.words("replay.step", step=self.step, last=len(self.replay.steps) - 1)
        head = Text.assemble((progress, BOLD), "   ", self.words("replay.eyes", name=viewer))
        text = self.replay.step_text(self.step, self.seat, self.words.language)
        return TextBlock(
            [*hanging_indent(Text("▶ ", TITLE), head, width), *hanging_indent(Text("  "), Text(text), width)]
        )

    def footer(self) -> Text:
        """Return the line with the keys."""
        return Text(f" {self.words('foot.replay')}", no_wrap=True)

    def action_step(self, steps: int) -> None:
        """Move by this many steps, at most to the first or the last."""
        self.step = min(max(0, self.step + steps), len(self.replay.steps) - 1)
        self.show_step()

    def action_next_viewer(self) -> None:
        """View the game from the next seat; after the last, as a spectator, and then with all hands open again."""
        views = [ALL_HANDS, *range(self.replay.record.players), SPECTATOR]
        self.seat = views[(views.index(self.seat) + 1) % len(views)]
        self.show_step()

    def action_log(self) -> None:
        """Show the log up to this step."""
        self.app.push_screen(log_overlay(self.log_lines, self.words))

    def action_facts(self) -> None:
        """Show the facts."""
        if self.scene is not None:
            self.app.push_screen(facts_overlay(self.scene, self.words))

    def action_rules(self) -> None:
        """Show the rules."""
        overlay = rules_overlay(self.replay.game.name, self.words, setup=self.replay.steps[0].state.setup)
        if overlay is not None:
            self.app.push_screen(overlay)

    def action_leave(self) -> None:
        """Return to the screen below; if there is none, to the menu."""
        self.application.leave_table()
