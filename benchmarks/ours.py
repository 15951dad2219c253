"""Times every registered game at every player count: as playouts, and move by move from Python."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from benchmarks.rounds import Task, Timing, filling
from chabudai.games.registry import games
from chabudai.kernel.playout import playouts
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

SEED = 1


def playout_tasks() -> list[Task]:
    """Return random playouts that run inside the compiled rules."""
    return [playing_task(title, start, time_playouts) for title, start in starts()]


def move_tasks() -> list[Task]:
    """Return random games driven from Python: list the legal actions, apply one, resolve chance."""
    return [playing_task(title, start, time_moves) for title, start in starts()]


def starts() -> Iterator[tuple[str, State]]:
    """Yield the title and the first state of every game at every player count."""
    for game in games().values():
        for players in game.players:
            yield game.title, game.setup(players).start()


def playing_task(title: str, start: State, play: Callable[[State, int], Timing]) -> Task:
    """Return the task of playing games from this state."""
    return filling(title, start.setup.players, lambda number: play(start, number))


def time_playouts(start: State, number: int) -> Timing:
    """Play this many games in one call."""
    rng = Rng(SEED)
    began = perf_counter()
    decisions: int = playouts(start, rng, number)
    return Timing(perf_counter() - began, decisions, number)


def time_moves(start: State, number: int) -> Timing:
    """Play this many games, with a call from Python for each step."""
    rng = Rng(SEED)
    random = Random(SEED).random
    decisions = 0
    began = perf_counter()
    for _ in range(number):
        state = start.clone()
        while not state.over():
            if state.due >= 0:
                state.resolve(rng)
            else:
                waiting: int = state.waiting
                seat = waiting.bit_length() - 1
                actions = state.legal(seat)
                state.apply(seat, actions[int(random() * len(actions))])
                decisions += 1
    return Timing(perf_counter() - began, decisions, number)
