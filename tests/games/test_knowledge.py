"""Knowledge and advice of all games: based on what the seat knows, sensible, and available in every language."""

from collections.abc import Iterator
from itertools import chain, cycle, islice

import pytest

from chabudai.games.registry import games
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES, words
from games.knowledge_probes import messages

KNOWING = [pytest.param(game, game.knowledge, id=game.name) for game in games().values() if game.knowledge]
ADVISING = [pytest.param(game, id=game.name) for game in games().values() if game.advice]
MOST_POSITIONS = 20_000
"""Advice that is not given within this many positions counts as never given."""


def positions(game: Game, rng: Rng) -> Iterator[State]:
    """Yield positions of random games in which somebody must choose, cycling through all option sets."""
    setups = cycle([game.setup(players, options) for players in game.players for options in option_sets(game, players)])
    all_positions = chain.from_iterable(random_positions(setup, rng) for setup in setups)
    return (state for state in all_positions if state.waiting)


def answers(knowledge: Knowledge, state: State, seat: int) -> tuple[int, list[float], int]:
    """Return everything that the knowledge says about a seat's choices."""
    weights = [0.0] * CHOICES
    knowledge.prior(state, seat, weights)
    return knowledge.rollout(state, seat, Rng(7)), weights, knowledge.senseless(state, seat)


@pytest.mark.parametrize(("game", "knowledge"), KNOWING)
def test_knowledge_does_not_depend_on_hidden_cards(game: Game, knowledge: Knowledge) -> None:
    rng = Rng(seed=3)
    for state in islice(positions(game, rng), 0, 1500, 3):
        for seat in members(state.waiting):
            view = state.seen_by(seat, recall=True)
            expected = answers(knowledge, state, seat)
            assert answers(knowledge, view, seat) == expected
            assert answers(knowledge, view.imagine(rng), seat) == expected


@pytest.mark.parametrize(("game", "knowledge"), KNOWING)
def test_knowledge_covers_the_legal_choices_and_leaves_a_sensible_one(game: Game, knowledge: Knowledge) -> None:
    rng = Rng(seed=4)
    with_senseless = 0
    for state in islice(positions(game, rng), 0, 1500, 3):
        before = state.as_json()
        for seat in members(state.waiting):
            choices = state.choices(seat)
            choice, weights, senseless = answers(knowledge, state, seat)
            assert choices >> choice & 1
            assert all((weight > 0) == bool(choices >> place & 1) for place, weight in enumerate(weights))
            assert senseless & ~choices == 0
            assert senseless != choices
            with_senseless += senseless != 0
        assert state.as_json() == before
    assert with_senseless


@pytest.mark.parametrize(("game", "knowledge"), KNOWING)
def test_every_imagined_world_has_a_likelihood_with_or_without_recall(game: Game, knowledge: Knowledge) -> None:
    rng = Rng(seed=5)
    for state in islice(positions(game, rng), 0, 1500, 15):
        for seat in members(state.waiting):
            for recall in (True, False):
                assert 0 < knowledge.likelihood(state.seen_by(seat, recall).imagine(rng), seat) <= 1


@pytest.mark.parametrize("game", ADVISING)
def test_every_piece_of_advice_is_given_somewhere_and_exists_in_every_language(game: Game) -> None:
    known = set(words(game).tables["advice"])
    given: set[str] = set()
    rng = Rng(seed=1)
    for state in islice(positions(game, rng), MOST_POSITIONS):
        seat = lowest(state.waiting)
        view = state.seen_by(seat, recall=False)
        for action in state.legal(seat):
            for message in messages(game, view, action):
                given.add(message.id)
                for language in LANGUAGES:
                    sentence = words(game, language).say("advice", message)
                    assert sentence
                    assert "{" not in sentence
        if given == known:
            break
    assert given == known


@pytest.mark.parametrize("game", ADVISING)
@pytest.mark.parametrize("recall", [True, False])
def test_advice_depends_only_on_what_the_seat_sees(game: Game, recall: bool) -> None:
    rng = Rng(seed=2)
    assert game.advice is not None
    for state in islice(positions(game, rng), 0, 600, 3):
        seat = lowest(state.waiting)
        view = state.seen_by(seat, recall)
        imagined = view.imagine(rng).seen_by(seat, recall)
        for action in state.legal(seat):
            assert game.advice(view, seat, action) == game.advice(imagined, seat, action)


@pytest.mark.parametrize("game", ADVISING)
def test_a_message_speaks_either_for_choices_or_against_them(game: Game) -> None:
    signs: dict[str, str] = {}
    rng = Rng(seed=6)
    for state in islice(positions(game, rng), 0, 900, 3):
        seat = lowest(state.waiting)
        view = state.seen_by(seat, recall=True)
        legal = state.legal(seat)
        for action, other in zip(legal, [*legal[1:], legal[0]], strict=True):
            for advice in game.compare(view, action, other):
                assert advice.other == other
                assert signs.setdefault(advice.message.id, advice.sign) == advice.sign
                # What speaks for a choice over another does not speak for the other over the first.
                assert advice.message not in [said.message for said in game.compare(view, other, action)]
    assert set(signs.values()) == {"for", "against"}
