"""A window that shows the final scoring step by step, and then the winner."""

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.binding import Binding
from textual.timer import Timer

from chabudai.scene.vocabulary import Scene
from chabudai.terminal.app.overlay import Overlay
from chabudai.terminal.app.screen_words import ScreenWords
from chabudai.terminal.draw import renderable
from chabudai.terminal.final_scoring import score_bars, scoring_step_block
from chabudai.terminal.styles import BOLD
from chabudai.terminal.text_block import TextBlock, hanging_indent, stack

_STEP_SECONDS = 0.7
"""Seconds until the next step appears."""


class ScoringOverlay(Overlay):
    """The final scoring. Steps appear one by one; Enter or Space first shows all of them, then closes."""

    BINDINGS: ClassVar = [Binding("enter,space", "skip", show=False, priority=True)]

    def __init__(self, scene: Scene, words: ScreenWords) -> None:
        super().__init__(scene.terms["result"], self._draw_steps, words("foot.go_on"), at_end=True)
        self._scene = scene
        self._shown_steps = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Start to show the steps."""
        self._timer = self.set_interval(_STEP_SECONDS, self._show_next)
        super().on_mount()

    @property
    def all_shown(self) -> bool:
        """Whether all steps are shown."""
        return self._shown_steps >= len(self._scene.scoring)

    def action_skip(self) -> None:
        """Show all steps; if they are shown already, close."""
        if self.all_shown:
            self.action_close()
        self._shown_steps = len(self._scene.scoring)
        self.redraw()

    def _show_next(self) -> None:
        self._shown_steps += 1
        if self.all_shown and self._timer is not None:
            self._timer.stop()
        self.redraw()

    def _draw_steps(self, width: int) -> RenderableType:
        scene = self._scene
        steps = [
            scoring_step_block(scene, number, width) for number in range(min(self._shown_steps, len(scene.scoring)))
        ]
        if not self.all_shown:
            return renderable(stack(steps), width)
        winner = TextBlock([Text(), *hanging_indent(Text(" "), Text(scene.prompt, BOLD), width), Text()])
        return renderable(stack([*steps, winner, score_bars(scene, width)]), width)
