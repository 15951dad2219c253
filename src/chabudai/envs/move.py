"""One step of an environment, in a single call of compiled code."""

from mypy_extensions import i64

from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State


def try_move(state: State, seat: i64, action: i64, rng: Rng) -> bool:
    """Make a choice and resolve the chance that follows; return False, changing nothing, if the choice is illegal."""
    if not state.is_legal(seat, action):
        return False
    state.step()
    state.commit(seat, action)
    if state.due >= 0:
        state.resolve(rng)
    return True
