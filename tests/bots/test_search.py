"""Search: what it responds to, what it cannot know, and that its statistics are consistent."""

import pytest

from bots.toys import GUESSER, GuessSetup
from chabudai.bots.belief import Belief
from chabudai.bots.search import Search
from chabudai.games.registry import games
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.walk import random_positions


def searched(view: State, simulations: int, *, slices: int = 1) -> Search:
    """Search from a view, in one run or in several slices; return the search."""
    rng = Rng(7)
    search = Search(Belief(view, rng), Knowledge(), rng, view.choices(view.viewer))
    for _ in range(slices):
        search.run(simulations // slices)
    return search


def worth(kind: str) -> float:
    """Return the value that search assigns to starting the guessing game, for the guesser."""
    (arm,) = searched(GuessSetup(kind).start().seen_by(GUESSER, True), 3000).arms()
    return arm.mean()


def statistics(search: Search) -> list[tuple[int, int, int, float]]:
    return [(arm.choice, arm.available, arm.visits, arm.total) for arm in search.arms()]


def test_a_search_responds_to_an_open_choice() -> None:
    assert worth("open") > 0.8


def test_a_search_does_not_respond_to_a_secret_choice() -> None:
    assert worth("hidden") < 0.5


def test_a_search_does_not_respond_to_a_simultaneous_choice() -> None:
    assert worth("at_once") < 0.5


def test_a_search_responds_to_a_face_up_card() -> None:
    assert worth("card") > 0.8


def test_a_search_does_not_respond_to_a_face_down_card() -> None:
    assert worth("dealt") < 0.5


def views(name: str, *, every: int) -> list[State]:
    """Return some positions of a random game, each as a view of a seat with several choices."""
    game = games()[name]
    choice_views = []
    for step, state in enumerate(random_positions(game.setup(game.players[-1]), Rng(3))):
        for seat in range(state.setup.players):
            if step % every == 0 and len(state.legal(seat)) > 1:
                choice_views.append(state.seen_by(seat, True))
                break
    return choice_views


@pytest.mark.parametrize("name", games())
def test_running_in_slices_makes_no_difference(name: str) -> None:
    for view in views(name, every=40)[:3]:
        whole, sliced = searched(view, 40), searched(view, 40, slices=4)
        assert statistics(whole) == statistics(sliced)
        assert sum(arm.visits for arm in whole.arms()) == whole.simulations == 40


@pytest.mark.parametrize("name", games())
def test_rewards_are_from_0_to_1(name: str) -> None:
    for view in views(name, every=30)[:4]:
        for arm in searched(view, 30).arms():
            assert 0.0 <= arm.mean() <= 1.0
            assert arm.visits <= arm.available


def test_a_choice_that_is_ruled_out_is_never_tried() -> None:
    view = views("thousand_cats", every=50)[0]
    lowest = view.choices(view.viewer) & -view.choices(view.viewer)
    rng = Rng(7)
    search = Search(Belief(view, rng), Knowledge(), rng, view.choices(view.viewer) & ~lowest)
    search.run(50)
    assert [arm.choice for arm in search.arms()] == [
        action - view.first for action in view.legal(view.viewer) if 1 << (action - view.first) != lowest
    ]
