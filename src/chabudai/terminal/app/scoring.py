"""The final scoring, step by step, and only then who won."""

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.binding import Binding
from textual.timer import Timer

from chabudai.scene.vocabulary import Scene
from chabudai.terminal.app.sheet import Sheet
from chabudai.terminal.app.words import ScreenWords
from chabudai.terminal.block import Block, led, stack
from chabudai.terminal.draw import printed
from chabudai.terminal.ink import BOLD
from chabudai.terminal.scoring import draw_bars, draw_step

_STEP = 0.7
"""Seconds for a step."""


class Scoring(Sheet):
    """Counts up by itself; a key skips to the end, another closes."""

    BINDINGS: ClassVar = [Binding("enter,space", "skip", show=False, priority=True)]

    def __init__(self, scene: Scene, said: ScreenWords) -> None:
        super().__init__(scene.terms["result"], self._so_far, said("foot.go_on"), at_end=True)
        self._scene = scene
        self._steps = 0
        self._ticking: Timer | None = None

    def on_mount(self) -> None:
        """Begin to count."""
        self._ticking = self.set_interval(_STEP, self._count)
        super().on_mount()

    @property
    def counted(self) -> bool:
        """Whether all is counted."""
        return self._steps >= len(self._scene.scoring)

    def action_skip(self) -> None:
        """Count the rest at once; once that is done, close."""
        if self.counted:
            self.action_close()
        self._steps = len(self._scene.scoring)
        self.redraw()

    def _count(self) -> None:
        self._steps += 1
        if self.counted and self._ticking is not None:
            self._ticking.stop()
        self.redraw()

    def _so_far(self, width: int) -> RenderableType:
        scene = self._scene
        steps = [draw_step(scene, number, width) for number in range(min(self._steps, len(scene.scoring)))]
        if not self.counted:
            return printed(stack(steps), width)
        won = Block([Text(), *led(Text(" "), Text(scene.prompt, BOLD), width), Text()])
        return printed(stack([*steps, won, draw_bars(scene, width)]), width)
