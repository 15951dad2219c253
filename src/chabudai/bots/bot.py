"""What a bot is."""

from typing import Protocol

from chabudai.kernel.state import State


class Bot(Protocol):
    """A player that is a program: it gets its seat's view of the position and nothing else."""

    recall: bool
    """Whether it wants to see all that a perfect memory knows, or only what lies in sight now."""

    def choose(self, view: State) -> int:
        """The action to take, in the position that `view` (made by `seen_by(seat, recall)`) shows its viewer."""
        ...
