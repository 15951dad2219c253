"""Guided playouts: play a world out with the game's rollout policy, and compute the rewards of the seats."""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WIN_WEIGHT: Final = 0.8
"""Weight of the win in the reward of a finished game. The rest is the outlook, which also rewards a larger lead."""


def play_out(state: State, knowledge: Knowledge, rng: Rng, part_limit: i64) -> None:
    """Play on with the knowledge's rollout policy until `part_limit` parts are finished or the game is over."""
    while state.part < part_limit:
        if state.due >= 0:
            state.resolve(rng)
        elif state.waiting == 0:
            return
        else:
            seat = lowest(state.waiting)
            state.commit(seat, state.first + knowledge.rollout(state, seat, rng))


def rewards(state: State) -> list[float]:
    """Return the reward of each seat, from 0 to 1, for a finished game or for the standing at the end of a part."""
    values = state.outlooks()
    if state.over():
        for seat in range(state.setup.players):
            values[seat] = _WIN_WEIGHT * state.utility(seat) + (1.0 - _WIN_WEIGHT) * values[seat]
    return values
