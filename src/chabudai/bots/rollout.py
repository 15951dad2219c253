"""Playing on from a position in imagination, and what a seat gets out of it."""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WIN: Final = 0.8
"""How much of a finished game's reward is the win share; the rest is the lead, which shows sooner than wins do."""


def play_on(state: State, knowledge: Knowledge, rng: Rng, last_part: i64) -> None:
    """Play on as knowledge would until so many parts of the match, or the game, are over."""
    while state.part < last_part:
        if state.due >= 0:
            state.resolve(rng)
        elif state.waiting == 0:
            return
        else:
            seat = lowest(state.waiting)
            state.commit(seat, state.first + knowledge.rollout(state, seat, rng))


def rewards(state: State) -> list[float]:
    """What a finished game, or the standing at the end of a part, is worth to each seat, from 0 to 1."""
    worths = state.outlooks()
    if state.over():
        for seat in range(state.setup.players):
            worths[seat] = _WIN * state.utility(seat) + (1.0 - _WIN) * worths[seat]
    return worths
