"""OpenSpiel's games, the peer: move by move from Python, and the random rollouts of its own C++ search."""

from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.rounds import Task, Timing, filling

NAMES = {"hearts": 1, "euchre": 1, "gin_rummy": 20}
"""Its games that are nearest to ours, nearest first: trick taking with hidden hands, and a game of melds.

With how many times fewer simulations each is searched: a decision of the last takes that much longer.
"""

SEED = 1
LENGTHS = 300
"""Random games from a position whose mean length tells how many decisions a rollout has there."""

DEALS = 8
SIMULATIONS = 200
FEW, MANY = 1, 11
"""Rollouts a simulation, in the two kinds of search whose difference is the time of rollouts alone."""

TRIES = 3
"""How often a search is repeated for its best time: a difference of single ones would mostly show their noise."""


def move_tasks() -> list[Task]:
    """Random games driven by calls from Python: whole, and without the deal, which OpenSpiel has card by card."""
    tasks = []
    for name in NAMES:
        game = import_module("pyspiel").load_game(name)
        tasks.append(filling(f"OpenSpiel {name}", game.num_players(), partial(played_whole, game)))
        tasks.append(filling(f"OpenSpiel {name}, once dealt", game.num_players(), partial(played_from_deal, game)))
    return tasks


def rollout_tasks() -> list[Task]:
    """The C++ rollouts of its search: what more of them cost a simulation."""
    return [rollout_task(name, SIMULATIONS // slower) for name, slower in NAMES.items()]


def rollout_task(name: str, simulations: int) -> Task:
    """The rollouts of one game."""
    game = import_module("pyspiel").load_game(name)
    random = Random(SEED)
    roots = [dealt(game, random) for _ in range(DEALS)]
    lengths = [length_of(root, random) for root in roots]
    return Task(
        f"OpenSpiel {name}, once dealt", game.num_players(), lambda: rolled_out(game, roots, lengths, simulations)
    )


def played_whole(game: Any, number: int) -> Timing:
    """So many games, each step a call from Python."""
    random = Random(SEED)
    begun = perf_counter()
    decisions = sum(play_on(game.new_initial_state(), random) for _ in range(number))
    return Timing(perf_counter() - begun, decisions, number)


def played_from_deal(game: Any, number: int) -> Timing:
    """So many games from the first choice on."""
    random = Random(SEED)
    roots = [dealt(game, random) for _ in range(number)]
    begun = perf_counter()
    decisions = sum(play_on(root, random) for root in roots)
    return Timing(perf_counter() - begun, decisions)


def length_of(root: Any, random: Random) -> float:
    """How many decisions random games from here have on average."""
    return sum(play_on(root.clone(), random) for _ in range(LENGTHS)) / LENGTHS


def rolled_out(game: Any, roots: list[Any], lengths: list[float], simulations: int) -> Timing:
    """The time of the further rollouts of a search from each root, and the decisions made in them."""
    seconds = decisions = 0.0
    for root, length in zip(roots, lengths, strict=True):
        many = searched(game, root, length, simulations, MANY)
        few = searched(game, root, length, simulations, FEW)
        seconds += many.seconds - few.seconds
        decisions += many.decisions - few.decisions
    return Timing(seconds, decisions)


def searched(game: Any, root: Any, length: float, simulations: int, rollouts: int) -> Timing:
    """A search with so many rollouts a simulation: the best time of a few tries, and the decisions in its rollouts.

    Random games from the root have `length` decisions; those that a simulation makes in the tree are not the rollouts'.
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
        begun = perf_counter()
        tree = bot.mcts_search(root)
        seconds = perf_counter() - begun
        timings.append(Timing(seconds, rollouts * (tree.explore_count * length - decisions_in(tree))))
    return min(timings, key=lambda timing: timing.seconds)


def decisions_in(tree: Any) -> int:
    """How many decisions all simulations together made in the tree, before their rollouts began; chance is none."""
    return sum((child.explore_count if child.player >= 0 else 0) + decisions_in(child) for child in tree.children)


def dealt(game: Any, random: Random) -> Any:
    """The first position of a game in which a player has a choice; from a forced one a search would return at once."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            take_chance(state, random)
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def play_on(state: Any, random: Random) -> int:
    """Play at random to the end; returns the number of decisions."""
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
    """Let one outcome of a chance node come."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, weights)[0])
