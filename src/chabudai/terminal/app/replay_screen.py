"""A record watched step by step, by the eyes of any seat."""

from typing import ClassVar

import msgspec
from rich.text import Text
from textual.binding import Binding

from chabudai.kernel.state import SPECTATOR
from chabudai.scene.vocabulary import Scene
from chabudai.session.replay import Replay
from chabudai.terminal.app.reading import facts_sheet, log_sheet, rules_sheet
from chabudai.terminal.app.table_view import TableView
from chabudai.terminal.block import Block, led
from chabudai.terminal.ink import BOLD, TITLE
from chabudai.terminal.numbers import Numbers


class ReplayScreen(TableView):
    """The steps of a record, to be gone through with the arrow keys."""

    BINDINGS: ClassVar = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space,enter", "step(1)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("v", "eyes", show=False),
        Binding("l", "log", show=False),
        Binding("f", "facts", show=False),
        Binding("r", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, record: bytes, seat: int = SPECTATOR) -> None:
        super().__init__()
        self.replay = Replay(record)
        self.seat = seat
        self.step = 0

    def on_mount(self) -> None:
        """Show the beginning."""
        self.show_step()

    def show_step(self) -> None:
        """Show the step that the screen is at."""
        language = self.words.language
        scene = self.replay.scene(self.step, self.seat, language)
        # Nothing can be chosen any more.
        self.scene = msgspec.structs.replace(scene, choices=[])
        self.log_lines = self.replay.log(self.step, self.seat, language)
        self.redraw()

    def speak(self, language: str) -> None:
        """Show everything in this language from now on."""
        self.show_step()

    def asking(self, scene: Scene, width: int, numbers: Numbers) -> Block:
        """Which step this is and what it did."""
        names = self.replay.names(self.words.language)
        eyes = self.words("replay.spectator") if self.seat == SPECTATOR else names[self.seat]
        where = self.words("replay.step", step=self.step, last=len(self.replay.steps) - 1)
        head = Text.assemble((where, BOLD), "   ", self.words("replay.eyes", name=eyes))
        told = self.replay.told(self.step, self.seat, self.words.language)
        return Block([*led(Text("▶ ", TITLE), head, width), *led(Text("  "), Text(told), width)])

    def foot(self) -> Text:
        """The keys."""
        return Text(f" {self.words('foot.replay')}", no_wrap=True)

    def action_step(self, steps: int) -> None:
        """Go on or back by so many steps."""
        self.step = min(max(0, self.step + steps), len(self.replay.steps) - 1)
        self.show_step()

    def action_eyes(self) -> None:
        """Look by the eyes of the next seat; after the last, as a spectator."""
        self.seat = self.seat + 1 if self.seat + 1 < self.replay.record.players else SPECTATOR
        self.show_step()

    def action_log(self) -> None:
        """Show what had happened by then."""
        self.app.push_screen(log_sheet(self.log_lines, self.words))

    def action_facts(self) -> None:
        """Show what one would reckon or remember."""
        if self.scene is not None:
            self.app.push_screen(facts_sheet(self.scene, self.words))

    def action_rules(self) -> None:
        """Show the rules."""
        sheet = rules_sheet(self.replay.game.name, self.words, setup=self.replay.steps[0].state.setup)
        if sheet is not None:
            self.app.push_screen(sheet)

    def action_leave(self) -> None:
        """Go back to where one came from."""
        self.application.leave_table()
