"""Rollouts: play a world on to its horizon, and compute the rewards of the seats."""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WIN: Final = 0.8
"""Weight of the win in the reward of a finished game. The rest is the lead, which gives a signal earlier."""


def roll_out(state: State, knowledge: Knowledge, rng: Rng, last_part: i64) -> None:
    """Play on with the knowledge's rollout policy until `last_part` begins or the game is over."""
    while state.part < last_part:
        if state.due >= 0:
            state.resolve(rng)
        elif state.waiting == 0:
            return
        else:
            seat = lowest(state.waiting)
            state.commit(seat, state.first + knowledge.rollout(state, seat, rng))


def rewards(state: State) -> list[float]:
    """Return the reward of each seat, from 0 to 1, for a finished game or for the standing at the end of a part."""
    worths = state.outlooks()
    if state.over():
        for seat in range(state.setup.players):
            worths[seat] = _WIN * state.utility(seat) + (1.0 - _WIN) * worths[seat]
    return worths
