"""RLCard's games, a peer: move by move from Python, below its environments."""

from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.rounds import Task, Timing, filling

SEED = 1
NAMES = {"uno": "uno", "gin-rummy": "gin rummy"}
"""Its games that are nearest to ours, and what they are called."""


def move_tasks() -> list[Task]:
    """Random games driven by calls from Python: the legal actions, one of them taken, until the game is over."""
    return [task_of(name, title) for name, title in NAMES.items()]


def task_of(name: str, title: str) -> Task:
    """The task to play games."""
    game = import_module("rlcard").make(name, {"seed": SEED}).game
    return filling(f"RLCard {title}", game.get_num_players(), lambda number: played(game, number))


def played(game: Any, number: int) -> Timing:
    """So many games. What is legal is asked of the game, or of its judge where it keeps that to a judge."""
    random = Random(SEED).random
    decisions = 0
    begun = perf_counter()
    for _ in range(number):
        game.init_game()
        legal = game.get_legal_actions if hasattr(game, "get_legal_actions") else game.judge.get_legal_actions
        while not game.is_over():
            actions = legal()
            game.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - begun, decisions, number)
