"""Times research environments: ours step by step and in batches, and those of PettingZoo and RLCard."""

from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.machine import installed
from benchmarks.rounds import Task, Timing, filling
from chabudai.envs.batch import Batch
from chabudai.envs.pettingzoo import env
from chabudai.games.registry import games

SEED = 1
BATCH = 2048
"""The number of games in a batch."""


def peers_installed() -> bool:
    """Check whether PettingZoo's card games can run. They are RLCard's, rendered by pygame."""
    return all(map(installed, ("pettingzoo", "rlcard", "pygame")))


def table_tasks() -> list[Task]:
    """Return every game at its largest player count, as a PettingZoo environment."""
    return [aec_task(game.title, game.players[-1], env(game)) for game in games().values()]


def step_tasks() -> list[Task]:
    """Return the same environments with only `step` timed."""
    return [step_task(game.title, game.players[-1], env(game)) for game in games().values()]


def batch_tasks() -> list[Task]:
    """Return every game in batches."""
    return [batch_task(game.title, game.players[-1], Batch(game, games=BATCH)) for game in games().values()]


def peer_table_tasks() -> list[Task]:
    """Return PettingZoo's Leduc Hold'em and RLCard's own Uno environment."""
    if not peers_installed():
        return []
    environment = make_uno()
    return [
        aec_task("PettingZoo leduc_holdem", 2, make_leduc()),
        filling("RLCard uno", environment.num_players, lambda number: time_uno_games(environment, number)),
    ]


def peer_step_tasks() -> list[Task]:
    """Return the peers with only `step` timed. In Uno, a step includes the next player's observation."""
    if not peers_installed():
        return []
    environment = make_uno()
    return [
        step_task("PettingZoo leduc_holdem", 2, make_leduc()),
        filling("RLCard uno", environment.num_players, lambda number: time_uno_steps(environment, number)),
    ]


def make_leduc() -> Any:
    """Create PettingZoo's Leduc Hold'em without its wrappers."""
    return import_module("pettingzoo.classic.leduc_holdem_v4").raw_env()


def make_uno() -> Any:
    """Create RLCard's Uno."""
    return import_module("rlcard").make("uno", {"seed": SEED})


def aec_task(title: str, players: int, environment: Any) -> Task:
    """Return the task of playing games in an AEC environment."""
    return filling(title, players, lambda number: time_games(environment, number))


def step_task(title: str, players: int, environment: Any) -> Task:
    """Return the task of replaying games in an AEC environment, timing only the steps."""
    return filling(title, players, lambda number: time_steps(environment, number))


def batch_task(title: str, players: int, batch: Batch) -> Task:
    """Return the task of stepping a batch."""
    return filling(title, players, lambda number: time_batch(batch, number))


def time_games(environment: Any, number: int) -> Timing:
    """Play this many random games in the loop that PettingZoo's documentation shows."""
    random = Random(SEED).random
    decisions = 0
    began = perf_counter()
    for seed in range(number):
        environment.reset(seed=seed)
        while environment.agents:
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            environment.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - began, decisions, number)


def time_steps(environment: Any, number: int) -> Timing:
    """Play this many random games untimed, then replay the same actions and time only the steps."""
    random = Random(SEED).random
    seconds = 0.0
    decisions = 0
    for seed in range(number):
        environment.reset(seed=seed)
        actions = []
        while not (
            environment.terminations[environment.agent_selection]
            or environment.truncations[environment.agent_selection]
        ):
            legal = environment.observe(environment.agent_selection)["action_mask"].nonzero()[0]
            actions.append(legal[int(random() * len(legal))])
            environment.step(actions[-1])
        environment.reset(seed=seed)
        began = perf_counter()
        for action in actions:
            environment.step(action)
        seconds += perf_counter() - began
        decisions += len(actions)
    return Timing(seconds, decisions)


def time_uno_games(environment: Any, number: int) -> Timing:
    """Play this many random games of RLCard's environment."""
    random = Random(SEED).random
    decisions = 0
    began = perf_counter()
    for _ in range(number):
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - began, decisions, number)


def time_uno_steps(environment: Any, number: int) -> Timing:
    """Play this many random games of RLCard's environment, timing only the steps."""
    random = Random(SEED).random
    seconds = 0.0
    decisions = 0
    for _ in range(number):
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            action = actions[int(random() * len(actions))]
            began = perf_counter()
            state, _ = environment.step(action)
            seconds += perf_counter() - began
            decisions += 1
    return Timing(seconds, decisions)


def time_batch(batch: Batch, number: int) -> Timing:
    """Step a batch this many times with its own random actions; every row is a decision."""
    decisions = 0
    began = perf_counter()
    for _ in range(number):
        actions = batch.random_actions()
        batch.step(actions)
        decisions += len(actions)
    return Timing(perf_counter() - began, decisions)
