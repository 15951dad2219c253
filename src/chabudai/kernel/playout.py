"""Fast uniformly random playouts, for self-play, benchmarks and the comparison of builds."""

from typing import Final

from mypy_extensions import i64

from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WORD_MASK: Final[i64] = 0xFFFFFFFF
_FNV_PRIME: Final[i64] = 16777619
_FNV_BASIS: Final[i64] = 2166136261
"""The prime and the offset basis of the 32-bit FNV hash, for `checksum`."""


def playout(state: State, rng: Rng) -> i64:
    """Play at random until the game is over. Return the number of choices made."""
    choices_made: i64 = 0
    while True:
        if state.due >= 0:
            state.resolve(rng)
        if state.waiting == 0:
            if state.due < 0:
                return choices_made
            continue
        seat = lowest(state.waiting)
        state.commit(seat, state.first + rng.member(state.choices(seat)))
        choices_made += 1


def playout_part(state: State, rng: Rng) -> None:
    """Play at random until this part of the match is over."""
    part = state.part
    while state.part == part:
        if state.due >= 0:
            state.resolve(rng)
        elif state.waiting == 0:
            return
        else:
            seat = lowest(state.waiting)
            state.commit(seat, state.first + rng.member(state.choices(seat)))


def playouts(start: State, rng: Rng, games: i64) -> i64:
    """Play this many games from a position. Return the total number of choices made."""
    state = start.clone()
    choices_made: i64 = 0
    for i in range(games):
        state.copy_from(start)
        choices_made += playout(state, rng)
    return choices_made


def checksum(start: State, rng: Rng, games: i64) -> int:
    """Play this many games from a position and return a checksum of all actions and scores.

    Compiled and interpreted builds must agree on it. This catches miscompiled rules.
    """
    state = start.clone()
    digest: i64 = _FNV_BASIS
    for i in range(games):
        state.copy_from(start)
        while not state.over():
            if state.due >= 0:
                state.resolve(rng)
                continue
            seat = lowest(state.waiting)
            action = state.first + rng.member(state.choices(seat))
            state.commit(seat, action)
            digest = ((digest ^ action) * _FNV_PRIME) & _WORD_MASK
        for seat in range(state.setup.players):
            digest = ((digest ^ (state.score(seat) & _WORD_MASK)) * _FNV_PRIME) & _WORD_MASK
    return digest
