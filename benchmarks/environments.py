"""Research environments: ours step by step and in batches, beside those of PettingZoo and RLCard."""

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
"""Games in a batch."""


def peers_installed() -> bool:
    """Whether PettingZoo's card games can run: they are RLCard's, with pictures by pygame."""
    return all(map(installed, ("pettingzoo", "rlcard", "pygame")))


def table_tasks() -> list[Task]:
    """Every game with as many players as can play, as a PettingZoo environment."""
    return [task_of(game.title, game.players[-1], env(game)) for game in games().values()]


def step_tasks() -> list[Task]:
    """Its steps alone."""
    return [step_task(game.title, game.players[-1], env(game)) for game in games().values()]


def batch_tasks() -> list[Task]:
    """Every game in batches."""
    return [batch_task(game.title, game.players[-1], Batch(game, games=BATCH)) for game in games().values()]


def peer_table_tasks() -> list[Task]:
    """PettingZoo's Leduc Hold'em, and RLCard's own environment of Uno."""
    if not peers_installed():
        return []
    table = uno()
    return [
        task_of("PettingZoo leduc_holdem", 2, leduc()),
        filling("RLCard uno", table.num_players, lambda number: played_uno(table, number)),
    ]


def peer_step_tasks() -> list[Task]:
    """The steps of Leduc Hold'em alone, and those of Uno, which cannot be had without what the player sees then."""
    if not peers_installed():
        return []
    table = uno()
    return [
        step_task("PettingZoo leduc_holdem", 2, leduc()),
        filling("RLCard uno", table.num_players, lambda number: stepped_uno(table, number)),
    ]


def leduc() -> Any:
    """PettingZoo's Leduc Hold'em, without its wrappers."""
    return import_module("pettingzoo.classic.leduc_holdem_v4").raw_env()


def uno() -> Any:
    """RLCard's Uno."""
    return import_module("rlcard").make("uno", {"seed": SEED})


def task_of(title: str, players: int, table: Any) -> Task:
    """The task to play games of an AEC environment."""
    return filling(title, players, lambda number: played(table, number))


def step_task(title: str, players: int, table: Any) -> Task:
    """The task to step through games of an AEC environment, and time nothing but the steps."""
    return filling(title, players, lambda number: stepped_alone(table, number))


def batch_task(title: str, players: int, batch: Batch) -> Task:
    """The task to step a batch."""
    return filling(title, players, lambda number: stepped(batch, number))


def played(table: Any, number: int) -> Timing:
    """So many random games of an AEC environment, as PettingZoo's documentation drives one."""
    random = Random(SEED).random
    decisions = 0
    begun = perf_counter()
    for game in range(number):
        table.reset(seed=game)
        while table.agents:
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            table.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - begun, decisions, number)


def stepped_alone(table: Any, number: int) -> Timing:
    """So many games, played at random first: then the same actions again, and no look at anything."""
    random = Random(SEED).random
    seconds = 0.0
    decisions = 0
    for game in range(number):
        table.reset(seed=game)
        actions = []
        while not (table.terminations[table.agent_selection] or table.truncations[table.agent_selection]):
            legal = table.observe(table.agent_selection)["action_mask"].nonzero()[0]
            actions.append(legal[int(random() * len(legal))])
            table.step(actions[-1])
        table.reset(seed=game)
        begun = perf_counter()
        for action in actions:
            table.step(action)
        seconds += perf_counter() - begun
        decisions += len(actions)
    return Timing(seconds, decisions)


def played_uno(table: Any, number: int) -> Timing:
    """So many random games of RLCard's environment."""
    random = Random(SEED).random
    decisions = 0
    begun = perf_counter()
    for _ in range(number):
        state, _ = table.reset()
        while not table.is_over():
            actions = list(state["legal_actions"])
            state, _ = table.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - begun, decisions, number)


def stepped_uno(table: Any, number: int) -> Timing:
    """So many random games of RLCard's environment, of which the steps are timed."""
    random = Random(SEED).random
    seconds = 0.0
    decisions = 0
    for _ in range(number):
        state, _ = table.reset()
        while not table.is_over():
            actions = list(state["legal_actions"])
            action = actions[int(random() * len(actions))]
            begun = perf_counter()
            state, _ = table.step(action)
            seconds += perf_counter() - begun
            decisions += 1
    return Timing(seconds, decisions)


def stepped(batch: Batch, number: int) -> Timing:
    """So many steps of a batch by its own random choices; every row is a decision."""
    decisions = 0
    begun = perf_counter()
    for _ in range(number):
        actions = batch.random_actions()
        batch.step(actions)
        decisions += len(actions)
    return Timing(perf_counter() - begun, decisions)
