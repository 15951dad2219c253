"""What `State` does for every game."""

from math import exp

import pytest

from chabudai.kernel.bits import members
from chabudai.kernel.errors import BadChance, HiddenInformation, IllegalMove
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR, WHOLE, State
from chabudai.kernel.worlds import Worlds
from kernel.toys import Purse, purse, urn


class Points(Purse):
    """A state with these scores and sides."""

    def __init__(self, points: list[int], sides: list[int] | None = None) -> None:
        super().__init__(purse(len(points)).setup)
        self.points = points
        self.partners = sides

    def score(self, seat: int) -> int:
        return self.points[seat]

    def sides(self, seat: int) -> int:
        return self.partners[seat] if self.partners else super().sides(seat)

    def lead(self) -> float:
        return 2.0


def test_legal_actions_are_the_choices_counted_from_first() -> None:
    state = purse()
    state.first = 40
    assert state.legal(0) == [40, 42]
    assert state.legal(1) == state.legal(-1) == state.legal(64) == state.legal(2**40) == []
    assert [action for action in range(-70, 120) if state.is_legal(0, action)] == [40, 42]
    assert not state.is_legal(1, 40)
    assert not state.is_legal(2, 40)
    assert not state.is_legal(-1, 40)


@pytest.mark.parametrize(("seat", "action"), [(0, 1), (0, -1), (0, 62), (0, 2**40), (1, 0), (-1, 0), (5, 0)])
def test_an_illegal_choice_is_refused_and_changes_nothing(seat: int, action: int) -> None:
    state = purse()
    with pytest.raises(IllegalMove, match=f"seat {seat} cannot choose action {action} now"):
        state.apply(seat, action)
    assert state == purse()


def test_a_legal_choice_is_made() -> None:
    state = purse()
    state.apply(0, 2)
    assert state.total == 2
    assert state.over()


@pytest.mark.parametrize("outcome", [-1, 3, 62, 2**40])
def test_an_impossible_outcome_is_refused_and_changes_nothing(outcome: int) -> None:
    state = urn()
    with pytest.raises(BadChance, match=f"outcome {outcome} is not possible now"):
        state.settle(outcome)
    assert state == urn()


def test_an_outcome_is_refused_if_no_chance_event_is_due() -> None:
    with pytest.raises(BadChance, match="no chance event is due"):
        purse().settle(0)


def test_a_game_is_over_if_nobody_is_waiting_and_nothing_is_due() -> None:
    assert not purse().over()
    assert not urn().over()
    state = urn()
    state.resolve(Rng(1))
    assert state.over()


def test_events_belong_to_the_last_step() -> None:
    state = purse()
    state.listening = True
    state.events = [Event("old", 0, [])]
    before = state.events
    state.apply(0, 0)
    assert state.events == []
    state.tell(Event("new", 0, []))
    assert [event.name for event in state.events] == ["new"]
    assert [event.name for event in before] == ["old"]


def test_a_clone_is_equal_and_independent() -> None:
    state = purse()
    state.listening, state.events = True, [Event("old", 0, [])]
    other = state.clone()
    assert other == state
    assert isinstance(other, Purse)
    other.coins[0].face, other.rows[0][0] = 9, 9
    other.apply(0, 2)
    other.tell(Event("new", 0, []))
    assert state.coins[0].face == state.total == 0
    assert state.rows == [[1], [2, 3]]
    assert [event.name for event in state.events] == ["old"]


@pytest.mark.parametrize(
    ("points", "sides", "winners", "utilities"),
    [
        ([3, 5, 4], None, [1], [0.0, 1.0, 0.0]),
        ([5, 5, 4], None, [0, 1], [0.5, 0.5, 0.0]),
        ([-3, -1, -2], None, [1], [0.0, 1.0, 0.0]),
        ([9, 5, 0, 5], [0b0101, 0b1010, 0b0101, 0b1010], [1, 3], [0.0, 1.0, 0.0, 1.0]),
        ([9, 5, 1, 5], [0b0101, 0b1010, 0b0101, 0b1010], [0, 1, 2, 3], [0.5, 0.5, 0.5, 0.5]),
        ([2, 2, 4], [0b011, 0b011, 0b100], [0, 1, 2], [0.5, 0.5, 0.5]),
    ],
)
def test_the_side_with_the_most_points_in_total_wins(
    points: list[int], sides: list[int] | None, winners: list[int], utilities: list[float]
) -> None:
    state = Points(points, sides)
    assert state.scores() == points
    assert members(state.winners()) == winners
    assert [state.utility(seat) for seat in range(len(points))] == utilities


