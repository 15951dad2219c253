"""Times RLCard's games move by move from Python, without its environments."""

from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.rounds import Task, Timing, filling

SEED = 1
NAMES = {"uno": "uno", "gin-rummy": "gin rummy"}
"""The RLCard games most like ours, with their titles."""


def move_tasks() -> list[Task]:
    """Return random games driven from Python: list the legal actions, take one, until the game is over."""
    return [game_task(name, title) for name, title in NAMES.items()]


def game_task(name: str, title: str) -> Task:
    """Return the task of playing one of the games again and again."""
    game = import_module("rlcard").make(name, {"seed": SEED}).game
    return filling(f"RLCard {title}", game.get_num_players(), lambda number: time_moves(game, number))


def time_moves(game: Any, number: int) -> Timing:
    """Play this many games. Some games list legal actions themselves, others leave that to their judge."""
    random = Random(SEED).random
    decisions = 0
    began = perf_counter()
    for _ in range(number):
        game.init_game()
        legal = game.get_legal_actions if hasattr(game, "get_legal_actions") else game.judge.get_legal_actions
        while not game.is_over():
            actions = legal()
            game.step(actions[int(random() * len(actions))])
            decisions += 1
    return Timing(perf_counter() - began, decisions, number)
