"""No bot knows more than its seat: worlds that look the same to it give the same statistics and move."""

from collections.abc import Iterator

import pytest

from chabudai.bots.levels import LEVELS, PLAIN
from chabudai.bots.searcher import Searcher
from chabudai.games.registry import games
from chabudai.kernel.bits import count, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game

SIMULATIONS = 8
SEARCHERS = [*LEVELS.values(), PLAIN]


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Yield positions in which a seat has several choices: a few of each phase, with each set of options."""
    for number, options in enumerate(option_sets(game, game.players[-1])):
        times_seen: dict[int, int] = {}
        for state in random_positions(game.setup(game.players[-1], options), Rng(2, number)):
            seats = [seat for seat in members(state.waiting) if len(state.legal(seat)) > 1]
            times_seen[state.first] = times_seen.get(state.first, 0) + bool(seats)
            if seats and times_seen[state.first] in (1, 12):
                yield state, seats[times_seen[state.first] % len(seats)]


@pytest.mark.parametrize("name", games())
def test_worlds_that_look_the_same_to_a_seat_give_the_same_statistics_and_move(name: str) -> None:
    game = games()[name]
    for number, (state, seat) in enumerate(positions(game)):
        level = SEARCHERS[number % len(SEARCHERS)]
        view = state.seen_by(seat, level.recall)
        world = view.imagine(Rng(9, number))
        bots = [Searcher(game, level, Rng(4, number), simulations=SIMULATIONS) for _ in range(2)]
        in_state, in_world = (
            bot.evaluate(position.seen_by(seat, level.recall))
            for bot, position in zip(bots, (state, world), strict=True)
        )
        assert in_state == in_world
        move_in_state, move_in_world = (
            bot.choose(position.seen_by(seat, level.recall)) for bot, position in zip(bots, (state, world), strict=True)
        )
        assert move_in_state == move_in_world


@pytest.mark.parametrize("name", games())
def test_search_does_not_depend_on_whether_simultaneous_choices_were_made(name: str) -> None:
    game = games()[name]
    rng = Rng(5)
    for number, (state, seat) in enumerate(positions(game)):
        if count(state.waiting) < 2:
            continue
        level = SEARCHERS[number % len(SEARCHERS)]
        after = state.clone()
        for other_seat in members(state.waiting):
            if other_seat != seat:
                after.apply(other_seat, after.first + rng.member(after.choices(other_seat)))
        before_choices, after_choices = (
            Searcher(game, level, Rng(4), simulations=SIMULATIONS).evaluate(position.seen_by(seat, level.recall))
            for position in (state, after)
        )
        assert before_choices == after_choices
