"""A bot that chooses at random."""

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


class RandomBot:
    """A bot that chooses each legal action with the same probability."""

    recall = True

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: State) -> int:
        """Choose a legal action for the viewer."""
        return view.first + self.rng.member(view.choices(view.viewer))
