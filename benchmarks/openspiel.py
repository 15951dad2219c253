"""Times OpenSpiel's games: move by move from Python, and the random rollouts of its C++ search."""

from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.rounds import Task, Timing, filling

NAMES = {"hearts": 1, "euchre": 1, "gin_rummy": 20}
"""The OpenSpiel games most like ours, each with the divisor of its number of simulations.

Decisions in gin_rummy take much longer, so its searches are shorter.
"""

SEED = 1
LENGTHS = 300
"""The number of random games from a state that estimate the mean number of decisions in a rollout."""

DEALS = 8
SIMULATIONS = 200
FEW, MANY = 1, 11
"""Rollouts per simulation in two searches. The difference between their times is that of the rollouts alone."""

TRIES = 3
"""The number of runs of a search, of which the fastest counts. The difference of single runs would be mostly noise."""


def move_tasks() -> list[Task]:
    """Return random games driven from Python, with and without the deal, which OpenSpiel does card by card."""
    tasks = []
    for name in NAMES:
        game = import_module("pyspiel").load_game(name)
        tasks.append(filling(f"OpenSpiel {name}", game.num_players(), partial(time_whole_games, game)))
        tasks.append(filling(f"OpenSpiel {name}, after the deal", game.num_players(), partial(time_dealt_games, game)))
    return tasks


def rollout_tasks() -> list[Task]:
    """Return the C++ rollouts of its search: the cost of extra rollouts per simulation."""
    return [rollout_task(name, SIMULATIONS // slower) for name, slower in NAMES.items()]


def rollout_task(name: str, simulations: int) -> Task:
    """Return the rollouts of one game."""
    game = import_module("pyspiel").load_game(name)
    random = Random(SEED)
    roots = [dealt(game, random) for _ in range(DEALS)]
    lengths = [length_of(root, random) for root in roots]
    return Task(
        f"OpenSpiel {name}, after the deal",
        game.num_players(),
        lambda: time_rollouts(game, roots, lengths, simulations),
    )


def time_whole_games(game: Any, number: int) -> Timing:
    """Play this many games, with a call from Python for each step."""
    random = Random(SEED)
    began = perf_counter()
    decisions = sum(play_to_end(game.new_initial_state(), random) for _ in range(number))
    return Timing(perf_counter() - began, decisions, number)


def time_dealt_games(game: Any, number: int) -> Timing:
    """Play this many games from the first choice on."""
    random = Random(SEED)
    roots = [dealt(game, random) for _ in range(number)]
    began = perf_counter()
    decisions = sum(play_to_end(root, random) for root in roots)
    return Timing(perf_counter() - began, decisions)


def length_of(root: Any, random: Random) -> float:
    """Estimate the mean number of decisions in random games from this state."""
    return sum(play_to_end(root.clone(), random) for _ in range(LENGTHS)) / LENGTHS


def time_rollouts(game: Any, roots: list[Any], lengths: list[float], simulations: int) -> Timing:
    """Time the extra rollouts of a search from each root, and count the decisions in them."""
    seconds = decisions = 0.0
    for root, length in zip(roots, lengths, strict=True):
        many = time_search(game, root, length, simulations, MANY)
        few = time_search(game, root, length, simulations, FEW)
        seconds += many.seconds - few.seconds
        decisions += many.decisions - few.decisions
    return Timing(seconds, decisions)


def time_search(game: Any, root: Any, length: float, simulations: int, rollouts: int) -> Timing:
    """Search with this many rollouts per simulation. Return the best time and the decisions in its rollouts.

    Random games from the root have `length` decisions. Those made in the tree do not count as decisions of a rollout.
    """
    pyspiel = import_module("pyspiel")
    timings = []
    for _ in range(TRIES):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=SEED)
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=2.0,
            max_simulations=simulations,
            max_memory_mb=1000,
            solve=False,
            seed=SEED,
            verbose=False,
        )
        began = perf_counter()
        tree = bot.mcts_search(root)
        seconds = perf_counter() - began
        timings.append(Timing(seconds, rollouts * (tree.explore_count * length - decisions_in(tree))))
    return min(timings, key=lambda timing: timing.seconds)


def decisions_in(tree: Any) -> int:
    """Count the decisions that all simulations made in the tree, before their rollouts; chance does not count."""
    return sum((child.explore_count if child.player >= 0 else 0) + decisions_in(child) for child in tree.children)


def dealt(game: Any, random: Random) -> Any:
    """Return the first state with several legal actions. From a forced move, a search would return immediately."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            take_chance(state, random)
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def play_to_end(state: Any, random: Random) -> int:
    """Play at random to the end; return the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            take_chance(state, random)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
    return decisions


def take_chance(state: Any, random: Random) -> None:
    """Draw the outcome of a chance node."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, weights)[0])
