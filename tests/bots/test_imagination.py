"""Imagined worlds: those that fit and, with beliefs, those that explain what was seen."""

from chabudai.bots.imagination import Imagination
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.registry import game
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

DRAWS = 400


class Believer(Knowledge):
    """Holds it three times as likely that seat 1 has the card as that it has not."""

    card = 8

    def likelihood(self, world: State, observer: int) -> float:
        return 3.0 if self.has_card(world) else 1.0

    def has_card(self, world: State) -> bool:
        assert isinstance(world, Ameno)
        return bool(world.seats[1].hand >> self.card & 1)


def dealt() -> State:
    state = game("ameno_kirifuda").setup(4).start()
    state.resolve(Rng(1))
    return state.seen_by(0, True)


def share(knowledge: Believer, pool: int) -> float:
    """In how many of the drawn worlds seat 1 has the card."""
    view = dealt()
    imagination = Imagination(view, Rng(5), knowledge, pool)
    world = view.clone()
    found = 0
    for _ in range(DRAWS):
        imagination.draw_into(world)
        assert world.seen_by(0, True).same_position(view)
        found += knowledge.has_card(world)
    return found / DRAWS


def test_without_beliefs_all_worlds_are_alike() -> None:
    assert 0.25 < share(Believer(), 0) < 0.42


def test_beliefs_weigh_worlds() -> None:
    # A third of the worlds has the card there, each with three times the weight: 1 / (1 + 2/3).
    assert 0.5 < share(Believer(), 300) < 0.7


def test_where_nothing_can_be_concluded_worlds_are_new_ones() -> None:
    imagination = Imagination(dealt(), Rng(5), Knowledge(), 300)
    assert imagination.pool == []


def test_the_view_stays_as_it_is() -> None:
    view = dealt()
    before = view.as_json()
    Imagination(view, Rng(5), Believer(), 10).draw_into(view.clone())
    assert view.as_json() == before
