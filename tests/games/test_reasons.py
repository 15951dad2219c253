"""Reasons why a move is not legal, of all games: each is given somewhere, in every language, and gives nothing away."""

from collections.abc import Iterator
from itertools import cycle

import pytest

from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.game import Game
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.option_sets import option_sets

GAMES = [pytest.param(game, id=game.name) for game in games().values()]
MOST_POSITIONS = 40_000
"""If some reason has not been given by then, no move has it."""


def step(state: State, rng: Rng) -> None:
    """Let something happen at random."""
    if state.due >= 0:
        state.settle(state.draw(rng))
    else:
        seat = lowest(state.waiting)
        state.apply(seat, state.first + rng.member(state.choices(seat)))


def positions(game: Game, rng: Rng) -> Iterator[State]:
    """Positions of random games, with every setup in turn."""
    setups = cycle([game.setup(players, options) for players in game.players for options in option_sets(game, players)])
    count = 0
    for setup in setups:
        state = setup.start()
        yield state
        while not state.over():
            step(state, rng)
            yield state
            count += 1
            if count == MOST_POSITIONS:
                return


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_given_somewhere_and_has_its_sentence_in_every_language(game: Game) -> None:
    known = set(words(game).tables["reason"])
    given: set[str] = set()
    rng = Rng(seed=1)
    for state in positions(game, rng):
        for seat in range(-1, state.setup.players + 1):
            for _ in range(3):
                reason = game.why_not(state, seat, rng.below(len(game.actions) + 1))
                if reason is not None and reason.id not in given:
                    given.add(reason.id)
                    for language in LANGUAGES:
                        said = words(game, language).say("reason", reason)
                        assert said
                        assert "{" not in said
        if given == known:
            break
    assert given == known


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("recall", [True, False])
def test_a_reason_is_told_from_what_the_seat_sees(game: Game, recall: bool) -> None:
    rng = Rng(seed=2)
    state = game.setup(game.players[-1]).start()
    for number in range(400):
        if state.over():
            return
        if number % 3 == 0:
            for seat in range(game.players[-1]):
                other = state.seen_by(seat, recall).imagine(rng)
                for action in range(number % 5, len(game.actions), 5):
                    assert game.why_not(state, seat, action) == game.why_not(other, seat, action)
        step(state, rng)