def test_the_outlooks_of_all_sides_add_up_to_one_and_grow_with_the_lead() -> None:
    alone = Points([3, 1, 1])
    assert alone.outlook(0) + alone.outlook(1) + alone.outlook(2) == pytest.approx(1.0)
    assert alone.outlook(0) / alone.outlook(1) == pytest.approx(exp(1.0))
    teams = Points([3, 1, 0, 0], [0b0101, 0b1010, 0b0101, 0b1010])
    assert teams.outlook(0) == teams.outlook(2)
    assert teams.outlook(0) + teams.outlook(1) == pytest.approx(1.0)
    assert teams.outlook(0) / teams.outlook(1) == pytest.approx(exp(1.0))


def test_only_seats_and_spectators_have_views() -> None:
    for seat in (-2, 2, 5):
        with pytest.raises(HiddenInformation, match=f"there is no seat {seat}"):
            purse().seen_by(seat, True)


class HidingSetup(Setup):
    def start(self) -> "Hiding":
        return Hiding(self)


class Hiding(Purse):
    """A state with one thing to hide."""

    def blank(self) -> None:
        self.total = 0


def test_a_view_can_lose_recall_but_not_become_another_view() -> None:
    state = HidingSetup(2, {}, {}, ()).start()
    state.total = 5
    state.events = [Event("drew", 0, [1], [2], 0b01)]
    view = state.seen_by(1, True)
    assert (view.viewer, view.recall) == (1, True)
    assert view.events == [Event("drew", 0, [1], [], 0b01)]
    assert (state.viewer, state.total, state.events[0].secret) == (WHOLE, 5, [2])
    assert view.seen_by(1, False).recall is False
    for seat in (0, SPECTATOR):
        with pytest.raises(HiddenInformation, match="this view does not hold that information"):
            view.seen_by(seat, True)
    with pytest.raises(HiddenInformation, match="this view does not hold that information"):
        view.seen_by(1, False).seen_by(1, True)


def test_worlds_are_not_imagined_from_a_whole_position() -> None:
    with pytest.raises(HiddenInformation, match="nothing is hidden in a whole position"):
        purse().imagine(Rng(1))


def test_states_of_different_setups_or_classes_are_not_equal() -> None:
    assert purse(2) != purse(3)
    assert purse() != urn()
    assert purse() != purse().as_json()


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("choices", (0,)),
        ("commit", (0, 0)),
        ("possible_outcomes", ()),
        ("turn_up", (0,)),
        ("score", (0,)),
        ("blank", ()),
        ("worlds", ()),
        ("fill", (Worlds([]), Rng(1))),
    ],
)
def test_an_unimplemented_method_is_named(method: str, arguments: tuple[object, ...]) -> None:
    class Unwritten(State):
        pass

    with pytest.raises(NotImplementedError, match=f"Unwritten.{method}: "):
        getattr(Unwritten(Setup(2, {}, {}, ())), method)(*arguments)


def test_a_setup_without_start_is_named() -> None:
    class Unwritten(Setup):
        pass

    with pytest.raises(NotImplementedError, match=r"Unwritten\.start: "):
        Unwritten(2, {}, {}, ()).start()


def test_setups_are_equal_if_their_values_are() -> None:
    setup = Setup(2, {"lie": 1}, {"moons": {"full": [3]}}, ())
    assert setup == Setup(2, {"lie": 1}, {"moons": {"full": [3]}}, ())
    assert hash(setup) == hash(Setup(2, {"lie": 1}, {"moons": {"full": [3]}}, ()))
    others = [
        Setup(3, {"lie": 1}, {"moons": {"full": [3]}}, ()),
        Setup(2, {"lie": 2}, {"moons": {"full": [3]}}, ()),
        Setup(2, {"lie": 1}, {"moons": {"full": [4]}}, ()),
        Setup(2, {"lie": 1}, {"moons": {"full": [3]}}, ("moons",)),
        purse().setup,
    ]
    assert all(setup != other for other in others)
