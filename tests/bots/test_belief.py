"""Beliefs: worlds that fit a view, weighted by how well they explain what was seen."""

from chabudai.bots.belief import Belief
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.registry import game
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

DRAWS = 400


class Believer(Knowledge):
    """Gives worlds in which seat 1 has the card three times the weight of others."""

    card = 8

    def likelihood(self, world: State, observer: int) -> float:
        return 3.0 if self.has_card(world) else 1.0

    def has_card(self, world: State) -> bool:
        assert isinstance(world, Ameno)
        return bool(world.seats[1].hand >> self.card & 1)


def dealt_view() -> State:
    state = game("ameno_kirifuda").setup(4).start()
    state.resolve(Rng(1))
    return state.seen_by(0, True)


def share_with_card(knowledge: Believer, pool_size: int) -> float:
    """Return the share of drawn worlds in which seat 1 has the card."""
    view = dealt_view()
    belief = Belief(view, Rng(5), knowledge, pool_size)
    world = view.clone()
    worlds_with_card = 0
    for _ in range(DRAWS):
        belief.draw_into(world)
        assert world.seen_by(0, True).same_position(view)
        worlds_with_card += knowledge.has_card(world)
    return worlds_with_card / DRAWS


def test_without_a_pool_all_worlds_are_equally_likely() -> None:
    assert 0.25 < share_with_card(Believer(), 0) < 0.42


def test_a_pool_is_weighted_by_likelihood() -> None:
    # Seat 1 has the card in a third of the worlds, each with three times the weight: 1 / (1 + 2/3).
    assert 0.5 < share_with_card(Believer(), 300) < 0.7


def test_if_all_weights_are_equal_every_world_is_drawn_anew() -> None:
    belief = Belief(dealt_view(), Rng(5), Knowledge(), 300)
    assert belief.pool == []


def test_drawing_a_world_does_not_change_the_view() -> None:
    view = dealt_view()
    before = view.as_json()
    Belief(view, Rng(5), Believer(), 10).draw_into(view.clone())
    assert view.as_json() == before
