"""Reasons against illegal moves in all games: each is used, exists in every language, and leaks nothing."""

from collections.abc import Iterator
from itertools import chain, cycle, islice

import pytest

from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES, words

GAMES = [pytest.param(game, id=game.name) for game in games().values()]
MOST_POSITIONS = 40_000
"""A reason that is not given within this many positions counts as never given."""


def positions(game: Game, rng: Rng) -> Iterator[State]:
    """Yield positions of random games, cycling through all option sets."""
    setups = cycle([game.setup(players, options) for players in game.players for options in option_sets(game, players)])
    all_positions = chain.from_iterable(random_positions(setup, rng) for setup in setups)
    return islice(all_positions, MOST_POSITIONS)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_given_somewhere_and_exists_in_every_language(game: Game) -> None:
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
                        sentence = words(game, language).say("reason", reason)
                        assert sentence
                        assert "{" not in sentence
        if given == known:
            break
    assert given == known


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("recall", [True, False])
def test_a_reason_depends_only_on_what_the_seat_sees(game: Game, recall: bool) -> None:
    rng = Rng(seed=2)
    for number, state in enumerate(islice(random_positions(game.setup(game.players[-1]), rng), 400)):
        if number % 3 == 0:
            for seat in range(game.players[-1]):
                imagined = state.seen_by(seat, recall).imagine(rng)
                for action in range(number % 5, len(game.actions), 5):
                    assert game.why_not(state, seat, action) == game.why_not(imagined, seat, action)
