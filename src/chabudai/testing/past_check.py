"""Checks that past states never change, whatever happens to their copies."""

from chabudai.kernel.state import State
from chabudai.sampling.walk import play_randomly
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint

_STEPS = 8


class PastStates:
    """Clones of past positions of a game, with the JSON that each had when it was cloned."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, State, dict[str, object]]] = []

    def keep(self, checkpoint: Checkpoint) -> None:
        """Keep a clone of the current position."""
        self._kept.append((len(checkpoint.history), checkpoint.state.clone(), checkpoint.state.as_json()))

    def check(self, checkpoint: Checkpoint) -> None:
        """Continue from a copy of one past state, then check that no past state has changed."""
        with Clause("a game must be able to continue from a past position", checkpoint.location):
            _, past, _ = self._kept[checkpoint.rng.below(len(self._kept))]
            play_randomly(past.clone(), checkpoint.rng, _STEPS)
        with Clause("a past state must never change", checkpoint.location) as clause:
            for step, state, expected in self._kept:
                clause.require_equal(state.as_json(), expected, f"a clone of the position after step {step}")
