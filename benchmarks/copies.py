"""Times what search, environments and servers do all the time: copy a state, make a view, draw a world."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks import openspiel
from benchmarks.rounds import Task, Timing, filling
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions

SEED = 1
PLAYERS = 4
POSITIONS = 40

Call = Callable[[], object]


def copy_tasks() -> list[Task]:
    """Time `clone`."""
    return [calling_task(title, [state.clone for state in states]) for title, states in positions().items()]


def view_tasks() -> list[Task]:
    """Time `seen_by` for the seat to move, with perfect recall."""
    return [
        calling_task(title, [partial(state.seen_by, lowest(state.waiting), True) for state in states])
        for title, states in positions().items()
    ]


def imagining_tasks() -> list[Task]:
    """Time `imagine` on the view of the seat to move, with perfect recall."""
    rng = Rng(SEED)
    return [
        calling_task(title, [partial(state.seen_by(lowest(state.waiting), True).imagine, rng) for state in states])
        for title, states in positions().items()
    ]


def peer_copy_tasks() -> list[Task]:
    """Time OpenSpiel's `clone`."""
    return [
        calling_task(f"OpenSpiel {name}", [state.clone for state in states], states[0].num_players())
        for name, states in peer_positions().items()
    ]


def peer_imagining_tasks() -> list[Task]:
    """Time OpenSpiel's `resample_from_infostate`."""
    draw = Random(SEED).random
    return [
        calling_task(
            f"OpenSpiel {name}",
            [partial(state.resample_from_infostate, state.current_player(), draw) for state in states],
            states[0].num_players(),
        )
        for name, states in peer_positions().items()
    ]


def calling_task(title: str, calls: Sequence[Call], players: int = PLAYERS) -> Task:
    """Return the task of making these calls."""
    return filling(title, players, lambda times: time_calls(calls, times))


def time_calls(calls: Sequence[Call], times: int) -> Timing:
    """Make all calls this many times."""
    began = perf_counter()
    for _ in range(times):
        for call in calls:
            call()
    return Timing(perf_counter() - began, times * len(calls))


def positions() -> dict[str, list[State]]:
    """Sample states of random games in which a seat is to move, for every game."""
    by_title = {}
    for game in games().values():
        states: list[State] = []
        number = 0
        while len(states) < POSITIONS:
            walk = random_positions(game.setup(PLAYERS), Rng(SEED, number))
            states += [state.clone() for state in walk if state.waiting]
            number += 1
        by_title[game.title] = states[:: len(states) // POSITIONS][:POSITIONS]
    return by_title


def peer_positions() -> dict[str, list[Any]]:
    """Sample states of random OpenSpiel games in the same way."""
    by_name = {}
    random = Random(SEED)
    for name in openspiel.NAMES:
        game = import_module("pyspiel").load_game(name)
        states: list[Any] = []
        while len(states) < POSITIONS:
            state = openspiel.dealt(game, random)
            while not state.is_terminal():
                if state.is_chance_node():
                    openspiel.take_chance(state, random)
                else:
                    states.append(state.clone())
                    state.apply_action(random.choice(state.legal_actions()))
        by_name[name] = states[:: len(states) // POSITIONS][:POSITIONS]
    return by_name
