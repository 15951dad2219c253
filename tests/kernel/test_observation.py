"""Observations: layout hashes, views as the only source, and the default for games that declare none."""

import pytest

from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation, Observer
from chabudai.kernel.plain_observation import DIGITS, ENTRIES, PlainObservation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from kernel.toys import Purse, purse


class Total(Observation):
    """An observation of the purse's total."""

    def features(self, setup: Setup) -> list[Feature]:
        return [Feature("waiting", (setup.players,), "who chooses"), Feature("total", (2, 3), "the total, twice")]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Purse)
        assert view.viewer == writer.viewer
        assert view.recall
        writer.seats(view.waiting)
        writer.number(view.total, 3)
        writer.number(view.total, 3)


class Bare(Purse):
    """A purse that hides nothing."""

    def blank(self) -> None:
        pass


def bare(players: int = 2) -> Bare:
    class BareSetup(Setup):
        def start(self) -> Bare:
            return Bare(self)

    return BareSetup(players, {}, {}, ()).start()


def test_an_observation_is_written_from_the_view_of_the_seat() -> None:
    state = bare()
    state.total = 3
    before = state.clone()
    observer = Observer("purse", Total(version=1), state.setup)
    assert (observer.size, observer.row) == (8, 4)
    assert observer.observe(state, 0) == bytes([0b01101101, 0, 0, 0])
    assert observer.observe(state, 1) == bytes([0b01101110, 0, 0, 0])
    assert state == before


def test_the_layout_hash_depends_on_game_version_names_and_shapes() -> None:
    class Renamed(Total):
        def features(self, setup: Setup) -> list[Feature]:
            return [Feature("asked", (setup.players,), "who chooses"), Feature("total", (2, 3), "the total, twice")]

    setup = bare().setup
    layouts = [
        Observer("purse", Total(version=1), setup).layout,
        Observer("purse", Total(version=2), setup).layout,
        Observer("bag", Total(version=1), setup).layout,
        Observer("purse", Renamed(version=1), setup).layout,
        Observer("purse", Total(version=1), bare(3).setup).layout,
    ]
    assert len(set(layouts)) == 5
    assert layouts[0] == Observer("purse", Total(version=1), setup).layout


def test_unimplemented_methods_say_what_to_implement() -> None:
    with pytest.raises(NotImplementedError, match="return the features"):
        Observation(version=1).features(purse().setup)
    with pytest.raises(NotImplementedError, match="write the features"):
        Observation(version=1).write(purse(), BitWriter(2))


def test_a_game_without_an_observation_shows_all_fields_of_the_view() -> None:
    state = bare()
    observer = Observer("purse", PlainObservation(), state.setup)
    shapes = {feature.name: feature.shape for feature in observer.features}
    assert shapes == {
        "waiting": (2,),
        "first": (DIGITS,),
        "part": (DIGITS,),
        "total": (1, DIGITS),
        "open": (1, DIGITS),
        "cards": (1 + ENTRIES, DIGITS),
        "rows": (2 + 2 * ENTRIES, DIGITS),
        "best": (2, DIGITS),
        "coins": (4, DIGITS),
    }
    state.total, state.cards, state.coins[0].face = -5, [7] * 20, 6
    state.first, state.part = 9, 2
    numbers = read(observer, state, 0)
    assert (numbers["first"], numbers["part"]) == ([9], [2])
    assert numbers["total"] == [-5]
    assert numbers["cards"] == [20] + [7] * ENTRIES
    assert numbers["coins"] == [6, 0, 0, 0]
    assert read(observer, state, 1)["coins"] == [0, 0, 6, 0]


def read(observer: Observer, state: State, seat: int) -> dict[str, list[int]]:
    """Return the numbers of a plain observation by feature."""
    packed = int.from_bytes(observer.observe(state, seat), "little")
    numbers = {}
    for feature in observer.features:
        if feature.name != "waiting":
            words = [packed >> DIGITS * i & 2**DIGITS - 1 for i in range(feature.size() // DIGITS)]
            numbers[feature.name] = [word - 2**DIGITS if word >> DIGITS - 1 else word for word in words]
        packed >>= feature.size()
    assert packed == 0
    return numbers
