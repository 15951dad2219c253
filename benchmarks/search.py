"""Times search iterations: ours, and OpenSpiel's ISMCTS in C++ and in Python."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from benchmarks import openspiel
from benchmarks.rounds import Task, Timing
from chabudai.bots.levels import EXPERT, PLAIN, Level
from chabudai.bots.searcher import Searcher
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

SEED = 1
PLAYERS = 4
DEALS = 4
ITERATIONS = 1000
LENGTHS = 200
"""The number of random games from a state that estimate the mean number of decisions in an iteration."""

EXPLORATION = 1.0


def our_tasks() -> list[Task]:
    """Return searches of every game: plain, like the peers', and at level `expert`.

    The plain search does without the game's knowledge, and does not weight worlds by the moves seen.
    """
    return [search_task(game, level) for level in (PLAIN, EXPERT) for game in games().values()]


def search_task(game: Game, level: Level) -> Task:
    """Return the task of searching from the first choice of a few deals."""
    roots = [first_choice(game.setup(PLAYERS).start(), deal) for deal in range(DEALS)]
    decisions = ITERATIONS * sum(decisions_left(root) for root in roots)

    def run() -> Timing:
        views = [root.seen_by(lowest(root.waiting), level.recall) for root in roots]
        searchers = [Searcher(game, level, Rng(SEED, deal), ITERATIONS) for deal in range(DEALS)]
        began = perf_counter()
        for searcher, view in zip(searchers, views, strict=True):
            searcher.evaluate(view)
        return Timing(perf_counter() - began, decisions, ITERATIONS * DEALS)

    return Task(f"{game.title}, {level.name}", PLAYERS, run)


def first_choice(state: State, deal: int) -> State:
    """Play a deal to the first state in which the seat to move has several choices; return that state."""
    rng = Rng(SEED, deal)
    while state.due >= 0 or len(state.legal(lowest(state.waiting))) == 1:
        if state.due >= 0:
            state.resolve(rng)
        else:
            seat = lowest(state.waiting)
            state.apply(seat, state.legal(seat)[0])
    return state


def decisions_left(root: State) -> float:
    """Estimate the mean number of decisions in random games from here, up to where the search cuts off a match."""
    rng = Rng(SEED)
    part_limit = root.part + root.parts_ahead()
    decisions = 0
    for _ in range(LENGTHS):
        state = root.clone()
        while state.part < part_limit and not state.over():
            if state.due >= 0:
                state.resolve(rng)
            else:
                seat = lowest(state.waiting)
                state.apply(seat, state.first + rng.member(state.choices(seat)))
                decisions += 1
    return decisions / LENGTHS


def peer_tasks() -> list[Task]:
    """Return OpenSpiel's C++ search of the games most like ours, and its Python search of the first."""
    return [
        *(peer_task(name, "C++", cpp_search, ITERATIONS // slower) for name, slower in openspiel.NAMES.items()),
        peer_task(next(iter(openspiel.NAMES)), "Python", python_search, ITERATIONS // 10),
    ]


def peer_task(name: str, language: str, search: Callable[[Any, int], Callable[[Any], Any]], iterations: int) -> Task:
    """Return the task of searching an OpenSpiel game from the first choice of a few deals."""
    game = import_module("pyspiel").load_game(name)
    random = Random(SEED)
    roots = [openspiel.dealt(game, random) for _ in range(DEALS)]
    decisions = iterations * sum(openspiel.length_of(root, random) for root in roots)

    def run() -> Timing:
        searches = [search(game, iterations) for _ in roots]
        began = perf_counter()
        for search_from, root in zip(searches, roots, strict=True):
            search_from(root)
        return Timing(perf_counter() - began, decisions, iterations * DEALS)

    return Task(f"OpenSpiel {name}, {language}", game.num_players(), run)


def cpp_search(game: Any, iterations: int) -> Callable[[Any], Any]:
    """Create OpenSpiel's C++ search. Games without information state strings use observation strings."""
    pyspiel = import_module("pyspiel")
    bot = pyspiel.ISMCTSBot(
        seed=SEED,
        evaluator=pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
        uct_c=EXPLORATION,
        max_simulations=iterations,
        use_observation_string=not game.get_type().provides_information_state_string,
    )
    return bot.step  # type: ignore[no-any-return]


def python_search(game: Any, iterations: int) -> Callable[[Any], Any]:
    """Create OpenSpiel's Python search, with its own random rollouts."""
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    random_state = import_module("numpy").random.RandomState(SEED)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random_state),
        uct_c=EXPLORATION,
        max_simulations=iterations,
        random_state=random_state,
    )
    return bot.step  # type: ignore[no-any-return]
