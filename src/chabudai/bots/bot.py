"""The interface of a bot."""

from typing import Protocol

from chabudai.kernel.state import State


class Bot(Protocol):
    """A program that plays a seat. It receives the view of that seat and nothing else."""

    recall: bool
    """Whether its views include everything that a perfect memory would know. Otherwise they show only what is visible
    at the moment."""

    def choose(self, view: State) -> int:
        """Choose an action for the viewer of `view`, which is the result of `State.seen_by(seat, recall)`."""
        ...
