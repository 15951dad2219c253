"""Plays random games step by step."""

from collections.abc import Iterator
from typing import Literal

from chabudai.kernel.bits import bit
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State

Step = tuple[Literal["chance"], int] | tuple[Literal["choice"], int, int]
"""A step: an outcome of the due chance event, or a seat and its action."""


def random_positions(setup: Setup, rng: Rng) -> Iterator[State]:
    """Play a random game and yield the state before the first step and after each one. It is always the same object."""
    state = setup.start()
    state.listening = True
    yield state
    while not state.over():
        take_step(state, random_step(state, rng))
        yield state


def random_steps(setup: Setup, rng: Rng) -> Iterator[tuple[State, State]]:
    """Play a random game and yield the states before and after each step: always the same two objects."""
    before = setup.start()
    states = random_positions(setup, rng)
    for state in states:
        break
    before.copy_from(state)
    for state in states:
        yield before, state
        before.copy_from(state)


def random_step(state: State, rng: Rng) -> Step:
    """Return a random step that is possible now, in a game that is not over."""
    if state.due >= 0:
        return "chance", state.draw(rng)
    seat = rng.member(state.waiting)
    return "choice", seat, state.first + rng.member(state.choices(seat))


def take_step(state: State, step: Step) -> bool:
    """Carry out a step with checks. Return whether other seats must still choose simultaneously with it."""
    if step[0] == "chance":
        state.settle(step[1])
        return False
    others = state.waiting & ~bit(step[1])
    state.apply(step[1], step[2])
    return others != 0 and state.waiting == others


def play_randomly(state: State, rng: Rng, steps: int) -> None:
    """Play at random for this many steps, or to the end of the game."""
    for _ in range(steps):
        if state.over():
            return
        take_step(state, random_step(state, rng))
