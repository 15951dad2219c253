"""Past states never change, whatever becomes of the states that were copied from them."""

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.testing.broken import Clause, Place
from chabudai.testing.walk import play_on

_STEPS_ON = 8


class Past:
    """Copies of all positions of a game, with what they looked like."""

    def __init__(self) -> None:
        self._kept: list[tuple[State, dict[str, object]]] = []

    def keep(self, state: State) -> None:
        """Remember the position as it is now."""
        self._kept.append((state.clone(), state.as_json()))

    def check(self, rng: Rng, place: Place) -> None:
        """Play on from a copy of one of them; then none of all may have changed."""
        with Clause("a past position can be played on from", place):
            play_on(self._kept[rng.below(len(self._kept))][0].clone(), rng, _STEPS_ON)
        with Clause("a past state never changes", place) as clause:
            for step, (state, looked) in enumerate(self._kept):
                clause.same(state.as_json(), looked, f"the position after step {step}, kept as a clone")
