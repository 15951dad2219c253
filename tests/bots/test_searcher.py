"""The searching bot: it picks moves as its level says, and never a senseless one."""

from dataclasses import replace

import pytest

from chabudai.bots.levels import LEVELS, Level
from chabudai.bots.searcher import ActionStats, Searcher
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import bit, members
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game


class HighestOnly(Knowledge):
    """Rules out all choices except the highest."""

    def senseless(self, state: State, seat: int) -> int:
        highest = members(state.choices(seat))[-1]
        return state.choices(seat) & ~bit(highest)


def choice_view(game: Game, recall: bool) -> State:
    """Return a view of a seat with at least three choices."""
    for state in random_positions(game.setup(game.players[-1]), Rng(4)):
        for seat in range(state.setup.players):
            if len(state.legal(seat)) > 2:
                return state.seen_by(seat, recall)
    raise AssertionError


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_no_level_plays_a_senseless_move(level: Level) -> None:
    game = replace(find_game("thousand_cats"), knowledge=HighestOnly())
    view = choice_view(game, level.recall)
    for seed in range(5):
        assert Searcher(game, level, Rng(seed), simulations=3).choose(view) == view.legal(view.viewer)[-1]


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_a_search_runs_the_requested_number_of_simulations(level: Level) -> None:
    game = find_game("kasane")
    evaluated = Searcher(game, level, Rng(1), simulations=90).evaluate(choice_view(game, level.recall))
    assert sum(stats.visits for stats in evaluated) == 90


@pytest.mark.parametrize("name", games())
def test_the_same_random_numbers_give_the_same_move(name: str) -> None:
    game = games()[name]
    for level in LEVELS.values():
        view = choice_view(game, level.recall)
        bot, twin = (Searcher(game, level, Rng(6), simulations=12) for _ in range(2))
        assert bot.evaluate(view) == twin.evaluate(view)
        assert bot.choose(view) == twin.choose(view)


def test_a_time_limit_ends_a_search_early() -> None:
    game = find_game("kasane")
    searcher = Searcher(game, LEVELS["master"], Rng(1), simulations=10**9, seconds=0.02)
    evaluated = searcher.evaluate(choice_view(game, recall=True))
    assert 0 < sum(stats.visits for stats in evaluated) < 10**9


def test_a_single_choice_needs_no_search() -> None:
    game = find_game("ameno_kirifuda")
    for state in random_positions(game.setup(4), Rng(4)):
        for seat in range(4):
            if len(state.legal(seat)) == 1:
                searcher = Searcher(game, LEVELS["club"], Rng(1))
                assert searcher.evaluate(state.seen_by(seat, True)) == [ActionStats(state.legal(seat)[0], 0, 0.0)]
                return
    raise AssertionError("no seat had a single choice")


def test_without_temperature_the_most_visited_move_is_played_and_with_it_others_too() -> None:
    game = find_game("kasane")
    cold, warm = LEVELS["expert"], replace(LEVELS["expert"], temperature=3.0)
    view = choice_view(game, recall=True)
    evaluated = Searcher(game, cold, Rng(2), simulations=60).evaluate(view)
    best = max(evaluated, key=lambda stats: (stats.visits, stats.value)).action
    assert Searcher(game, cold, Rng(2), simulations=60).choose(view) == best
    assert len({Searcher(game, warm, Rng(seed), simulations=60).choose(view) for seed in range(20)}) > 1
