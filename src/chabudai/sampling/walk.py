"""Random games, step by step."""

from collections.abc import Iterator
from typing import Literal

from chabudai.kernel.bits import bit
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State

Step = tuple[Literal["chance"], int] | tuple[Literal["choice"], int, int]
"""What happened: an outcome of what was due, or a seat and its action."""


def random_positions(setup: Setup, rng: Rng) -> Iterator[State]:
    """A random game from the first position to the last: the same state again and again, a step on each time."""
    state = setup.start()
    state.listening = True
    yield state
    while not state.over():
        take(state, random_step(state, rng))
        yield state


def random_step(state: State, rng: Rng) -> Step:
    """A step that is possible now, at random; the game is not over."""
    if state.due >= 0:
        return "chance", state.draw(rng)
    seat = rng.member(state.waiting)
    return "choice", seat, state.first + rng.member(state.choices(seat))


def take(state: State, step: Step) -> bool:
    """Let a step happen, by the calls that check it; returns whether others have yet to choose at once with it."""
    if step[0] == "chance":
        state.settle(step[1])
        return False
    others = state.waiting & ~bit(step[1])
    state.apply(step[1], step[2])
    return others != 0 and state.waiting == others


def play_on(state: State, rng: Rng, steps: int) -> None:
    """Play at random, to the end or for so many steps."""
    for _ in range(steps):
        if state.over():
            return
        take(state, random_step(state, rng))
