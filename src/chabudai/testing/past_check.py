"""Past states never change, whatever becomes of the states that were copied from them."""

from chabudai.kernel.state import State
from chabudai.sampling.walk import play_on
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment

_STEPS_ON = 8


class Past:
    """Copies of positions of a game, with what they looked like."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, State, dict[str, object]]] = []

    def keep(self, moment: Moment) -> None:
        """Remember the position as it is now."""
        self._kept.append((len(moment.history), moment.state.clone(), moment.state.as_json()))

    def check(self, moment: Moment) -> None:
        """Play on from a copy of one of them; then none of all may have changed."""
        with Clause("a past position can be played on from", moment.place):
            _, past, _ = self._kept[moment.rng.below(len(self._kept))]
            play_on(past.clone(), moment.rng, _STEPS_ON)
        with Clause("a past state never changes", moment.place) as clause:
            for step, state, looked in self._kept:
                clause.same(state.as_json(), looked, f"the position after step {step}, kept as a clone")
