"""Our games, all of the registry at every number of players: as playouts, and move by move from Python."""

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
    """Random playouts whose every step is in the rules' own code."""
    return [task_of(title, start, played_at_once) for title, start in starts()]


def move_tasks() -> list[Task]:
    """Random games driven by calls from Python: the legal actions of a seat, one of them applied, chance resolved."""
    return [task_of(title, start, played_move_by_move) for title, start in starts()]


def starts() -> Iterator[tuple[str, State]]:
    """The title and the first position of every game at every number of players."""
    for game in games().values():
        for players in game.players:
            yield game.title, game.setup(players).start()


def task_of(title: str, start: State, played: Callable[[State, int], Timing]) -> Task:
    """The task to play games from this position."""
    return filling(title, start.setup.players, lambda number: played(start, number))


def played_at_once(start: State, number: int) -> Timing:
    """So many games as playouts."""
    rng = Rng(SEED)
    begun = perf_counter()
    decisions: int = playouts(start, rng, number)
    return Timing(perf_counter() - begun, decisions, number)


def played_move_by_move(start: State, number: int) -> Timing:
    """So many games, each step a call from Python."""
    rng = Rng(SEED)
    random = Random(SEED).random
    decisions = 0
    begun = perf_counter()
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
    return Timing(perf_counter() - begun, decisions, number)
