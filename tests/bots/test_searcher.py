"""The bot that searches: it picks as its level does, and never what makes no sense."""

from dataclasses import replace

import pytest

from chabudai.bots.levels import LEVELS, Level
from chabudai.bots.searcher import Considered, Searcher
from chabudai.games.registry import game, games
from chabudai.kernel.bits import bit, members
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game


class OneWay(Knowledge):
    """Holds all choices senseless but the highest."""

    def senseless(self, state: State, seat: int) -> int:
        highest = members(state.choices(seat))[-1]
        return state.choices(seat) & ~bit(highest)


def asked(played: Game, recall: bool) -> State:
    """A view of a seat that has several choices."""
    for state in random_positions(played.setup(played.players[-1]), Rng(4)):
        for seat in range(state.setup.players):
            if len(state.legal(seat)) > 2:
                return state.seen_by(seat, recall)
    raise AssertionError


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_no_level_plays_what_makes_no_sense(level: Level) -> None:
    played = replace(game("thousand_cats"), knowledge=OneWay())
    view = asked(played, level.recall)
    for seed in range(5):
        assert Searcher(played, level, Rng(seed), simulations=3).choose(view) == view.legal(view.viewer)[-1]


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_simulations_are_as_many_as_were_asked_for(level: Level) -> None:
    played = game("kasane")
    considered = Searcher(played, level, Rng(1), simulations=90).consider(asked(played, level.recall))
    assert sum(one.visits for one in considered) == 90


@pytest.mark.parametrize("name", games())
def test_the_same_random_numbers_give_the_same_move(name: str) -> None:
    played = games()[name]
    for level in LEVELS.values():
        view = asked(played, level.recall)
        one, two = (Searcher(played, level, Rng(6), simulations=12) for _ in range(2))
        assert one.consider(view) == two.consider(view)
        assert one.choose(view) == two.choose(view)


def test_a_time_limit_ends_a_search_early() -> None:
    played = game("kasane")
    searcher = Searcher(played, LEVELS["master"], Rng(1), simulations=10**9, seconds=0.02)
    considered = searcher.consider(asked(played, recall=True))
    assert 0 < sum(one.visits for one in considered) < 10**9


def test_one_choice_needs_no_search() -> None:
    played = game("kasane")
    for state in random_positions(played.setup(4), Rng(4)):
        for seat in range(4):
            if len(state.legal(seat)) == 1:
                searcher = Searcher(played, LEVELS["club"], Rng(1))
                assert searcher.consider(state.seen_by(seat, True)) == [Considered(state.legal(seat)[0], 0, 0.0)]
                return


def test_without_temperature_the_move_tried_most_is_played_and_with_it_others_too() -> None:
    played = game("kasane")
    cold, warm = LEVELS["expert"], replace(LEVELS["expert"], temperature=3.0)
    view = asked(played, recall=True)
    considered = Searcher(played, cold, Rng(2), simulations=60).consider(view)
    best = max(considered, key=lambda one: (one.visits, one.value)).action
    assert Searcher(played, cold, Rng(2), simulations=60).choose(view) == best
    assert len({Searcher(played, warm, Rng(seed), simulations=60).choose(view) for seed in range(20)}) > 1
